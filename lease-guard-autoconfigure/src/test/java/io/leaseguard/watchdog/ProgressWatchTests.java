package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.leaseguard.container.PartitionReading;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProgressWatch}: progress timeout 60 s, lease 60 s.
 */
class ProgressWatchTests {

	private static final long TIMEOUT_MS = 60_000;

	private final ReadingScript script = new ReadingScript();

	private boolean wished;

	private final ProgressWatch watch = new ProgressWatch(TIMEOUT_MS, TIMEOUT_MS,
			(reading, nowNanos) -> this.wished || reading.pausedByApplication());

	@Test
	void partitionThatStandsStillInFrontOfWorkIsFoundAndNamed() {
		this.script.partition(0, 17, 17, 12).partition(1, 5, 5, 0).poll();
		assertThat(examineEverySecond(59)).isNull();
		ProgressStall stall = found(examineEverySecond(1));
		assertThat(stall.partition()).isEqualTo("payments-0");
		assertThat(stall.partitions()).containsExactly("payments-0");
		assertThat(Duration.ofNanos(stall.nanos())).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));
		assertThat(stall.detail()).isEqualTo("payments-0 has not moved for 1m from offset 17, lag 12");
	}

	@Test
	void oneStuckPartitionAmongManyThatMoveIsFound() {
		for (int second = 0; second < 59; second++) {
			for (int number = 0; number < 20; number++) {
				this.script.partition(number, (number == 7) ? 3 : second, -1, 100);
			}
			assertThat(examine(this.script.emptyPoll().seconds(1))).isNull();
		}
		ProgressStall stall = found(examineEverySecond(1));
		assertThat(stall.partitions()).containsExactly("payments-7");
	}

	@Test
	void idlePartitionIsWell() {
		this.script.partition(0, 17, 17, 0).poll();
		examine(this.script);
		for (int i = 0; i < 100; i++) {
			assertThat(examine(this.script.seconds(5).partition(0, 17, 17, 0).emptyPoll())).isNull();
		}
		// Work has come, and the time runs from the last answer that there was none.
		this.script.partition(0, 17, 17, 3).emptyPoll();
		assertThat(examineEverySecond(54)).isNull();
		assertThat(examineEverySecond(7)).isNotNull();
	}

	@Test
	void timeOfWorkThatComesDuringALongPollRunsFromItsComing() {
		this.script.partition(0, 17, 17, 0).poll();
		assertThat(examineEverySecond(50)).isNull();
		this.script.work(1).failing(0, 17, 1, 1).poll();
		assertThat(examineEverySecond(59)).isNull();
		assertThat(examineEverySecond(2)).isNotNull();
	}

	@Test
	void partitionThatIsIdleInALongPollIsAskedAboutStill() {
		this.script.partition(0, 17, 17, 0).poll();
		examineEverySecond(20);
		assertThat(this.watch.questions(this.script.nanos())).containsExactly(ReadingScript.partition(0));
	}

	@Test
	void partitionWhoseLagNobodyHasAskedForIsNotJudged() {
		this.script.partition(0, 17, 17, PartitionReading.NOT_ASKED).poll();
		assertThat(examineEverySecond(200)).isNull();
	}

	@Test
	void partitionThatWasNeverFetchedIsFound() {
		this.script.partition(0, -1, -1, PartitionReading.UNKNOWN).poll();
		// The answer is as old as the poll.
		assertThat(examineEverySecond(61)).isNull();
		ProgressStall stall = found(
				examine(this.script.partition(0, -1, -1, PartitionReading.UNKNOWN).emptyPoll().seconds(1)));
		assertThat(stall.detail()).endsWith("nothing was ever fetched");
	}

	@Test
	void commitIsProgressAlthoughThePositionStandsStill() {
		for (int i = 0; i < 200; i++) {
			assertThat(examine(this.script.partition(0, 17, i, 12).emptyPoll().seconds(1))).isNull();
		}
	}

	@Test
	void recordThatFailsForEverIsFoundAlthoughNoPollIsEmpty() {
		for (int i = 0; i < 59; i++) {
			this.script.failing(0, 17, 1, i);
			assertThat(examine(this.script.poll().seconds(1))).isNull();
		}
		ProgressStall stall = found(examine(this.script.failing(0, 17, 1, 61).poll().seconds(1)));
		assertThat(stall.detail()).contains("offset 17 has failed 61 times with IllegalStateException");
	}

	@Test
	void pauseThatNobodyAskedForIsFoundWhateverTheLag() {
		this.script.paused(0, 17, false, null).poll();
		ProgressStall stall = found(examineEverySecond(61));
		assertThat(stall.detail()).endsWith("paused although nobody asks for it");
	}

	@Test
	void pauseThatSomebodyAskedForIsWellForEverAndForTheTimeoutAfterwards() {
		this.wished = true;
		this.script.paused(0, 17, false, null).poll();
		assertThat(examineEverySecond(1000)).isNull();
		this.wished = false;
		assertThat(examineEverySecond(59)).isNull();
		assertThat(examineEverySecond(2)).isNotNull();
	}

	@Test
	void partitionThatWasResumedInLongPollIsWell() {
		this.wished = true;
		this.script.paused(0, 17, false, null).poll();
		examineEverySecond(100);
		this.wished = false;
		this.script.partition(0, 17, 17, PartitionReading.NOT_ASKED);
		assertThat(examineEverySecond(200)).isNull();
	}

	@Test
	void partitionThatWasPausedInTheListenerIsNotJudgedBeforeItIsKnownByWhom() {
		this.script.partition(0, 17, 17, 5).poll();
		examineEverySecond(30);
		this.script.paused(0, 17, true, null);
		assertThat(examineEverySecond(200)).isNull();
		this.script.poll();
		assertThat(examineEverySecond(200)).isNull();
	}

	@Test
	void partitionWhoseRecordFailsIsToBlameBeforeThoseBehindIt() {
		this.script.partition(0, 1, 1, 100).emptyPoll();
		examineEverySecond(10);
		this.script.failing(1, 17, 1, 3).poll();
		ProgressStall stall = found(examineEverySecond(61));
		assertThat(stall.partitions()).containsExactly("payments-1", "payments-0");
	}

	@Test
	void pauseOnTheConsumerByTheApplicationIsWell() {
		this.script.paused(0, 17, true, null).poll();
		assertThat(examineEverySecond(1000)).isNull();
	}

	@Test
	void workInHandIsJudgedWhenItIsDone() {
		this.script.partition(0, 17, 17, 500).poll().seconds(30);
		examine(this.script);
		this.script.work(500);
		assertThat(examineEverySecond(300)).isNull();
		assertThat(examine(this.script.partition(0, 517, 517, 0).poll())).isNull();
		assertThat(examineEverySecond(59)).isNull();
	}

	@Test
	void partitionThatWaitsForItsTurnIsWellForTenTimesAsLong() {
		int second = 0;
		for (; second < 600; second++) {
			this.script.partition(0, 0, -1, 10).partition(1, second, -1, 1000);
			assertThat(examine(this.script.poll().work(10).seconds(1))).isNull();
		}
		this.script.partition(1, second, -1, 1000);
		ProgressStall stall = found(examine(this.script.poll().seconds(1)));
		assertThat(stall.partition()).isEqualTo("payments-0");
	}

	@Test
	void excuseIsFollowedByWholeTimeout() {
		this.script.partition(0, 17, 17, 12).poll();
		examineEverySecond(50);
		this.watch.examine(this.script.seconds(1).reading(), true, this.script.nanos());
		assertThat(examineEverySecond(59)).isNull();
		assertThat(examineEverySecond(2)).isNotNull();
	}

	@Test
	void partitionThatComesBackStartsAnew() {
		this.script.partition(0, 17, 17, 12).poll();
		examineEverySecond(50);
		examine(this.script.without(0).poll());
		this.script.partition(0, 17, 17, 12).poll();
		assertThat(examineEverySecond(59)).isNull();
	}

	@Test
	void partitionThatWasTakenAndGivenBackWithinOnePollStartsAnew() {
		this.script.partition(0, 17, 17, 12).poll();
		examineEverySecond(50);
		this.script.reassigned().partition(0, 17, 17, 12).poll();
		assertThat(examineEverySecond(59)).isNull();
		assertThat(examineEverySecond(1)).isNotNull();
	}

	@Test
	void lagIsAskedForWhenPartitionHasBeenQuietAndOfFewAtOnce() {
		for (int number = 0; number < 100; number++) {
			this.script.partition(number, 1, 1, PartitionReading.NOT_ASKED);
		}
		this.script.paused(100, 1, false, null).poll();
		examineEverySecond(9);
		assertThat(this.watch.questions(this.script.nanos())).isEmpty();
		examineEverySecond(1);
		Set<TopicPartition> first = new HashSet<>(this.watch.questions(this.script.nanos()));
		Set<TopicPartition> second = this.watch.questions(this.script.nanos());
		assertThat(first).hasSize(64).doesNotContain(ReadingScript.partition(100));
		assertThat(second).hasSize(64).isNotEqualTo(first);
		first.addAll(second);
		assertThat(first).hasSize(100);
	}

	@Test
	void manyStalledPartitionsAreCountedLongestFirst() {
		this.script.partition(9, 1, 1, 1).poll();
		examineEverySecond(10);
		for (int number = 0; number < 8; number++) {
			this.script.partition(number, 1, 1, 1);
		}
		ProgressStall stall = found(examineSince(this.script.poll(), 61));
		assertThat(stall.partition()).isEqualTo("payments-9");
		assertThat(stall.partitions()).hasSize(9);
		assertThat(stall.detail()).contains("payments-9 has not moved for 1m11s").endsWith("; and 4 more partitions");
	}

	private static ProgressStall found(@Nullable ProgressStall stall) {
		return Objects.requireNonNull(stall, "nothing is found");
	}

	private @Nullable ProgressStall examineSince(ReadingScript script, int seconds) {
		examine(script);
		return examineEverySecond(seconds);
	}

	private @Nullable ProgressStall examineEverySecond(int seconds) {
		ProgressStall stall = null;
		for (int i = 0; i < seconds; i++) {
			stall = examine(this.script.seconds(1));
		}
		return stall;
	}

	private @Nullable ProgressStall examine(ReadingScript script) {
		return this.watch.examine(script.reading(), false, script.nanos());
	}

}
