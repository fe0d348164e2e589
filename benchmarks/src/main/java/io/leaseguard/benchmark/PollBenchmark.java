package io.leaseguard.benchmark;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One poll of the wrapped consumer against the bare one.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PollBenchmark {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	/**
	 * An empty poll of Kafka's {@link MockConsumer}.
	 * @param state the consumer
	 * @return no records
	 */
	@Benchmark
	public ConsumerRecords<String, String> mockBare(Mock state) {
		return state.consumer.poll(TIMEOUT);
	}

	/**
	 * The same with the guard around it.
	 * @param state the consumer
	 * @return no records
	 */
	@Benchmark
	public ConsumerRecords<String, String> mockGuarded(GuardedMock state) {
		return state.consumer.poll(TIMEOUT);
	}

	/**
	 * A poll of a client that costs nothing.
	 * @param state the consumer
	 * @return the records
	 */
	@Benchmark
	public ConsumerRecords<String, String> clientBare(Client state) {
		return state.bare.poll(TIMEOUT);
	}

	/**
	 * The same with the guard around it.
	 * @param state the consumer
	 * @return the records
	 */
	@Benchmark
	public ConsumerRecords<String, String> clientGuarded(Client state) {
		return state.guarded.poll(TIMEOUT);
	}

	/**
	 * A {@link MockConsumer} that has nothing to hand out.
	 */
	@State(Scope.Thread)
	public static class Mock {

		Consumer<String, String> consumer = new MockConsumer<>("latest");

		public Mock() {
			this.consumer.assign(List.of(new TopicPartition("payments", 0)));
			this.consumer.seek(new TopicPartition("payments", 0), 0);
		}

	}

	/**
	 * The same guarded.
	 */
	public static class GuardedMock extends Mock {

		private final SimulatedApplication application;

		public GuardedMock() {
			this.application = SimulatedApplication.start(1);
			this.consumer = this.application.listeners().get(0).wrap(this.consumer);
		}

		/**
		 * End the application.
		 */
		@TearDown
		public void close() {
			this.application.close();
		}

	}

	/**
	 * A client whose poll costs nothing.
	 */
	@State(Scope.Thread)
	public static class Client {

		/**
		 * How many records it hands out.
		 */
		@Param({ "0", "500" })
		public int records;

		@SuppressWarnings("NullAway.Init")
		private SimulatedApplication application;

		@SuppressWarnings("NullAway.Init")
		private Consumer<String, String> bare;

		@SuppressWarnings("NullAway.Init")
		private Consumer<String, String> guarded;

		/**
		 * Start the application.
		 */
		@Setup
		public void start() {
			this.application = SimulatedApplication.start(1);
			SimulatedListener listener = this.application.listeners().get(0);
			listener.client().handOut(this.records);
			this.bare = listener.client();
			this.guarded = listener.consumer();
		}

		/**
		 * End the application.
		 */
		@TearDown
		public void close() {
			this.application.close();
		}

	}

}
