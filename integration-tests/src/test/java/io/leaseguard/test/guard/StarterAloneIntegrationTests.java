package io.leaseguard.test.guard;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

import io.leaseguard.lease.Verdict;
import io.leaseguard.startup.LeaseViolationException;
import io.leaseguard.test.broker.SharedBroker;
import io.leaseguard.test.fault.ClusterFixture;
import io.leaseguard.watchdog.LeaseStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/**
 * The starter with nothing else on the class path, neither actuator nor a Micrometer
 * registry nor a web server: it starts, judges and guards.
 */
class StarterAloneIntegrationTests {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	@Test
	void optionalTechnologyIsReallyAbsent() {
		for (String name : new String[] { "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
				"org.springframework.boot.health.contributor.HealthIndicator",
				"io.micrometer.core.instrument.MeterRegistry", "org.springframework.web.servlet.DispatcherServlet" }) {
			assertThat(ClassUtils.isPresent(name, getClass().getClassLoader())).as(name).isFalse();
		}
	}

	@Test
	void itJudgesAndGuards() {
		try (ClusterFixture cluster = new ClusterFixture(SharedBroker.bootstrapServers())) {
			String topic = cluster.createTopic(2);
			try (GuardedApplication application = GuardedApplication.start(SharedBroker.bootstrapServers(), topic)) {
				assertThat(application.listener().assessment().judgement().verdict()).isEqualTo(Verdict.DERIVED);
				assertThat(application.listener().assessment().judgement().leaseMs()).isEqualTo(6000);
				await().atMost(LIMIT)
					.until(() -> application.consumers().size() == 2 && application.consumers()
						.stream()
						.allMatch((consumer) -> consumer.status() == LeaseStatus.IDLE));
				application.work().block();
				cluster.produce(topic, 6);
				await().atMost(LIMIT).until(() -> application.listener().status() == LeaseStatus.LEASE_EXPIRED);
				assertThat(application.listener().down()).isTrue();
				application.work().release();
				await().atMost(LIMIT).until(() -> application.work().consumed.size() == 6);
				await().atMost(LIMIT).until(() -> !application.listener().down());
			}
		}
	}

	@Test
	void itRefuses() {
		assertThatException()
			.isThrownBy(() -> GuardedApplication.start(SharedBroker.bootstrapServers(), "none",
					"spring.kafka.consumer.properties.max.poll.interval.ms=2147483647"))
			.havingRootCause()
			.isInstanceOf(LeaseViolationException.class)
			.withMessageContaining("no lease at all");
	}

}
