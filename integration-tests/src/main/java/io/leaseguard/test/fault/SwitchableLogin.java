package io.leaseguard.test.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.security.auth.callback.Callback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.auth.SaslExtensionsCallback;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerToken;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerTokenCallback;

/**
 * The login of a client whose credentials can be made bad and good again while it runs:
 * the broker refuses it on its next authentication, that is on its next connection, or
 * when its connection has to authenticate again. The switch is one for all clients of the
 * JVM that use this login.
 *
 * @since 0.1.0
 */
public final class SwitchableLogin implements AuthenticateCallbackHandler {

	private static volatile boolean accepted = true;

	/**
	 * Return the properties of a client of a broker's SASL listener.
	 * @return properties, to be completed by {@code bootstrap.servers}
	 */
	public static Map<String, Object> clientProperties() {
		return Map.of(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "SASL_PLAINTEXT", SaslConfigs.SASL_MECHANISM,
				"OAUTHBEARER", SaslConfigs.SASL_JAAS_CONFIG,
				"org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;",
				SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS, SwitchableLogin.class.getName());
	}

	/**
	 * Make the credentials of all clients bad.
	 */
	public static void reject() {
		accepted = false;
	}

	/**
	 * Make the credentials of all clients good.
	 */
	public static void accept() {
		accepted = true;
	}

	@Override
	public void configure(Map<String, ?> configs, String saslMechanism, List<AppConfigurationEntry> jaasConfigEntries) {
	}

	@Override
	public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
		for (Callback callback : callbacks) {
			if (callback instanceof OAuthBearerTokenCallback tokenCallback) {
				tokenCallback.token(new SwitchableToken(Instant.now()));
			}
			else if (!(callback instanceof SaslExtensionsCallback)) {
				throw new UnsupportedCallbackException(callback);
			}
		}
	}

	@Override
	public void close() {
	}

	/**
	 * An unsecured token that has expired whenever the switch says so.
	 */
	private static final class SwitchableToken implements OAuthBearerToken {

		private static final String PRINCIPAL = "client";

		private final Instant start;

		private final Instant end;

		SwitchableToken(Instant start) {
			this.start = start;
			this.end = start.plus(Duration.ofHours(1));
		}

		@Override
		public String value() {
			Instant expiration = accepted ? this.end : this.start.minusSeconds(600);
			return encode("{\"alg\":\"none\"}") + "." + encode("{\"sub\":\"" + PRINCIPAL + "\",\"iat\":"
					+ this.start.minusSeconds(1200).getEpochSecond() + ",\"exp\":" + expiration.getEpochSecond() + "}")
					+ ".";
		}

		private static String encode(String json) {
			return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
		}

		@Override
		public Set<String> scope() {
			return Set.of();
		}

		@Override
		public long lifetimeMs() {
			return this.end.toEpochMilli();
		}

		@Override
		public String principalName() {
			return PRINCIPAL;
		}

		@Override
		public Long startTimeMs() {
			return this.start.toEpochMilli();
		}

	}

}
