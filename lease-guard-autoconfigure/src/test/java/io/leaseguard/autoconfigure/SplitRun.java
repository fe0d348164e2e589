package io.leaseguard.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.messaging.handler.annotation.Header;

import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.ListenerSnapshot;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A group of members that work through a topic: every member a listener of its own, three
 * at most, started and stopped by the test.
 */
final class SplitRun {

	private static final List<String> MEMBERS = List.of("a", "b", "c");

	final String topic = "split-" + UUID.randomUUID();

	private final int partitions;

	private final int recordsPerPartition;

	private ApplicationContextRunner runner;

	private @Nullable ApplicationContext context;

	SplitRun(int partitions, int recordsPerPartition, Duration recordTime) {
		this.partitions = partitions;
		this.recordsPerPartition = recordsPerPartition;
		this.runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
			.withUserConfiguration(Members.class)
			.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
					"spring.kafka.consumer.auto-offset-reset=earliest", "topic=" + this.topic,
					"record-time=" + recordTime.toMillis(), "spring.kafka.listener.poll-timeout=200ms",
					"lease-guard.watchdog.interval=100ms", "lease-guard.on-violation=warn");
	}

	SplitRun with(String... properties) {
		this.runner = this.runner.withPropertyValues(properties);
		return this;
	}

	SplitRun protocol(String protocol) {
		return protocol.equals("classic")
				? with("spring.kafka.consumer.properties.session.timeout.ms=2000",
						"spring.kafka.consumer.properties.heartbeat.interval.ms=300")
				: with("spring.kafka.consumer.properties.group.protocol=consumer");
	}

	/**
	 * Run it.
	 * @param body what to do with the members
	 * @return what came of it
	 */
	Outcome run(Body body) {
		EmbeddedBroker.createTopic(this.topic, this.partitions);
		EmbeddedBroker.fillTopic(this.topic, this.partitions, this.recordsPerPartition);
		List<Outcome> outcome = new ArrayList<>();
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed();
			this.context = context;
			body.accept(this);
			MEMBERS.forEach(this::leave);
			outcome.add(outcome(context));
		});
		return outcome.get(0);
	}

	Outcome outcome() {
		return outcome(Objects.requireNonNull(this.context));
	}

	private Outcome outcome(ApplicationContext context) {
		Members members = context.getBean(Members.class);
		Map<String, ListenerSnapshot> listeners = context.getBean(LeaseGuard.class).snapshot().listeners();
		long expirations = listeners.values().stream().mapToLong(ListenerSnapshot::expirations).sum();
		long splits = listeners.values().stream().mapToLong(ListenerSnapshot::splits).sum();
		return new Outcome(List.copyOf(members.handled), members.lost.get(), expirations, splits, committed(),
				this.partitions * this.recordsPerPartition, List.copyOf(members.wrong));
	}

	private long committed() {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", EmbeddedBroker.bootstrapServers()))) {
			return admin.listConsumerGroupOffsets(this.topic)
				.partitionsToOffsetAndMetadata()
				.get()
				.values()
				.stream()
				.filter(Objects::nonNull)
				.mapToLong(OffsetAndMetadata::offset)
				.sum();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	AbstractMessageListenerContainer<?, ?> member(String id) {
		return (AbstractMessageListenerContainer<?, ?>) Objects.requireNonNull(Objects.requireNonNull(this.context)
			.getBean(KafkaListenerEndpointRegistry.class)
			.getListenerContainer(id));
	}

	@SuppressWarnings("unchecked")
	ConsumerFactory<Object, Object> consumerFactory() {
		return Objects.requireNonNull(this.context).getBean(ConsumerFactory.class);
	}

	void join(String id) {
		member(id).start();
	}

	void leave(String id) {
		member(id).stop();
	}

	int distinct() {
		return (int) Objects.requireNonNull(this.context).getBean(Members.class).handled.stream().distinct().count();
	}

	boolean complete() {
		return distinct() == this.partitions * this.recordsPerPartition;
	}

	void inListener(java.util.function.Consumer<ConsumerRecord<String, String>> check) {
		Objects.requireNonNull(this.context).getBean(Members.class).check = check;
	}

	void wrong(String what) {
		Objects.requireNonNull(this.context).getBean(Members.class).wrong.add(what);
	}

	/**
	 * What is done with the members of a run.
	 */
	interface Body {

		void accept(SplitRun run) throws Exception;

	}

	/**
	 * What came of a run.
	 *
	 * @param handled the records in the order in which they were handled, as
	 * {@code partition@offset}
	 * @param lost how often partitions were lost
	 * @param expirations how many leases expired
	 * @param splits how many batches were split
	 * @param committed how many records are committed
	 * @param sent how many records there are
	 * @param wrong what must not have been
	 */
	record Outcome(List<String> handled, int lost, long expirations, long splits, long committed, int sent,
			List<String> wrong) {

		int distinct() {
			return (int) this.handled.stream().distinct().count();
		}

		int doubled() {
			return this.handled.size() - distinct();
		}

		/**
		 * Records that were handled for the first time after a later one of their
		 * partition.
		 * @return the records
		 */
		List<String> outOfOrder() {
			List<String> found = new ArrayList<>();
			Map<String, Integer> highest = new HashMap<>();
			this.handled.stream().distinct().forEach((record) -> {
				String[] parts = record.split("@");
				int offset = Integer.parseInt(parts[1]);
				if (highest.getOrDefault(parts[0], -1) > offset) {
					found.add(record);
				}
				highest.merge(parts[0], offset, Math::max);
			});
			return found;
		}

		@Override
		public String toString() {
			return "Outcome[distinct=%d/%d, doubled=%d, outOfOrder=%s, lost=%d, expirations=%d, splits=%d, committed=%d, wrong=%s]"
				.formatted(distinct(), this.sent, doubled(), outOfOrder(), this.lost, this.expirations, this.splits,
						this.committed, this.wrong);
		}

	}

	/**
	 * The members.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Members {

		private final List<String> handled = new CopyOnWriteArrayList<>();

		private final List<String> wrong = new CopyOnWriteArrayList<>();

		private final AtomicInteger lost = new AtomicInteger();

		private final long recordMs;

		private volatile java.util.function.Consumer<ConsumerRecord<String, String>> check = (record) -> {
		};

		Members(@Value("${record-time}") long recordMs) {
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
		 * The container of a listener method asks for the position of each partition that
		 * is assigned, to tell a listener that wants to know. Ours does not, and under
		 * the consumer protocol the answer now and then takes a minute.
		 */
		@Bean
		DefaultKafkaConsumerFactoryCustomizer positionsOfNoInterest() {
			return (factory) -> addPostProcessor(factory);
		}

		@SuppressWarnings("unchecked")
		private static <K, V> void addPostProcessor(DefaultKafkaConsumerFactory<K, V> factory) {
			factory
				.addPostProcessor((consumer) -> (Consumer<K, V>) Proxy.newProxyInstance(SplitRun.class.getClassLoader(),
						new Class<?>[] { Consumer.class }, (proxy, method, arguments) -> {
							if (method.getName().equals("position")) {
								return 0L;
							}
							try {
								return method.invoke(consumer, arguments);
							}
							catch (InvocationTargetException ex) {
								throw ex.getTargetException();
							}
						}));
		}

		@Bean
		ConsumerAwareRebalanceListener rebalanceListener(ObjectProvider<KafkaListenerEndpointRegistry> registry) {
			return new ConsumerAwareRebalanceListener() {

				@Override
				public void onPartitionsLost(Consumer<?, ?> consumer, java.util.Collection<TopicPartition> partitions) {
					// Under the consumer protocol a member that leaves calls it a loss.
					String member = Thread.currentThread().getName().substring(0, 1);
					if (Objects.requireNonNull(registry.getObject().getListenerContainer(member)).isRunning()) {
						Members.this.lost.incrementAndGet();
					}
				}

			};
		}

	}

}
