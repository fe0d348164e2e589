package io.leaseguard.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.autoconfigure.LeaseGuardAutoConfiguration;

/**
 * An application with one listener that does nothing, in a process of its own. At each
 * line that it is sent it starts, reads the topic from its beginning, answers how long
 * that took, and stops.
 */
public final class ThroughputWorker {

	private ThroughputWorker() {
	}

	/**
	 * Wait for work.
	 * @param arguments the kind, the bootstrap servers, the topic, the number of records
	 * @throws IOException if the standard input can't be read
	 * @throws InterruptedException if interrupted
	 */
	public static void main(String[] arguments) throws IOException, InterruptedException {
		Kind kind = Kind.valueOf(arguments[0]);
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		while (input.readLine() != null) {
			System.out.println(run(kind, arguments[1], arguments[2], Integer.parseInt(arguments[3])));
		}
		System.exit(0);
	}

	private static String run(Kind kind, String bootstrapServers, String topic, int records)
			throws InterruptedException {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(kind.application)
			.web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties("spring.main.banner-mode=off", "logging.level.root=off",
					"spring.kafka.bootstrap-servers=" + bootstrapServers,
					"spring.kafka.consumer.group-id=" + UUID.randomUUID(),
					"spring.kafka.consumer.auto-offset-reset=earliest", "lease-guard.record-timeout=2s",
					"topic=" + topic, "records=" + records, "lease-guard.enabled=" + kind.guarded,
					"lease-guard.batch-splitting.enabled=" + kind.splitting,
					"spring.kafka.listener.observation-enabled=" + kind.observed)
			.run()) {
			Load load = context.getBean(Load.class);
			load.done.await();
			return load.nanos + " " + load.processorNanos;
		}
	}

	/**
	 * What is put around the listener.
	 */
	enum Kind {

		OFF("no guard, no timer", Application.class, false, false, false),

		ON("guard", Application.class, true, false, false),

		SPLITTING("guard with batch splitting armed", Application.class, true, true, false),

		TIMER("spring-kafka's timer, no guard", Timed.class, false, false, false),

		OBSERVATION("spring-kafka's observation, no guard", Observed.class, false, false, true);

		private final String title;

		private final Class<?> application;

		private final boolean guarded;

		private final boolean splitting;

		private final boolean observed;

		Kind(String title, Class<?> application, boolean guarded, boolean splitting, boolean observed) {
			this.title = title;
			this.application = application;
			this.guarded = guarded;
			this.splitting = splitting;
			this.observed = observed;
		}

		String title() {
			return this.title;
		}

		boolean guarded() {
			return this.guarded;
		}

	}

	/**
	 * A listener that does nothing but count.
	 */
	static final class Load {

		private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
			.getOperatingSystemMXBean();

		private final CountDownLatch done = new CountDownLatch(1);

		private final int records;

		private int count;

		private long nanos;

		private long processorNanos;

		Load(int records) {
			this.records = records;
		}

		@KafkaListener(id = "load", topics = "${topic}", idIsGroup = false)
		void listen(ConsumerRecord<String, String> record) {
			this.count++;
			if (this.count == 1) {
				this.nanos = -System.nanoTime();
				this.processorNanos = -SYSTEM.getProcessCpuTime();
			}
			else if (this.count == this.records) {
				this.nanos += System.nanoTime();
				this.processorNanos += SYSTEM.getProcessCpuTime();
				this.done.countDown();
			}
		}

	}

	/**
	 * An application without a meter registry.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class })
	static class Application {

		@Bean
		Load load(@Value("${records}") int records) {
			return new Load(records);
		}

	}

	/**
	 * An application with a meter registry, where spring-kafka times each record.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Timed extends Application {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

	}

	/**
	 * An application where each record is observed and the observation ends in meters.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Observed extends Timed {

		@Bean
		ObservationRegistry observationRegistry(MeterRegistry registry) {
			ObservationRegistry observations = ObservationRegistry.create();
			observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(registry));
			return observations;
		}

	}

}
