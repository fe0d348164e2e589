package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.messaging.handler.annotation.Header;

/**
 * The members of a {@link SplitRun}.
 */
@Configuration(proxyBeanMethods = false)
class SplitMembers {

	final List<String> handled = new CopyOnWriteArrayList<>();

	final List<String> wrong = new CopyOnWriteArrayList<>();

	final AtomicInteger lost = new AtomicInteger();

	final Map<Thread, Integer> assignments = new ConcurrentHashMap<>();

	private final long recordMs;

	volatile java.util.function.Consumer<ConsumerRecord<String, String>> check = (record) -> {
	};

	SplitMembers(@Value("${record-time}") long recordMs) {
		this.recordMs = recordMs;
	}

	@KafkaListener(id = "a", idIsGroup = false, groupId = "${topic}", topics = "${topic}", autoStartup = "false")
	@KafkaListener(id = "b", idIsGroup = false, groupId = "${topic}", topics = "${topic}", autoStartup = "false")
	@KafkaListener(id = "c", idIsGroup = false, groupId = "${topic}", topics = "${topic}", autoStartup = "false")
	void handle(ConsumerRecord<String, String> record,
			@Header(name = KafkaHeaders.ACKNOWLEDGMENT, required = false) @Nullable Acknowledgment acknowledgment)
			throws InterruptedException {
		this.check.accept(record);
		// A record takes a little more or less time, as records do.
		long spread = this.recordMs / 4;
		Thread.sleep(this.recordMs - spread + ThreadLocalRandom.current().nextLong(2 * spread + 1));
		this.handled.add(record.partition() + "@" + record.offset());
		if (acknowledgment != null) {
			acknowledgment.acknowledge();
		}
	}

	@Bean
	@ConditionalOnProperty(name = "seek-after-error", havingValue = "false")
	DefaultErrorHandler errorHandler() {
		DefaultErrorHandler handler = new DefaultErrorHandler();
		handler.setSeekAfterError(false);
		return handler;
	}

	/**
	 * The container of a listener method asks for the position of each partition that is
	 * assigned, to tell a listener that wants to know. Ours does not, and under the
	 * consumer protocol the answer now and then takes a minute.
	 */
	@Bean
	DefaultKafkaConsumerFactoryCustomizer positionsOfNoInterest() {
		return (factory) -> addPostProcessor(factory);
	}

	private static <K, V> void addPostProcessor(DefaultKafkaConsumerFactory<K, V> factory) {
		SplitRun.Intervention none = (method, real) -> method.equals("position") ? Long.valueOf(0) : real.call();
		factory.addPostProcessor((consumer) -> none.around(consumer));
	}

	@Bean
	ConsumerAwareRebalanceListener rebalanceListener(ObjectProvider<KafkaListenerEndpointRegistry> registry) {
		return new ConsumerAwareRebalanceListener() {

			@Override
			public void onPartitionsAssigned(Consumer<?, ?> consumer, java.util.Collection<TopicPartition> partitions) {
				SplitMembers.this.assignments.merge(Thread.currentThread(), 1, Integer::sum);
			}

			@Override
			public void onPartitionsLost(Consumer<?, ?> consumer, java.util.Collection<TopicPartition> partitions) {
				// Under the consumer protocol a member that leaves calls it a loss.
				String member = Thread.currentThread().getName().substring(0, 1);
				if (Objects.requireNonNull(registry.getObject().getListenerContainer(member)).isRunning()) {
					SplitMembers.this.lost.incrementAndGet();
				}
			}

		};
	}

}
