package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.watchdog.LeaseEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A thousand batches of ten consumers on a real broker: what is foretold, and what
 * becomes of it. The lease is 2 s, a batch has 10 records.
 */
@Tag("long")
class ForecastIntegrationTests {

	private static final int CONSUMERS = 10;

	private static final int BATCH = 10;

	private static final int BATCHES = 100;

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final List<Told> EVENTS = new CopyOnWriteArrayList<>();

	private static final AtomicInteger DONE = new AtomicInteger();

	private static IntToLongFunction millis = (number) -> 0;

	private final String topic = "t-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
		.withUserConfiguration(Listeners.class)
		.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
				"spring.kafka.consumer.auto-offset-reset=earliest",
				"spring.kafka.consumer.properties.session.timeout.ms=1500",
				"spring.kafka.consumer.properties.heartbeat.interval.ms=300",
				"spring.kafka.consumer.properties.max.poll.interval.ms=" + LEASE.toMillis(),
				"spring.kafka.consumer.max-poll-records=" + BATCH, "spring.kafka.listener.concurrency=" + CONSUMERS,
				"lease-guard.watchdog.interval=100ms", "topic=" + this.topic, "group=g-" + UUID.randomUUID());

	@BeforeEach
	void prepare() {
		EmbeddedBroker.createTopic(this.topic, CONSUMERS);
		EmbeddedBroker.fillTopic(this.topic, CONSUMERS, BATCH * BATCHES);
		EVENTS.clear();
		DONE.set(0);
	}

	@Test
	void steadyBatchesThatFitAreNeverWarnedOf() {
		millis = (number) -> 100;
		runAll();
		report("1000 steady batches of half a lease");
		// A machine that stops for most of a lease is warned of with good reason.
		assertThat(risks()).hasSizeLessThanOrEqualTo(1 + expirations().size());
	}

	@Test
	void heavyTailedBatchesDoNotExpireUnannounced() {
		Random random = new Random(7);
		// Log-normal: median 40 ms, mean 97 ms, one in a thousand 2.4 s.
		long[] times = random.doubles(CONSUMERS * BATCH * BATCHES)
			.mapToLong((ignored) -> (long) (40 * Math.exp(1.33 * random.nextGaussian())))
			.toArray();
		millis = (number) -> times[number % times.length];
		runAll();
		report("1000 heavy-tailed batches, half a lease in the mean");
		assertThat(leads()).hasSameSizeAs(expirations());
	}

	@Test
	void steadyBatchesThatDoNotFitAreWarnedOfLongBefore() {
		millis = (number) -> 300;
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> expirations().size() >= 50);
		});
		report("50 and more steady batches of one and a half leases");
		assertThat(leads()).hasSameSizeAs(expirations())
			.allSatisfy((lead) -> assertThat(lead).isGreaterThan(LEASE.toMillis() / 5));
	}

	private void runAll() {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			Awaitility.await().atMost(Duration.ofMinutes(10)).until(() -> DONE.get() >= CONSUMERS * BATCH * BATCHES);
		});
	}

	private static List<Told> risks() {
		return EVENTS.stream().filter((told) -> told.event() instanceof LeaseEvent.LeaseAtRisk).toList();
	}

	private static List<Told> expirations() {
		return EVENTS.stream().filter((told) -> told.event() instanceof LeaseEvent.LeaseExpired).toList();
	}

	/**
	 * The time from each warning to the expiry that it warns of, milliseconds.
	 */
	private static List<Long> leads() {
		List<Long> leads = new ArrayList<>();
		Map<Integer, Long> warned = new HashMap<>();
		for (Told told : EVENTS) {
			int consumer = told.event().consumerIndex();
			if (told.event() instanceof LeaseEvent.LeaseAtRisk) {
				warned.put(consumer, told.atNanos());
			}
			else if (told.event() instanceof LeaseEvent.LeaseExpired) {
				Long since = warned.remove(consumer);
				if (since != null) {
					leads.add(TimeUnit.NANOSECONDS.toMillis(told.atNanos() - since));
				}
			}
		}
		leads.sort(null);
		return leads;
	}

	private static void report(String what) {
		List<Long> leads = leads();
		System.out.println(
				"Forecast: " + what + ": " + risks().size() + " warnings, " + expirations().size() + " leases expired, "
						+ (expirations().size() - leads.size()) + " of them without a warning; lead time: "
						+ (leads.isEmpty() ? "-" : "shortest %d ms, median %d ms, longest %d ms".formatted(leads.get(0),
								leads.get(leads.size() / 2), leads.get(leads.size() - 1))));
	}

	/**
	 * An event.
	 *
	 * @param event the event
	 * @param atNanos when it was told
	 */
	private record Told(LeaseEvent event, long atNanos) {
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@KafkaListener(id = "payments", topics = "${topic}", groupId = "${group}")
		void listen(ConsumerRecord<String, String> record) throws InterruptedException {
			int number = record.partition() * BATCH * BATCHES + (int) record.offset();
			TimeUnit.MILLISECONDS.sleep(millis.applyAsLong(number));
			DONE.incrementAndGet();
		}

		@EventListener
		void on(LeaseEvent event) {
			EVENTS.add(new Told(event, System.nanoTime()));
		}

	}

}
