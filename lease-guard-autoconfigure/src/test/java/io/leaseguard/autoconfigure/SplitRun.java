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
import java.util.function.Function;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.ConsumerPostProcessor;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.ListenerSnapshot;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A group of members that work through a topic: every member a listener of its own, three
 * at most, started and stopped by the test.
 */
final class SplitRun {

	static final int PARTITIONS = 4;

	private static final List<String> MEMBERS = List.of("a", "b", "c");

	final String topic = "split-" + UUID.randomUUID();

	private final int recordsPerPartition;

	private ApplicationContextRunner runner;

	private @Nullable ApplicationContext context;

	SplitRun(int recordsPerPartition, Duration recordTime) {
		this.recordsPerPartition = recordsPerPartition;
		this.runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
			.withUserConfiguration(SplitMembers.class)
			.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers(),
					"spring.kafka.consumer.auto-offset-reset=earliest", "topic=" + this.topic,
					"record-time=" + recordTime.toMillis(), "spring.kafka.listener.poll-timeout=200ms",
					"lease-guard.watchdog.interval=100ms", "lease-guard.on-violation=warn");
	}

	SplitRun with(String... properties) {
		this.runner = this.runner.withPropertyValues(properties);
		return this;
	}

	/**
	 * Set the acknowledgment.
	 * @param ack the ack mode, or {@code tx} for record transactions
	 * @return this run
	 */
	SplitRun acks(String ack) {
		return ack.equals("tx")
				? with("spring.kafka.producer.transaction-id-prefix=" + this.topic,
						"spring.kafka.consumer.isolation-level=read_committed")
				: with("spring.kafka.listener.ack-mode=" + ack);
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
		EmbeddedBroker.createTopic(this.topic, PARTITIONS);
		EmbeddedBroker.fillTopic(this.topic, PARTITIONS, this.recordsPerPartition);
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
		SplitMembers members = context.getBean(SplitMembers.class);
		Map<String, ListenerSnapshot> listeners = context.getBean(LeaseGuard.class).snapshot().listeners();
		long expirations = listeners.values().stream().mapToLong(ListenerSnapshot::expirations).sum();
		long splits = listeners.values().stream().mapToLong(ListenerSnapshot::splits).sum();
		return new Outcome(List.copyOf(members.handled), members.lost.get(), expirations, splits, committed(),
				PARTITIONS * this.recordsPerPartition, List.copyOf(members.wrong));
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

	/**
	 * Intervene in the calls to the consumers that are made from now on. Inside the
	 * consumer of the guard, so that its own calls are met too.
	 * @param intervention what to do
	 */
	@SuppressWarnings("unchecked")
	void inConsumer(Intervention intervention) {
		ConsumerFactory<Object, Object> factory = Objects.requireNonNull(this.context).getBean(ConsumerFactory.class);
		List<ConsumerPostProcessor<Object, Object>> guards = List.copyOf(factory.getPostProcessors());
		guards.forEach(factory::removePostProcessor);
		factory.addPostProcessor((consumer) -> intervention.around(consumer));
		guards.forEach(factory::addPostProcessor);
	}

	/**
	 * Intervene in the calls that containers make from now on, before the guard sees
	 * them.
	 * @param watch makes what to do for a consumer
	 */
	@SuppressWarnings("unchecked")
	void inContainer(Function<Consumer<?, ?>, Intervention> watch) {
		ConsumerFactory<Object, Object> factory = Objects.requireNonNull(this.context).getBean(ConsumerFactory.class);
		factory.addPostProcessor((consumer) -> watch.apply(consumer).around(consumer));
	}

	/**
	 * Return how often partitions were assigned to a consumer, so far.
	 * @param thread the thread of the consumer
	 * @return the number of times
	 */
	int assignments(Thread thread) {
		return Objects.requireNonNull(this.context).getBean(SplitMembers.class).assignments.getOrDefault(thread, 0);
	}

	void join(String id) {
		member(id).start();
	}

	void leave(String id) {
		member(id).stop();
	}

	int distinct() {
		return (int) Objects.requireNonNull(this.context).getBean(SplitMembers.class).handled.stream()
			.distinct()
			.count();
	}

	boolean complete() {
		return distinct() == PARTITIONS * this.recordsPerPartition;
	}

	void inListener(java.util.function.Consumer<ConsumerRecord<String, String>> check) {
		Objects.requireNonNull(this.context).getBean(SplitMembers.class).check = check;
	}

	void wrong(String what) {
		Objects.requireNonNull(this.context).getBean(SplitMembers.class).wrong.add(what);
	}

	/**
	 * What is done with the members of a run.
	 */
	interface Body {

		void accept(SplitRun run) throws Exception;

	}

	/**
	 * What to do in the place of a call to a consumer.
	 */
	interface Intervention {

		@Nullable Object call(String method, Call real) throws Throwable;

		@SuppressWarnings("unchecked")
		default <K, V> Consumer<K, V> around(Consumer<K, V> consumer) {
			return (Consumer<K, V>) Proxy.newProxyInstance(Intervention.class.getClassLoader(),
					new Class<?>[] { Consumer.class }, (proxy, method, arguments) -> call(method.getName(), () -> {
						try {
							return method.invoke(consumer, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getTargetException();
						}
					}));
		}

	}

	/**
	 * A call to a consumer.
	 */
	interface Call {

		@Nullable Object call() throws Throwable;

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

		/**
		 * The longest that a partition had to wait for its next turn.
		 * @return the number of turns that others had meanwhile
		 */
		int longestWait() {
			List<String> turns = new ArrayList<>();
			this.handled.stream().map((record) -> record.split("@")[0]).forEach((partition) -> {
				if (turns.isEmpty() || !turns.get(turns.size() - 1).equals(partition)) {
					turns.add(partition);
				}
			});
			int longest = 0;
			Map<String, Integer> last = new HashMap<>();
			for (int i = 0; i < turns.size(); i++) {
				longest = Math.max(longest, i - last.getOrDefault(turns.get(i), -1) - 1);
				last.put(turns.get(i), i);
			}
			return longest;
		}

		@Override
		public String toString() {
			return "Outcome[distinct=%d/%d, doubled=%d, outOfOrder=%s, lost=%d, expirations=%d, splits=%d, committed=%d, longestWait=%d, wrong=%s]"
				.formatted(distinct(), this.sent, doubled(), outOfOrder(), this.lost, this.expirations, this.splits,
						this.committed, longestWait(), this.wrong);
		}

	}

}
