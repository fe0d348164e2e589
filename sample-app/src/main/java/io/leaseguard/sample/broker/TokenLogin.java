package io.leaseguard.sample.broker;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.security.auth.callback.Callback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;

import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.auth.SaslExtensionsCallback;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerToken;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerTokenCallback;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParserFactory;

/**
 * Fetches the token of a client from the token server that its JAAS configuration names.
 * Made by Kafka.
 *
 * @since 0.1.0
 */
public class TokenLogin implements AuthenticateCallbackHandler {

	static final String URL_OPTION = "url";

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private static final int OK = 200;

	private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

	private volatile String url = "";

	@Override
	public void configure(Map<String, ?> configs, String saslMechanism, List<AppConfigurationEntry> jaasConfigEntries) {
		for (AppConfigurationEntry entry : jaasConfigEntries) {
			this.url = String.valueOf(entry.getOptions().get(URL_OPTION));
		}
	}

	@Override
	public void handle(Callback[] callbacks) throws IOException, UnsupportedCallbackException {
		for (Callback callback : callbacks) {
			if (callback instanceof OAuthBearerTokenCallback tokenCallback) {
				tokenCallback.token(fetch());
			}
			else if (!(callback instanceof SaslExtensionsCallback)) {
				throw new UnsupportedCallbackException(callback);
			}
		}
	}

	private OAuthBearerToken fetch() throws IOException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.url)).timeout(TIMEOUT).build();
		try {
			HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
			if (response.statusCode() != OK) {
				throw new IOException("The token server answers with " + response.statusCode());
			}
			return Token.of(response.body());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("Interrupted while waiting for the token server", ex);
		}
	}

	@Override
	public void close() {
	}

	/**
	 * A token with the claims in it.
	 *
	 * @param value the token itself
	 * @param principalName whom it is for
	 * @param startTimeMs since when it is good, milliseconds since the epoch
	 * @param lifetimeMs until when it is good, milliseconds since the epoch
	 * @param scope what it is good for: anything
	 */
	private record Token(String value, String principalName, Long startTimeMs, long lifetimeMs,
			Set<String> scope) implements OAuthBearerToken {

		static Token of(String value) {
			String payload = new String(Base64.getUrlDecoder().decode(value.split("\\.")[1]), StandardCharsets.UTF_8);
			Map<String, Object> claims = JsonParserFactory.getJsonParser().parseMap(payload);
			return new Token(value, String.valueOf(claims.get("sub")), millis(claims.get("iat")),
					millis(claims.get("exp")), Set.of());
		}

		private static long millis(@Nullable Object claim) {
			if (claim instanceof Number seconds) {
				return Duration.ofSeconds(seconds.longValue()).toMillis();
			}
			throw new IllegalArgumentException("The token does not say when it is good");
		}

	}

}
