package io.leaseguard.test.lab;

import java.time.Duration;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.kafka.common.utils.Time;

/**
 * Sets the wall clock that the Kafka clients of this JVM read, and no other clock: that
 * of the machine belongs to everybody.
 */
public final class ClientClock {

	private static volatile long aheadMillis;

	private ClientClock() {
	}

	static synchronized void set(Duration ahead) {
		if (aheadMillis == 0) {
			ByteBuddyAgent.install();
			Class<?> type = Time.SYSTEM.getClass();
			new ByteBuddy().redefine(type)
				.visit(Advice.to(Shift.class).on(ElementMatchers.named("milliseconds")))
				.make()
				.load(type.getClassLoader(), ClassReloadingStrategy.fromInstalledAgent());
		}
		aheadMillis = ahead.toMillis();
	}

	/**
	 * Return a shifted time: called by the clock.
	 * @param millis the time
	 * @return the time that the clients are told
	 */
	public static long shift(long millis) {
		return millis + aheadMillis;
	}

	/**
	 * What is added to the clock.
	 */
	static final class Shift {

		private Shift() {
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) long millis) {
			millis = ClientClock.shift(millis);
		}

	}

}
