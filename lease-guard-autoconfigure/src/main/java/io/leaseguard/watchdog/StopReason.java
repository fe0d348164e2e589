package io.leaseguard.watchdog;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.event.ConsumerStoppedEvent;

/**
 * Why a consumer does not run although nobody has stopped it on purpose.
 *
 * @since 0.1.0
 */
public enum StopReason {

	/**
	 * It should have started with the application but did not.
	 */
	NEVER_STARTED(
			"Its container should have started with the application but did not. Start it, or set 'autoStartup' to false"),

	/**
	 * No thread of the container's executor has taken it up.
	 */
	NOT_STARTED("No thread has taken the consumer up. Give the task executor of the container a thread per consumer"),

	/**
	 * Its thread has ended without a word to the container, which says that it runs.
	 */
	THREAD_ENDED("Its thread has ended although the container says that it runs. Restart the container"),

	/**
	 * Its listener, or something else on its thread, has thrown an {@link Error}.
	 */
	ERROR("An Error has ended its thread. Restart the container when the cause is gone"),

	/**
	 * Another member has taken its place: the same {@code group.instance.id}, or the same
	 * transactional id.
	 */
	FENCED("Another member has taken its place: 'group.instance.id' or the transactional id is used twice"),

	/**
	 * The broker has refused its credentials or its access.
	 */
	AUTHORIZATION("The broker has refused its credentials or its access. Mend them, then restart the container"),

	/**
	 * There is no committed offset, and none to begin with.
	 */
	NO_OFFSET("There is no committed offset to start from. Commit one, or set 'auto.offset.reset'"),

	/**
	 * An error handler, or somebody else, has stopped it as a failure.
	 */
	ABNORMAL("It was stopped as a failure, by an error handler for example. Restart the container");

	private final String explanation;

	StopReason(String explanation) {
		this.explanation = explanation;
	}

	/**
	 * Return what it means, and what to do about it.
	 * @return one sentence or two
	 */
	public String explanation() {
		return this.explanation;
	}

	/**
	 * Return the reason for a stopped event.
	 * @param reason the reason of the event
	 * @param running whether the container of the consumer says that it runs on
	 * @return the reason, {@code null} when the stop was on purpose
	 */
	static @Nullable StopReason of(ConsumerStoppedEvent.Reason reason, boolean running) {
		return switch (reason) {
			// A stop on purpose begins with the container.
			case NORMAL -> running ? ABNORMAL : null;
			case ERROR -> ERROR;
			case FENCED -> FENCED;
			case AUTH -> AUTHORIZATION;
			case NO_OFFSET -> NO_OFFSET;
			default -> ABNORMAL;
		};
	}

}
