package io.leaseguard.benchmark;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import tools.jackson.databind.json.JsonMapper;

import io.leaseguard.endpoint.LeasesEndpoint;
import io.leaseguard.watchdog.Loop;

/**
 * What it costs to look at many consumers.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ViewBenchmark {

	/**
	 * A scrape of the guard's meters.
	 * @param state the registry
	 * @return the text
	 */
	@Benchmark
	public String scrapeGuard(GuardMeters state) {
		return state.registry.scrape();
	}

	/**
	 * A scrape of the metrics of the same Kafka clients, which Spring Boot binds by
	 * default.
	 * @param state the registry
	 * @return the text
	 */
	@Benchmark
	public String scrapeClients(ClientMeters state) {
		return state.registry.scrape();
	}

	/**
	 * The endpoint with all consumers, as JSON.
	 * @param state the endpoint
	 * @return the JSON
	 */
	@Benchmark
	public byte[] endpoint(Endpoint state) {
		return state.mapper.writeValueAsBytes(state.endpoint.leases());
	}

	/**
	 * Watched consumers.
	 */
	@State(Scope.Thread)
	public abstract static class Watched {

		/**
		 * How many there are.
		 */
		@Param({ "1", "1000" })
		public int consumers;

		final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

		@SuppressWarnings("NullAway.Init")
		private Loop loop;

		/**
		 * Start the application and let it learn a little.
		 */
		@Setup
		public void start() {
			this.loop = new Loop(this.consumers);
			this.loop.handOut(10);
			for (int i = 0; i < 30; i++) {
				this.loop.pass(10);
				this.loop.tick();
			}
			prepare(this.loop);
		}

		abstract void prepare(Loop loop);

		/**
		 * End the application.
		 */
		@TearDown
		public void close() {
			this.loop.close();
		}

	}

	/**
	 * The meters of the guard.
	 */
	public static class GuardMeters extends Watched {

		@Override
		void prepare(Loop loop) {
			loop.application().bean("leaseGuardMeters", MeterBinder.class).bindTo(this.registry);
		}

	}

	/**
	 * The meters of the Kafka clients.
	 */
	public static class ClientMeters extends Watched {

		private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

		@Override
		void prepare(Loop loop) {
			loop.application()
				.listeners()
				.forEach((listener) -> new KafkaClientMetrics(listener.client(), Tags.empty(), this.scheduler)
					.bindTo(this.registry));
		}

		@Override
		public void close() {
			super.close();
			this.scheduler.shutdownNow();
		}

	}

	/**
	 * The endpoint.
	 */
	public static class Endpoint extends Watched {

		private final JsonMapper mapper = JsonMapper.builder().build();

		@SuppressWarnings("NullAway.Init")
		private LeasesEndpoint endpoint;

		@Override
		void prepare(Loop loop) {
			this.endpoint = loop.application().bean(LeasesEndpoint.class);
		}

	}

}
