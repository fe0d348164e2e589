package io.leaseguard.benchmark;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListenerConfigurer;
import org.springframework.kafka.config.KafkaListenerEndpointRegistrar;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Measures how much longer an application takes to start with the guard. Its listeners
 * are judged and tapped, but not started, so there is no broker to wait for.
 */
final class StartUpMeasurement {

	private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

	private StartUpMeasurement() {
	}

	static Section measure(Effort effort) {
		Section section = new Section("Start-up", """
				Start of an application whose listeners are judged and tapped but not started, with and without the \
				guard, taking turns. The cost of a listener is what an application with the most listeners pays more \
				than one with a single listener, shared among them; the rest is what the guard costs at all.""",
				"listeners", "without, ms", "with, ms", "ratio", "difference, ms", "threads more");
		List<Spread> differences = new ArrayList<>();
		start(effort.listeners()[0], true);
		start(effort.listeners()[0], false);
		for (int listeners : effort.listeners()) {
			List<Double> with = new ArrayList<>();
			List<Double> without = new ArrayList<>();
			Set<String> threads = Set.of();
			for (int i = 0; i < effort.starts(); i++) {
				Start unguarded = start(listeners, false);
				Start guarded = start(listeners, true);
				without.add(unguarded.millis());
				with.add(guarded.millis());
				threads = new TreeSet<>(guarded.threads());
				threads.removeAll(unguarded.threads());
			}
			Spread difference = Spread.difference(with, without);
			differences.add(difference);
			section.row(listeners, Spread.of(without), Spread.of(with), Spread.ratio(with, without), difference,
					threads.size() + " " + threads);
		}
		int fewest = effort.listeners()[0];
		int most = effort.listeners()[effort.listeners().length - 1];
		double each = (differences.get(differences.size() - 1).median() - differences.get(0).median())
				/ (most - fewest);
		section.atMost("A listener", each, 1, "ms");
		return section;
	}

	private static Start start(int listeners, boolean guarded) {
		long before = System.nanoTime();
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Listeners.class)
			.web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties("spring.main.banner-mode=off", "logging.level.root=off",
					"spring.kafka.bootstrap-servers=127.0.0.1:1", "spring.kafka.listener.auto-startup=false",
					"lease-guard.record-timeout=2s", "lease-guard.enabled=" + guarded, "listeners=" + listeners)
			.run()) {
			double millis = (System.nanoTime() - before) / NANOS_PER_MILLI;
			Set<String> threads = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.map(Thread::getName)
				.collect(Collectors.toSet());
			return new Start(millis, threads);
		}
	}

	/**
	 * One start.
	 *
	 * @param millis how long it took, milliseconds
	 * @param threads the names of the threads then
	 */
	private record Start(double millis, Set<String> threads) {
	}

	/**
	 * An application with many listeners.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Listeners implements KafkaListenerConfigurer {

		private final int listeners;

		Listeners(@Value("${listeners}") int listeners) {
			this.listeners = listeners;
		}

		@Override
		public void configureKafkaListeners(KafkaListenerEndpointRegistrar registrar) {
			DefaultMessageHandlerMethodFactory methods = new DefaultMessageHandlerMethodFactory();
			methods.afterPropertiesSet();
			Method method = Objects
				.requireNonNull(ReflectionUtils.findMethod(Listeners.class, "listen", ConsumerRecord.class));
			for (int i = 0; i < this.listeners; i++) {
				MethodKafkaListenerEndpoint<String, String> endpoint = new MethodKafkaListenerEndpoint<>();
				endpoint.setId("listener-" + i);
				endpoint.setGroupId("group-" + i);
				endpoint.setTopics("topic-" + i);
				endpoint.setBean(this);
				endpoint.setMethod(method);
				endpoint.setMessageHandlerMethodFactory(methods);
				registrar.registerEndpoint(endpoint);
			}
		}

		/**
		 * Do nothing.
		 * @param record a record
		 */
		void listen(ConsumerRecord<String, String> record) {
		}

	}

}
