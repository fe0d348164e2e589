package io.leaseguard.watchdog;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Reads where a stuck thread is: from what it waits in down to the listener that called
 * it. What is below, the container and reflection, is the same for all and left out.
 */
final class StuckStack {

	private static final int TOP = 8;

	private static final int BOTTOM = 4;

	private StuckStack() {
	}

	static List<String> of(@Nullable Thread thread) {
		return (thread != null) ? of(thread.getStackTrace()) : List.of();
	}

	static List<String> of(StackTraceElement[] stack) {
		List<String> frames = new ArrayList<>();
		for (StackTraceElement frame : stack) {
			if (frame.getClassName().startsWith("org.springframework.") && !frames.isEmpty()) {
				break;
			}
			if (!isReflection(frame.getClassName())) {
				frames.add(describe(frame));
			}
		}
		if (frames.size() <= TOP + BOTTOM) {
			return frames;
		}
		// The listener is at the bottom, what it waits in at the top.
		List<String> ends = new ArrayList<>(frames.subList(0, TOP));
		ends.add("... " + (frames.size() - TOP - BOTTOM) + " more");
		ends.addAll(frames.subList(frames.size() - BOTTOM, frames.size()));
		return ends;
	}

	private static boolean isReflection(String className) {
		return className.startsWith("java.lang.reflect.") || className.startsWith("jdk.internal.reflect.")
				|| className.startsWith("java.lang.invoke.");
	}

	/**
	 * Without the names of class loader and module, which say nothing here.
	 * @param frame the frame
	 * @return for example {@code io.payments.Listener.pay(Listener.java:42)}
	 */
	private static String describe(StackTraceElement frame) {
		return new StackTraceElement(null, null, null, frame.getClassName(), frame.getMethodName(), frame.getFileName(),
				frame.getLineNumber())
			.toString();
	}

}
