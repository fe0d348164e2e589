package io.leaseguard.container;

import java.util.Map;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BackOffHandler;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;
import org.springframework.kafka.listener.CommonDelegatingErrorHandler;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.CommonLoggingErrorHandler;
import org.springframework.kafka.listener.CommonMixedErrorHandler;
import org.springframework.kafka.listener.ContainerPausingBackOffHandler;
import org.springframework.kafka.listener.DefaultBackOffHandler;
import org.springframework.kafka.listener.FailedRecordProcessor;
import org.springframework.util.backoff.BackOff;

/**
 * Tells what the error handler of a container costs when a record fails.
 * <ul>
 * <li>{@code DefaultErrorHandler} sleeps or recovers on the consumer thread, once per
 * poll cycle: after it, the rest is sought again. The same for a batch listener that
 * names the failed record ({@code BatchListenerFailedException}, which spring-kafka's own
 * conversion of payloads throws as well). The retry of a whole batch polls while it waits
 * and costs nothing.
 * <li>A handler that delegates costs the worst of its delegates.
 * <li>A handler that logs costs nothing; one that stops the container ends the lease.
 * <li>A handler of the application can't be read.
 * </ul>
 */
final class ErrorHandlers {

	private static final String FAILURE_TRACKER = "failureTracker";

	private static final int DEEPEST = 8;

	private ErrorHandlers() {
	}

	/**
	 * Return what an error handler costs.
	 * @param handler the error handler; {@code null} for the one that a container has by
	 * default, which does not sleep and logs what it gives up
	 * @param batchListener whether the listener takes whole batches
	 * @return the costs
	 */
	static FailureCosts costs(@Nullable CommonErrorHandler handler, boolean batchListener) {
		return (handler != null) ? costs(handler, batchListener, 0) : FailureCosts.NONE;
	}

	private static FailureCosts costs(CommonErrorHandler handler, boolean batchListener, int depth) {
		if (depth > DEEPEST) {
			return FailureCosts.UNKNOWN;
		}
		if (handler instanceof FailedRecordProcessor processor) {
			return costs(processor);
		}
		if (handler.getClass() == CommonMixedErrorHandler.class) {
			CommonErrorHandler used = Internals.read(handler, CommonMixedErrorHandler.class,
					batchListener ? "batchErrorHandler" : "recordErrorHandler", CommonErrorHandler.class);
			return (used != null) ? costs(used, batchListener, depth + 1) : FailureCosts.UNKNOWN;
		}
		if (handler.getClass() == CommonDelegatingErrorHandler.class) {
			return delegates(handler, batchListener, depth);
		}
		return (handler.getClass() == CommonLoggingErrorHandler.class
				|| handler.getClass() == CommonContainerStoppingErrorHandler.class) ? FailureCosts.NONE
						: FailureCosts.UNKNOWN;
	}

	private static FailureCosts delegates(CommonErrorHandler handler, boolean batchListener, int depth) {
		CommonErrorHandler byDefault = Internals.read(handler, CommonDelegatingErrorHandler.class,
				"defaultErrorHandler", CommonErrorHandler.class);
		Map<?, ?> delegates = Internals.read(handler, CommonDelegatingErrorHandler.class, "delegates", Map.class);
		if (byDefault == null || delegates == null) {
			return FailureCosts.UNKNOWN;
		}
		FailureCosts worst = costs(byDefault, batchListener, depth + 1);
		for (Object delegate : delegates.values()) {
			worst = worst.or((delegate instanceof CommonErrorHandler candidate)
					? costs(candidate, batchListener, depth + 1) : FailureCosts.UNKNOWN);
		}
		return worst;
	}

	/**
	 * Return what a processor of failed records costs.
	 * @param processor an error handler or after-rollback processor
	 * @return the costs
	 */
	static FailureCosts costs(FailedRecordProcessor processor) {
		Object tracker = Internals.read(processor, FailedRecordProcessor.class, FAILURE_TRACKER, Object.class);
		if (tracker == null) {
			return FailureCosts.UNKNOWN;
		}
		BackOff backOff = Internals.read(tracker, tracker.getClass(), "backOff", BackOff.class);
		Object recoverer = Internals.read(tracker, tracker.getClass(), "recoverer", Object.class);
		return new FailureCosts(sleep(processor, tracker, backOff), Recoverers.cost(recoverer),
				BackOffs.isEndless(backOff));
	}

	private static Cost sleep(FailedRecordProcessor processor, Object tracker, @Nullable BackOff backOff) {
		BackOffHandler handler = Internals.read(tracker, tracker.getClass(), "backOffHandler", BackOffHandler.class);
		if (handler instanceof ContainerPausingBackOffHandler) {
			return Cost.NONE;
		}
		if (handler == null || handler.getClass() != DefaultBackOffHandler.class) {
			return Cost.UNKNOWN;
		}
		BiFunction<?, ?, ?> function = Internals.read(processor, FailedRecordProcessor.class, "userBackOffFunction",
				BiFunction.class);
		Cost step = BackOffs.longestStep(backOff);
		// A function may choose another back-off for each record and exception.
		return (function != null && Internals.isLambdaOf(function, FailedRecordProcessor.class)) ? step
				: step.atLeast();
	}

}
