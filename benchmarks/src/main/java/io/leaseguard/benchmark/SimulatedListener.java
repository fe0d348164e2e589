package io.leaseguard.benchmark;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.ConsumerPostProcessor;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.listener.RecordInterceptor;

/**
 * A listener container whose consumer is simulated: it is judged and tapped like any
 * other, and this class does what the container's thread would do.
 */
public final class SimulatedListener extends KafkaMessageListenerContainer<String, String> {

	private final ConsumerFactory<String, String> factory;

	private final SimulatedClient client;

	private @Nullable Consumer<String, String> consumer;

	SimulatedListener(ConsumerFactory<String, String> factory, String listenerId, SimulatedClock clock) {
		super(factory, properties(listenerId));
		this.factory = factory;
		this.client = new SimulatedClient(listenerId, clock);
		setBeanName(listenerId);
		setAutoStartup(false);
	}

	private static ContainerProperties properties(String listenerId) {
		ContainerProperties properties = new ContainerProperties(listenerId);
		properties.setGroupId(listenerId);
		properties.setMessageListener((MessageListener<String, String>) (record) -> {
		});
		return properties;
	}

	/**
	 * Make the consumer as the factory does, and subscribe.
	 */
	void connect() {
		Consumer<String, String> wrapped = wrap(this.client);
		this.consumer = wrapped;
		wrapped.subscribe(List.of(String.valueOf(getListenerId())), new ConsumerRebalanceListener() {

			@Override
			public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
			}

			@Override
			public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
			}

		});
		wrapped.poll(Duration.ZERO);
	}

	/**
	 * Wrap a consumer as the factory of this listener does.
	 * @param bare the consumer
	 * @return the wrapped one
	 */
	Consumer<String, String> wrap(Consumer<String, String> bare) {
		Consumer<String, String> wrapped = bare;
		for (ConsumerPostProcessor<String, String> postProcessor : this.factory.getPostProcessors()) {
			wrapped = postProcessor.apply(wrapped);
		}
		return wrapped;
	}

	/**
	 * Return the consumer as the container has it.
	 * @return the wrapped client
	 */
	public Consumer<String, String> consumer() {
		Consumer<String, String> current = this.consumer;
		if (current == null) {
			throw new IllegalStateException(this + " is not connected");
		}
		return current;
	}

	/**
	 * Return the client inside the consumer.
	 * @return the client
	 */
	public SimulatedClient client() {
		return this.client;
	}

	/**
	 * Return the interceptor that the container calls around each record.
	 * @return the interceptor, one that does nothing where there is no guard
	 */
	RecordInterceptor<String, String> interceptor() {
		RecordInterceptor<String, String> interceptor = getRecordInterceptor();
		return (interceptor != null) ? interceptor : (record, consumer) -> record;
	}

	/**
	 * Poll, and be done with each record at once.
	 */
	public void turn() {
		turn(Duration.ZERO);
	}

	/**
	 * Poll, and be done with each record at once.
	 * @param timeout how long the poll may wait for records
	 */
	void turn(Duration timeout) {
		ConsumerRecords<String, String> records = consumer().poll(timeout);
		RecordInterceptor<String, String> interceptor = interceptor();
		if (!records.isEmpty()) {
			for (ConsumerRecord<String, String> record : records) {
				interceptor.intercept(record, consumer());
				interceptor.success(record, consumer());
				interceptor.afterRecord(record, consumer());
			}
		}
	}

	@Override
	public Map<String, Map<MetricName, ? extends Metric>> metrics() {
		return Map.of("client", consumer().metrics());
	}

}
