package io.leaseguard.test.guard;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.leaseguard.test.broker.BrokerProcess;
import io.leaseguard.test.fault.ClusterFixture;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An outage of the broker is the broker's: never DOWN, no recovery, however long it
 * lasts.
 */
class BrokerOutageIntegrationTests {

	private static final Duration LIMIT = Duration.ofMinutes(2);

	/**
	 * More than two session timeouts.
	 */
	private static final Duration OUTAGE = Duration.ofSeconds(14);

	private BrokerProcess broker;

	private String topic;

	@BeforeEach
	void startBroker() {
		this.broker = BrokerProcess.builder().start();
		try (ClusterFixture cluster = new ClusterFixture(this.broker.bootstrapServers())) {
			this.topic = cluster.createTopic(2);
		}
	}

	@AfterEach
	void closeBroker() {
		this.broker.close();
	}

	@Test
	void brokerThatIsStoppedAndStartedAgain() throws Exception {
		outage(() -> {
			this.broker.stop();
			return null;
		}, () -> {
			this.broker.start();
			return null;
		});
	}

	@Test
	void brokerThatIsFrozenAndThawed() throws Exception {
		outage(() -> {
			this.broker.freeze();
			return null;
		}, () -> {
			this.broker.thaw();
			return null;
		});
	}

	private void outage(Callable<?> begin, Callable<?> end) throws Exception {
		try (GuardedApplication application = GuardedApplication.start(this.broker.bootstrapServers(), this.topic)) {
			await().atMost(LIMIT).until(() -> isHealthy(application));
			produce();
			await().atMost(LIMIT).until(() -> application.work().consumed.size() == 10);
			begin.call();
			await().atMost(LIMIT)
				.until(() -> details(application).stream().allMatch("The brokers do not answer"::equals));
			await().pollInterval(Duration.ofMillis(100))
				.atMost(LIMIT)
				.during(OUTAGE)
				.until(() -> !application.listener().down());
			end.call();
			produce();
			await().pollInterval(Duration.ofMillis(100))
				.atMost(LIMIT)
				.failFast("down after the outage", () -> application.listener().down())
				.until(() -> application.work().consumed.size() == 20 && isHealthy(application));
			assertThat(application.listener().recoveries()).isEmpty();
			assertThat(application.work().events).isEmpty();
		}
	}

	private void produce() {
		try (ClusterFixture cluster = new ClusterFixture(this.broker.bootstrapServers())) {
			cluster.produce(this.topic, 10);
		}
	}

	private List<String> details(GuardedApplication application) {
		return application.consumers().stream().map((consumer) -> String.valueOf(consumer.detail())).toList();
	}

	private boolean isHealthy(GuardedApplication application) {
		List<ConsumerSnapshot> consumers = application.consumers();
		return consumers.size() == 2 && consumers.stream()
			.allMatch((consumer) -> consumer.status() == LeaseStatus.IDLE && consumer.assigned().size() == 1);
	}

}
