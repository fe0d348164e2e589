package io.leaseguard.endpoint;

import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.leaseguard.recovery.RecoveryAnswer;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.PastRecovery;

/**
 * Description of a repair that has come to its end, for the {@link LeasesEndpoint}.
 *
 * @param time when it began
 * @param consumer the index of the child in its container, from zero
 * @param status the status at that time, {@code null} when nobody watched
 * @param action what was done
 * @param outcome what came of it
 * @param durationMs from its begin to its end, milliseconds
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecoveryDescriptor(Instant time, int consumer, @Nullable LeaseStatus status, String action,
		String outcome, long durationMs) {

	static RecoveryDescriptor of(PastRecovery recovery) {
		return new RecoveryDescriptor(recovery.time(), recovery.consumerIndex(), recovery.status(), recovery.action(),
				recovery.outcome(), recovery.durationMs());
	}

	/**
	 * Description of a repair that a person has asked for. It is carried out later; what
	 * has come of it is among the recoveries of the listener then.
	 *
	 * @param listener the listener id
	 * @param action what was asked for
	 * @param consumers the answers by consumer
	 */
	public record RequestDescriptor(String listener, String action,
			List<AnswerDescriptor> consumers) implements OperationResponseBody {

		boolean accepted() {
			return this.consumers.stream().anyMatch(AnswerDescriptor::accepted);
		}

	}

	/**
	 * Description of the answer for one consumer.
	 *
	 * @param index the index of the child in its container, from zero
	 * @param accepted whether it is carried out
	 * @param message what happens now, or why nothing does
	 */
	public record AnswerDescriptor(int index, boolean accepted, String message) {

		static AnswerDescriptor of(RecoveryAnswer answer) {
			return new AnswerDescriptor(answer.consumerIndex(), answer.accepted(), answer.message());
		}

	}

}
