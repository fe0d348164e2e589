package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;

/**
 * Tests for {@link StatusChange}.
 */
@ExtendWith(OutputCaptureExtension.class)
class StatusChangeTests {

	private final LiveConsumer consumer = TestConsumers.consumer();

	private final LeaseEventPublisher events = mock(LeaseEventPublisher.class);

	private final ReadingScript script = new ReadingScript();

	@ParameterizedTest
	@EnumSource(LeaseStatus.class)
	void nothingIsToldTwice(LeaseStatus status) {
		assertThat(StatusChange.of(this.consumer, examination(status, "payments-0"), examination(status, "payments-0")))
			.isNull();
	}

	@Test
	void everyGraveStatusHasItsEvent() {
		this.script.work(10).record().seconds(3);
		assertThat(announce(LeaseStatus.WORKING, LeaseStatus.OVERDUE))
			.isEqualTo(new LeaseEvent.RecordOverdue("payments", 0, "payments-0@42", 3000, List.of()));
		assertThat(announce(LeaseStatus.OVERDUE, LeaseStatus.LEASE_EXPIRED))
			.isEqualTo(new LeaseEvent.LeaseExpired("payments", 0, "payments-0@42", 3000, 60_000, List.of()));
		assertThat(announce(LeaseStatus.IDLE, LeaseStatus.PROGRESS_STALLED))
			.isEqualTo(new LeaseEvent.ProgressStalled("payments", 0, "payments-0", 61_000, "It stands still"));
		assertThat(announce(LeaseStatus.IDLE, LeaseStatus.HEARTBEAT_LOST))
			.isEqualTo(new LeaseEvent.HeartbeatLost("payments", 0, null, 10_000));
	}

	@Test
	void lostHeartbeatIsSaidNotToBeRepairedOnlyWhereNobodyRepairs(CapturedOutput output) {
		change(LeaseStatus.IDLE, LeaseStatus.HEARTBEAT_LOST).announce(this.events, true);
		assertThat(output).contains("given it up or soon will.").doesNotContain("No repair is tried", "null");
		change(LeaseStatus.IDLE, LeaseStatus.HEARTBEAT_LOST).announce(this.events, false);
		assertThat(output).contains("given it up or soon will. No repair is tried.").doesNotContain("null");
	}

	@Test
	void leaseAtRiskIsToldOnceForBatch() {
		this.script.poll().work(10).record().seconds(1);
		assertThat(announce(LeaseStatus.WORKING, LeaseStatus.AT_RISK))
			.isEqualTo(new LeaseEvent.LeaseAtRisk("payments", 0, "payments-0@42", 10, 1000, 70_000, 60_000, 7));
		change(LeaseStatus.WORKING, LeaseStatus.AT_RISK).announce(this.events, true);
		then(this.events).should(never()).publish(any());
		this.script.poll().work(10);
		assertThat(announce(LeaseStatus.WORKING, LeaseStatus.AT_RISK)).isInstanceOf(LeaseEvent.LeaseAtRisk.class);
	}

	@Test
	void nextBatchAtRiskIsToldAlthoughTheStatusIsTheSame() {
		this.script.poll().work(10);
		ConsumerExamination before = examination(LeaseStatus.AT_RISK, null);
		assertThat(StatusChange.of(this.consumer, before, examination(LeaseStatus.AT_RISK, null))).isNull();
		this.script.poll().work(10);
		assertThat(StatusChange.of(this.consumer, before, examination(LeaseStatus.AT_RISK, null))).isNotNull();
	}

	@Test
	void overdueRecordOfBatchAtRiskIsToldToo() {
		this.script.poll().work(10).record().seconds(3);
		ConsumerExamination risk = examination(LeaseStatus.AT_RISK, null);
		ConsumerExamination both = new ConsumerExamination(LeaseStatus.AT_RISK, risk.progress(), risk.pulse(), true,
				risk.forecast(), null, null, List.of());
		Objects.requireNonNull(StatusChange.of(this.consumer, risk, both)).announce(this.events, true);
		then(this.events).should()
			.publish(new LeaseEvent.RecordOverdue("payments", 0, "payments-0@42", 3000, List.of()));
		assertThat(StatusChange.of(this.consumer, both, both)).isNull();
	}

	@Test
	void expiredLeaseIsCounted() {
		announce(LeaseStatus.WORKING, LeaseStatus.LEASE_EXPIRED);
		assertThat(this.consumer.tally().expirations()).isEqualTo(1);
	}

	@Test
	void backFromExpiredLeaseOrStallIsRecovered() {
		for (LeaseStatus from : List.of(LeaseStatus.LEASE_EXPIRED, LeaseStatus.PROGRESS_STALLED)) {
			assertThat(announce(from, LeaseStatus.IDLE))
				.isEqualTo(new LeaseEvent.ConsumerRecovered("payments", 0, from, null));
		}
	}

	@Test
	void whatIsMildHasNoEvent() {
		change(null, LeaseStatus.IDLE).announce(this.events, true);
		change(null, LeaseStatus.STOPPED).announce(this.events, true);
		then(this.events).should(never()).publish(any());
	}

	@Test
	void anotherPartitionAtStopIsTold() {
		assertThat(StatusChange.of(this.consumer, examination(LeaseStatus.PROGRESS_STALLED, "payments-0"),
				examination(LeaseStatus.PROGRESS_STALLED, "payments-1")))
			.isNotNull();
	}

	private Object announce(LeaseStatus before, LeaseStatus after) {
		LeaseEventPublisher publisher = mock(LeaseEventPublisher.class);
		change(before, after).announce(publisher, true);
		ArgumentCaptor<Object> event = ArgumentCaptor.forClass(Object.class);
		then(publisher).should().publish(event.capture());
		return event.getValue();
	}

	private StatusChange change(@Nullable LeaseStatus before, LeaseStatus after) {
		return Objects.requireNonNull(StatusChange.of(this.consumer,
				(before != null) ? examination(before, "payments-0") : null, examination(after, "payments-0")));
	}

	private ConsumerExamination examination(LeaseStatus status, @Nullable String partition) {
		ProgressStall stall = (status == LeaseStatus.PROGRESS_STALLED)
				? ProgressStall.of(partition, Duration.ofSeconds(61).toNanos(), "It stands still") : null;
		boolean overdue = status == LeaseStatus.OVERDUE;
		BatchForecast forecast = (status == LeaseStatus.AT_RISK)
				? new BatchForecast(Duration.ofSeconds(70).toNanos(), true, 7) : null;
		return new ConsumerExamination(status, this.script.reading(), new PulseScript().reading(), overdue, forecast,
				stall, null, List.of());
	}

}
