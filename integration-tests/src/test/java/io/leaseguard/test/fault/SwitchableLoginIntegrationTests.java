package io.leaseguard.test.fault;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.leaseguard.test.broker.BrokerProcess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link SwitchableLogin}.
 */
class SwitchableLoginIntegrationTests {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	@AfterEach
	void acceptAgain() {
		SwitchableLogin.accept();
	}

	@Test
	void brokerRefusesTheClientWhileItsCredentialsAreBad() throws Exception {
		try (BrokerProcess broker = BrokerProcess.builder().saslListener(Duration.ofSeconds(2)).start();
				Admin admin = Admin.create(properties(broker))) {
			assertThat(admin.describeCluster().nodes().get()).hasSize(1);
			SwitchableLogin.reject();
			await().atMost(LIMIT)
				.untilAsserted(() -> assertThatExceptionOfType(ExecutionException.class)
					.isThrownBy(() -> admin.describeCluster().nodes().get())
					.withCauseInstanceOf(SaslAuthenticationException.class));
			SwitchableLogin.accept();
			await().atMost(LIMIT)
				.ignoreExceptions()
				.untilAsserted(() -> assertThat(admin.describeCluster().nodes().get()).hasSize(1));
		}
	}

	private static Map<String, Object> properties(BrokerProcess broker) {
		Map<String, Object> properties = new HashMap<>(SwitchableLogin.clientProperties());
		properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.saslBootstrapServers());
		return properties;
	}

}
