package io.leaseguard.test.lab;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.ListenerSnapshot;

/**
 * A running application under test, with one listener whose id is also its group and the
 * name of its threads.
 */
final class Subject implements AutoCloseable {

	private final String id;

	private final ConfigurableApplicationContext context;

	private Subject(String id, ConfigurableApplicationContext context) {
		this.id = id;
		this.context = context;
	}

	/**
	 * Start an application.
	 * @param id id of the subject
	 * @param properties properties of the application
	 * @param beans adds beans of the test
	 * @return the running application
	 */
	static Subject start(String id, Map<String, String> properties, Consumer<GenericApplicationContext> beans) {
		SpringApplication application = new SpringApplication(SubjectConfiguration.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(false);
		application.addInitializers((context) -> beans.accept((GenericApplicationContext) context));
		Map<String, String> arguments = new LinkedHashMap<>();
		arguments.put("laboratory.subject", id);
		arguments.put("spring.main.banner-mode", "off");
		arguments.put("spring.kafka.consumer.auto-offset-reset", "earliest");
		arguments.put("spring.kafka.consumer.value-deserializer", GatedDeserializer.class.getName());
		arguments.put("spring.kafka.consumer.properties." + GatedDeserializer.SUBJECT, id);
		arguments.putAll(properties);
		return new Subject(id,
				application.run(arguments.entrySet()
					.stream()
					.map((argument) -> "--" + argument.getKey() + "=" + argument.getValue())
					.toArray(String[]::new)));
	}

	String id() {
		return this.id;
	}

	Work work() {
		return this.context.getBean(Work.class);
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	/**
	 * Return what the guard says of the listener.
	 */
	ListenerSnapshot listener() {
		ListenerSnapshot listener = this.context.getBean(LeaseGuard.class).snapshot().listeners().get(this.id);
		if (listener == null) {
			throw new IllegalStateException("The guard does not know listener '" + this.id + "'");
		}
		return listener;
	}

	ConcurrentMessageListenerContainer<?, ?> container() {
		Object container = this.context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer(this.id);
		return (ConcurrentMessageListenerContainer<?, ?>) container;
	}

	/**
	 * Return whether all partitions are assigned and every consumer has sent a heartbeat.
	 * Asks the clients, so that it can be asked of an unguarded application, too.
	 */
	boolean settled(int partitions, int consumers) {
		Map<String, Map<MetricName, ? extends Metric>> clients = container().metrics();
		Collection<TopicPartition> assigned = container().getAssignedPartitions();
		return clients.size() == consumers && assigned != null && assigned.size() == partitions
				&& clients.values().stream().allMatch((client) -> metric(client, "heartbeat-total") > 0);
	}

	/**
	 * Return the greatest age of a heartbeat among the consumers, seconds.
	 */
	double heartbeatAge() {
		return container().metrics()
			.values()
			.stream()
			.mapToDouble((client) -> metric(client, "last-heartbeat-seconds-ago"))
			.max()
			.orElse(-1);
	}

	private static double metric(Map<MetricName, ? extends Metric> client, String name) {
		return client.values()
			.stream()
			.filter((metric) -> metric.metricName().name().equals(name)
					&& metric.metricName().group().equals("consumer-coordinator-metrics"))
			.mapToDouble((metric) -> (Double) metric.metricValue())
			.findFirst()
			.orElse(-1);
	}

	@Override
	public void close() {
		Work work = work();
		work.release();
		this.context.close();
		work.close();
	}

}
