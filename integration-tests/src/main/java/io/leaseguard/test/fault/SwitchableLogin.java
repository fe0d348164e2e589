package io.leaseguard.test.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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
 * JVM that log in as the same user.
 *
 * @since 0.1.0
 */
public final class SwitchableLogin implements AuthenticateCallbackHandler {

	private static final String DEFAULT_USER = "client";

	private static final String USER_OPTION = "user";

	private static final Set<String> REJECTED = ConcurrentHashMap.newKeySet();

	private volatile String user = DEFAULT_USER;

	/**
	 * Return the properties of a client of a broker's SASL listener.
	 * @return properties, to be completed by {@code bootstrap.servers}
	 */
	public static Map<String, Object> clientProperties() {
		return clientProperties(DEFAULT_USER);
	}

	/**
	 * Return the properties of a client of a broker's SASL listener that logs in as a
	 * certain user.
	 * @param user name of the user, letters, digits and hyphens
	 * @return properties, to be completed by {@code bootstrap.servers}
	 */
	public static Map<String, Object> clientProperties(String user) {
		return Map
			.of(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "SASL_PLAINTEXT", SaslConfigs.SASL_MECHANISM,
					"OAUTHBEARER", SaslConfigs.SASL_JAAS_CONFIG,
					"org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required " + USER_OPTION
							+ "=\"" + user + "\";",
					SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS, SwitchableLogin.class.getName());
	}

	/**
	 * Make the credentials bad.
	 */
	public static void reject() {
		reject(DEFAULT_USER);
	}

	/**
	 * Make the credentials of a user bad.
	 * @param user name of the user
	 */
	public static void reject(String user) {
		REJECTED.add(user);
	}

	/**
	 * Make the credentials good.
	 */
	public static void accept() {
		accept(DEFAULT_USER);
	}

	/**
	 * Make the credentials of a user good.
	 * @param user name of the user
	 */
	public static void accept(String user) {
		REJECTED.remove(user);
	}

	@Override
	public void configure(Map<String, ?> configs, String saslMechanism, List<AppConfigurationEntry> jaasConfigEntries) {
		for (AppConfigurationEntry entry : jaasConfigEntries) {
			if (entry.getOptions().get(USER_OPTION) instanceof String name) {
				this.user = name;
			}
		}
	}

	@Override
	public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
		for (Callback callback : callbacks) {
			if (callback instanceof OAuthBearerTokenCallback tokenCallback) {
				tokenCallback.token(new SwitchableToken(this.user, Instant.now()));
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

		private final String user;

		private final Instant start;

		private final Instant end;

		SwitchableToken(String user, Instant start) {
			this.user = user;
			this.start = start;
			this.end = start.plus(Duration.ofHours(1));
		}

		@Override
		public String value() {
			Instant expiration = REJECTED.contains(this.user) ? this.start.minusSeconds(600) : this.end;
			return encode("{\"alg\":\"none\"}") + "." + encode("{\"sub\":\"" + this.user + "\",\"iat\":"
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
			return this.user;
		}

		@Override
		public Long startTimeMs() {
			return this.start.toEpochMilli();
		}

	}

}
