package io.leaseguard.benchmark;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.kafka.listener.RecordInterceptor;
import org.springframework.kafka.support.micrometer.KafkaListenerObservation;
import org.springframework.kafka.support.micrometer.KafkaRecordReceiverContext;
import org.springframework.kafka.support.micrometer.MicrometerHolder;

import io.leaseguard.container.EveryRecordTimed;

/**
 * What is done around the empty listener for one record: by the guard, and by what
 * spring-kafka itself offers.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordBenchmark {

	/**
	 * An interceptor that does nothing: what it costs to call one at all.
	 * @param state the interceptor
	 * @return the record
	 */
	@Benchmark
	public @Nullable Object nothing(Nothing state) {
		return state.run();
	}

	/**
	 * The guard, as quick records see it.
	 * @param state the interceptor
	 * @return the record
	 */
	@Benchmark
	public @Nullable Object guard(Guard state) {
		return state.run();
	}

	/**
	 * The guard with batch splitting armed.
	 * @param state the interceptor
	 * @return the record
	 */
	@Benchmark
	public @Nullable Object guardWithSplitting(GuardWithSplitting state) {
		return state.run();
	}

	/**
	 * The guard, as slow records see it, of which each is timed.
	 * @param state the interceptor
	 * @return the record
	 */
	@Benchmark
	public @Nullable Object guardTimingEveryRecord(GuardTimingEveryRecord state) {
		return state.run();
	}

	/**
	 * The timer that spring-kafka starts and stops for each record by default, in a
	 * simple registry.
	 * @param state the timer
	 */
	@Benchmark
	public void timer(SimpleTimer state) {
		state.run();
	}

	/**
	 * The same timer in a Prometheus registry.
	 * @param state the timer
	 */
	@Benchmark
	public void timerPrometheus(PrometheusTimer state) {
		state.run();
	}

	/**
	 * The observation that spring-kafka makes for each record where it is enabled.
	 * @param state the registry
	 */
	@Benchmark
	public void observation(ListenerObservation state) {
		state.run();
	}

	/**
	 * The calls that a container makes to its interceptor for one record.
	 */
	@State(Scope.Thread)
	public abstract static class Intercepted {

		private final SimulatedApplication application;

		private final ConsumerRecord<String, String> record = new ConsumerRecord<>("payments", 0, 42, "key", "value");

		private RecordInterceptor<String, String> interceptor;

		private Consumer<String, String> consumer;

		Intercepted(String... properties) {
			this.application = SimulatedApplication.start(1, properties);
			SimulatedListener listener = this.application.listeners().get(0);
			this.interceptor = listener.interceptor();
			this.consumer = listener.consumer();
		}

		final void intercept(RecordInterceptor<String, String> interceptor) {
			this.interceptor = interceptor;
		}

		final void consume(Consumer<String, String> consumer) {
			this.consumer = consumer;
		}

		// As a container does before each poll.
		final void arm() {
			this.interceptor.setupThreadState(this.consumer);
		}

		final @Nullable Object run() {
			ConsumerRecord<String, String> intercepted = this.interceptor.intercept(this.record, this.consumer);
			this.interceptor.success(this.record, this.consumer);
			this.interceptor.afterRecord(this.record, this.consumer);
			return intercepted;
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
	 * An interceptor that does nothing.
	 */
	public static class Nothing extends Intercepted {

		public Nothing() {
			intercept((record, consumer) -> record);
		}

	}

	/**
	 * The guard by default.
	 */
	public static class Guard extends Intercepted {

		public Guard() {
			super(new String[0]);
		}

	}

	/**
	 * The guard with batch splitting.
	 */
	public static class GuardWithSplitting extends Intercepted {

		public GuardWithSplitting() {
			super("lease-guard.batch-splitting.enabled=true");
			arm();
		}

	}

	/**
	 * The guard with records that are never quick.
	 */
	public static class GuardTimingEveryRecord extends Intercepted {

		public GuardTimingEveryRecord() {
			consume(EveryRecordTimed.wrap(new SimulatedClient("slow", new SimulatedClock())));
		}

	}

	/**
	 * A timer as a container holds it.
	 */
	@State(Scope.Thread)
	public abstract static class HeldTimer {

		private final MicrometerHolder holder;

		HeldTimer(MeterRegistry registry) {
			GenericApplicationContext context = new GenericApplicationContext();
			context.registerBean(MeterRegistry.class, () -> registry);
			context.refresh();
			this.holder = new MicrometerHolder(context, "payments", "spring.kafka.listener", "Kafka Listener Timer",
					(record) -> Map.of());
		}

		final void run() {
			Object sample = this.holder.start();
			this.holder.success(sample);
		}

	}

	/**
	 * A timer in a simple registry.
	 */
	public static class SimpleTimer extends HeldTimer {

		public SimpleTimer() {
			super(new SimpleMeterRegistry());
		}

	}

	/**
	 * A timer in a Prometheus registry.
	 */
	public static class PrometheusTimer extends HeldTimer {

		public PrometheusTimer() {
			super(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
		}

	}

	/**
	 * The observation of a listener, which ends in meters.
	 */
	@State(Scope.Thread)
	public static class ListenerObservation {

		private final ConsumerRecord<String, String> record = new ConsumerRecord<>("payments", 0, 42, "key", "value");

		private final ObservationRegistry registry = ObservationRegistry.create();

		/**
		 * Let observations end in meters.
		 */
		@Setup
		public void handle() {
			this.registry.observationConfig()
				.observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
		}

		final void run() {
			Observation observation = KafkaListenerObservation.LISTENER_OBSERVATION.observation(null,
					KafkaListenerObservation.DefaultKafkaListenerObservationConvention.INSTANCE,
					() -> new KafkaRecordReceiverContext(this.record, "payments", "consumer-payments-1", "payments",
							() -> "cluster"),
					this.registry);
			observation.start();
			try (Observation.Scope scope = observation.openScope()) {
				observation.stop();
			}
		}

	}

}
