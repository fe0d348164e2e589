package io.leaseguard.sample.broker;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;

/**
 * The listener of the broker that takes SASL/OAUTHBEARER, and what a client needs for it.
 * Tokens are unsecured: a sample guards nothing.
 */
final class SaslListener {

	static final String NAME = "SASL";

	/**
	 * How long a token is good for. A connection has to authenticate again before.
	 */
	static final Duration TOKEN_LIFE = Duration.ofSeconds(10);

	static final Map<String, String> BROKER_PROPERTIES = Map.of("listeners",
			"EXTERNAL://localhost:0,SASL://localhost:0,CONTROLLER://localhost:0", "listener.security.protocol.map",
			"EXTERNAL:PLAINTEXT,SASL:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT", "listener.name.sasl.sasl.enabled.mechanisms",
			"OAUTHBEARER", "listener.name.sasl.oauthbearer.sasl.jaas.config",
			module("unsecuredLoginStringClaim_sub", "broker"),
			"listener.name.sasl.oauthbearer.connections.max.reauth.ms", Long.toString(TOKEN_LIFE.toMillis()));

	private SaslListener() {
	}

	static Map<String, Object> clientProperties(String bootstrapServers, String tokenUrl) {
		return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
				CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "SASL_PLAINTEXT", SaslConfigs.SASL_MECHANISM,
				"OAUTHBEARER", SaslConfigs.SASL_JAAS_CONFIG, module(TokenLogin.URL_OPTION, tokenUrl),
				SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS, TokenLogin.class.getName(),
				SaslConfigs.SASL_LOGIN_REFRESH_WINDOW_FACTOR, 0.5, SaslConfigs.SASL_LOGIN_REFRESH_MIN_PERIOD_SECONDS,
				(short) 1, SaslConfigs.SASL_LOGIN_REFRESH_BUFFER_SECONDS, (short) 1);
	}

	private static String module(String option, String value) {
		return "%s required %s=\"%s\";".formatted(OAuthBearerLoginModule.class.getName(), option, value);
	}

}
