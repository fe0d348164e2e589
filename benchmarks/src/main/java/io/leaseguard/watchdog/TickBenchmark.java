package io.leaseguard.watchdog;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

import com.sun.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One tick of the loop over all consumers, each of a listener of its own.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TickBenchmark {

	/**
	 * One tick.
	 * @param consumers the consumers
	 * @param counters what the tick takes
	 * @return the snapshot
	 */
	@Benchmark
	public LeaseSnapshot tick(Consumers consumers, Counters counters) {
		return counters.count(consumers.loop);
	}

	/**
	 * Consumers that are watched.
	 */
	@State(Scope.Thread)
	public static class Consumers {

		/**
		 * How many there are.
		 */
		@Param({ "1", "10", "100", "1000", "10000" })
		public int consumers;

		/**
		 * How many records each of them polls and works off between two ticks.
		 */
		@Param({ "0", "10" })
		public int records;

		@SuppressWarnings("NullAway.Init")
		private Loop loop;

		/**
		 * Start the application.
		 */
		@Setup
		public void start() {
			this.loop = new Loop(this.consumers);
			this.loop.handOut(this.records);
		}

		/**
		 * Do what happens between two ticks.
		 */
		@Setup(Level.Invocation)
		public void between() {
			this.loop.pass(this.records);
		}

		/**
		 * End the application.
		 */
		@TearDown
		public void close() {
			this.loop.close();
		}

	}

	/**
	 * What the tick alone takes of its thread: other processes on the machine make a tick
	 * longer, but hardly its processor time.
	 */
	@State(Scope.Thread)
	@AuxCounters(AuxCounters.Type.EVENTS)
	public static class Counters {

		private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

		/**
		 * Processor time, nanoseconds.
		 */
		public long cpu;

		/**
		 * Bytes allocated.
		 */
		public long allocated;

		/**
		 * Number of ticks.
		 */
		public long ticks;

		final LeaseSnapshot count(Loop loop) {
			long allocated = THREADS.getCurrentThreadAllocatedBytes();
			long cpu = THREADS.getCurrentThreadCpuTime();
			LeaseSnapshot snapshot = loop.tick();
			this.cpu += THREADS.getCurrentThreadCpuTime() - cpu;
			this.allocated += THREADS.getCurrentThreadAllocatedBytes() - allocated;
			this.ticks++;
			return snapshot;
		}

	}

}
