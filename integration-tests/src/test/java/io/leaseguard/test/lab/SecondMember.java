package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringDeserializer;

import io.leaseguard.test.fault.HeartbeatThreads;

import static org.awaitility.Awaitility.await;

/**
 * A healthy member that joins the group of a subject, works and leaves again when it is
 * closed. It knows nothing of the guard.
 */
final class SecondMember implements AutoCloseable {

	private final KafkaConsumer<String, String> consumer;

	private final Ledger ledger;

	private final String group;

	private final Set<Thread> others;

	private final Thread thread;

	private volatile boolean closed;

	private volatile int assigned;

	SecondMember(Trial trial, String bootstrapServers, Map<String, Object> properties) {
		Map<String, Object> all = new HashMap<>();
		all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
		all.put(ConsumerConfig.GROUP_ID_CONFIG, trial.id());
		all.put(ConsumerConfig.CLIENT_ID_CONFIG, trial.id() + "-second");
		all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
		all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		all.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, (int) Duration.ofMinutes(1).toMillis());
		all.putAll(properties);
		this.ledger = trial.work().ledger;
		this.group = trial.id();
		this.others = Set.copyOf(HeartbeatThreads.ofGroup(this.group));
		this.consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
		this.consumer.subscribe(List.of(trial.topic()));
		this.thread = new Thread(this::work, "second-member-of-" + trial.id());
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void work() {
		while (!this.closed) {
			try {
				var records = this.consumer.poll(Duration.ofMillis(200));
				this.assigned = this.consumer.assignment().size();
				records.forEach(this.ledger::completed);
				this.consumer.commitSync();
			}
			catch (KafkaException ex) {
				// A rebalance has been in the way
				continue;
			}
		}
		this.consumer.close();
	}

	/**
	 * Give its heartbeat thread another name, so that it does not look like one of the
	 * subject: a second member usually lives in another JVM.
	 */
	SecondMember outOfSight() {
		await().atMost(Timings.LIMIT)
			.until(() -> HeartbeatThreads.ofGroup(this.group)
				.stream()
				.filter((one) -> !this.others.contains(one))
				.toList(), (own) -> own.size() == 1)
			.forEach((own) -> own.setName("heartbeat of the second member"));
		return this;
	}

	/**
	 * Return the number of its partitions.
	 */
	int assigned() {
		return this.assigned;
	}

	@Override
	public void close() throws InterruptedException {
		this.closed = true;
		this.thread.join();
	}

}
