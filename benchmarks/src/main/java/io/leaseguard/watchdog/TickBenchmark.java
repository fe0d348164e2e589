package io.leaseguard.watchdog;

import java.util.List;
import java.util.concurrent.TimeUnit;

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

import io.leaseguard.benchmark.SimulatedApplication;
import io.leaseguard.benchmark.SimulatedListener;

/**
 * One tick of the loop over all consumers, each of a listener of its own.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TickBenchmark {

	/**
	 * A tick at which no consumer has done anything since the last.
	 * @param state the consumers
	 * @return the snapshot
	 */
	@Benchmark
	public LeaseSnapshot quiet(Consumers state) {
		return state.tick();
	}

	/**
	 * A tick at which every consumer has polled and worked since the last, as one in a
	 * hundred does between two looks at an idle application, and all do under load.
	 * @param state the consumers
	 * @return the snapshot
	 */
	@Benchmark
	public LeaseSnapshot busy(BusyConsumers state) {
		return state.tick();
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

		private SimulatedApplication application;

		private LeaseWatchdog watchdog;

		private List<SimulatedListener> listeners;

		/**
		 * Start the application.
		 */
		@Setup
		public void start() {
			this.application = SimulatedApplication.start(this.consumers, SimulatedApplication.NO_METERS);
			this.watchdog = this.application.bean(LeaseWatchdog.class);
			this.listeners = this.application.listeners();
			this.listeners.forEach((listener) -> listener.client().handOut(10));
		}

		final void work() {
			this.listeners.forEach(SimulatedListener::turn);
		}

		final LeaseSnapshot tick() {
			this.watchdog.tick();
			return this.watchdog.snapshot();
		}

		/**
		 * End the application.
		 */
		@TearDown
		public void close() {
			this.application.close();
		}

	}

	/**
	 * Consumers that work between two ticks.
	 */
	public static class BusyConsumers extends Consumers {

		/**
		 * Do what happens between two ticks.
		 */
		@Setup(Level.Invocation)
		public void between() {
			work();
		}

	}

}
