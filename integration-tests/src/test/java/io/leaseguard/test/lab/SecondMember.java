package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A healthy member that joins the group of a subject, works and leaves again when it is
 * closed. It knows nothing of the guard.
 */
final class SecondMember implements AutoCloseable {

	private final KafkaConsumer<String, String> consumer;

	private final Ledger ledger;

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
		this.consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
		this.consumer.subscribe(java.util.List.of(trial.topic()));
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
