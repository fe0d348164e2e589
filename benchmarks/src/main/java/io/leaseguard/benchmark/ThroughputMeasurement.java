package io.leaseguard.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

import io.leaseguard.test.broker.BrokerProcess;

/**
 * Measures how many records a second go through a listener that does nothing, from a real
 * broker in a process of its own, with and without the guard.
 */
final class ThroughputMeasurement {

	private static final double NANOS_PER_SECOND = 1e9;

	private static final String TOPIC = "load";

	private static final String VALUE = "v".repeat(100);

	private ThroughputMeasurement() {
	}

	static Section measure(Effort effort) {
		Section section = new Section("End to end", """
				One `@KafkaListener` with an empty body reads %,d records of 100 bytes from a real broker, which runs \
				on the same machine in a process of its own, as does each kind of application. The kinds take turns, \
				%d runs each after one to warm up. Measured from the first record to the last; ratios are to the run \
				without guard and timer of the same turn. The processor time is that of the application's whole \
				process, client included.""".formatted(effort.records(), effort.runs()), "application",
				"records a second", "throughput ratio", "processor time, ns a record", "ratio");
		List<Worker> workers = new ArrayList<>();
		try (BrokerProcess broker = BrokerProcess.builder().start()) {
			produce(broker, effort.records());
			for (ThroughputWorker.Kind kind : ThroughputWorker.Kind.values()) {
				workers.add(new Worker(kind, broker, effort.records()));
			}
			workers.forEach(Worker::run);
			for (int i = 0; i < effort.runs(); i++) {
				workers.forEach(Worker::measure);
			}
		}
		finally {
			workers.forEach(Worker::close);
		}
		Worker off = workers.get(ThroughputWorker.Kind.OFF.ordinal());
		for (Worker worker : workers) {
			Spread ratio = Spread.ratio(worker.rates, off.rates);
			section.row(worker.kind.title(), Spread.of(worker.rates), ratio, Spread.of(worker.processorNanos),
					Spread.ratio(worker.processorNanos, off.processorNanos));
			if (worker.kind.guarded()) {
				section.atLeast("Throughput, " + worker.kind.title(), ratio.median(), 0.99, "of that without");
			}
		}
		return section;
	}

	private static void produce(BrokerProcess broker, int records) {
		Map<String, Object> config = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
				ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class,
				ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, StringSerializer.class, ProducerConfig.LINGER_MS_CONFIG,
				50, ProducerConfig.BATCH_SIZE_CONFIG, 200_000);
		try (Admin admin = Admin
			.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()))) {
			admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
		}
		catch (ExecutionException | InterruptedException ex) {
			throw new IllegalStateException("The topic could not be made", ex);
		}
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(config)) {
			for (int i = 0; i < records; i++) {
				producer.send(new ProducerRecord<>(TOPIC, VALUE));
			}
		}
	}

	/**
	 * The process of one kind of application.
	 */
	private static final class Worker {

		private final ThroughputWorker.Kind kind;

		private final int records;

		private final List<Double> rates = new ArrayList<>();

		private final List<Double> processorNanos = new ArrayList<>();

		private final Process process;

		private final BufferedReader answers;

		Worker(ThroughputWorker.Kind kind, BrokerProcess broker, int records) {
			this.kind = kind;
			this.records = records;
			try {
				this.process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-Xms256m", "-Xmx512m", "-cp", System.getProperty("java.class.path"),
						ThroughputWorker.class.getName(), kind.name(), broker.bootstrapServers(), TOPIC,
						Integer.toString(records))
					.redirectError(ProcessBuilder.Redirect.INHERIT)
					.start();
				this.answers = this.process.inputReader(StandardCharsets.UTF_8);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		/**
		 * Let it read the topic once.
		 * @return the time and the processor time, nanoseconds
		 */
		long[] run() {
			try {
				this.process.getOutputStream().write('\n');
				this.process.getOutputStream().flush();
				String answer = this.answers.readLine();
				if (answer == null) {
					throw new IllegalStateException("A worker has ended");
				}
				String[] nanos = answer.split(" ");
				return new long[] { Long.parseLong(nanos[0]), Long.parseLong(nanos[1]) };
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		void measure() {
			long[] nanos = run();
			this.rates.add(this.records * NANOS_PER_SECOND / nanos[0]);
			this.processorNanos.add((double) nanos[1] / this.records);
		}

		void close() {
			this.process.destroy();
		}

	}

}
