package io.leaseguard.test.lab;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.leaseguard.watchdog.LeaseEvent;

/**
 * What the listener of a subject is to do, and what has come of it.
 */
final class Work {

	private static final Map<String, Work> ALL = new ConcurrentHashMap<>();

	private final String id;

	final Ledger ledger = new Ledger();

	final List<LeaseEvent> events = new CopyOnWriteArrayList<>();

	/**
	 * When spring-kafka's own monitor complained.
	 */
	final List<Long> monitorNanos = new CopyOnWriteArrayList<>();

	volatile Task task = Task.NOTHING;

	volatile Gate deserializerGate = Gate.OPEN;

	volatile Gate rebalanceGate = Gate.OPEN;

	/**
	 * Where a task of the fault waits.
	 */
	volatile Gate blocker = Gate.OPEN;

	/**
	 * Whether to withhold the next acknowledgment.
	 */
	final AtomicBoolean withhold = new AtomicBoolean();

	final Queue<Runnable> withheld = new ConcurrentLinkedQueue<>();

	Work(String id) {
		this.id = id;
		ALL.put(id, this);
	}

	/**
	 * Return the work of the subject of an id, for code that Kafka creates.
	 */
	static Work of(String id) {
		Work work = ALL.get(id);
		if (work == null) {
			throw new IllegalStateException("There is no subject '" + id + "'");
		}
		return work;
	}

	/**
	 * Let everything that waits go on, and go on without faults.
	 */
	void release() {
		this.task = Task.NOTHING;
		this.deserializerGate.open();
		this.rebalanceGate.open();
		this.blocker.open();
		this.withhold.set(false);
		this.withheld.forEach(Runnable::run);
		this.withheld.clear();
	}

	void close() {
		release();
		ALL.remove(this.id);
	}

	/**
	 * What the listener does with a record before it is finished.
	 */
	@FunctionalInterface
	interface Task {

		/**
		 * Do nothing.
		 */
		Task NOTHING = (record, consumer) -> {
		};

		void perform(ConsumerRecord<?, ?> record, Consumer<?, ?> consumer) throws Exception;

	}

	/**
	 * A place where threads wait until it is opened for good.
	 */
	static final class Gate {

		/**
		 * Nobody ever waited here.
		 */
		static final Gate OPEN = new Gate(0);

		private final CountDownLatch latch;

		private final Semaphore arrivals = new Semaphore(0);

		private Gate(int count) {
			this.latch = new CountDownLatch(count);
		}

		static Gate closed() {
			return new Gate(1);
		}

		void pass() {
			this.arrivals.release();
			try {
				this.latch.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException("Interrupted at a gate", ex);
			}
		}

		void awaitArrivals(int count) throws InterruptedException {
			if (!this.arrivals.tryAcquire(count, Timings.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("Fewer than " + count + " threads have reached the gate");
			}
		}

		void open() {
			this.latch.countDown();
		}

	}

}
