package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseForecaster}: lease 60 s, so at risk beyond 54 s.
 */
class LeaseForecasterTests {

	private static final Duration LEASE = Duration.ofSeconds(60);

	private static final int TICK_MILLIS = 1000;

	private final ReadingScript script = new ReadingScript();

	private LeaseForecaster forecaster = new LeaseForecaster(LEASE.toNanos(), false);

	@Test
	void withoutRecordsInHandThereIsNothingToForetell() {
		this.script.poll();
		assertThat(forecast(steady(1000))).isNull();
	}

	@Test
	void batchThatWillNotFitIsAtRiskAtOnce() {
		this.script.poll().work(55);
		BatchForecast forecast = Objects.requireNonNull(forecast(steady(1000)));
		assertThat(forecast.atRisk()).isTrue();
		assertThat(Duration.ofNanos(forecast.needNanos())).isEqualTo(Duration.ofSeconds(55));
		assertThat(forecast.lawfulRecords()).isEqualTo(54);
	}

	@Test
	void batchThatWillFitIsNotAtRisk() {
		this.script.poll().work(54);
		BatchForecast forecast = Objects.requireNonNull(forecast(steady(1000)));
		assertThat(forecast.atRisk()).isFalse();
		assertThat(forecast.lawfulRecords()).isEqualTo(54);
	}

	@Test
	void whatHasPassedCounts() {
		this.script.poll().work(53).seconds(40).done(40);
		assertThat(atRisk(steady(1000))).isFalse();
		this.script.done(38);
		assertThat(atRisk(steady(1000))).isTrue();
	}

	@Test
	void recordInFlightIsNotCountedTwice() {
		this.script.poll().work(2).seconds(35).record();
		assertThat(atRisk(steady(9500))).isFalse();
		this.script.seconds(9);
		assertThat(atRisk(steady(9500))).isFalse();
	}

	@Test
	void nothingLearnedLeavesThePaceOfTheBatch() {
		this.script.poll().work(100).seconds(5).done(5);
		assertThat(atRisk(null)).as("less than a tenth of the lease tells nothing").isFalse();
		this.script.seconds(1).done(6);
		assertThat(atRisk(null)).isTrue();
		assertThat(atRisk(new UsualTime(LeaseForecaster.ENOUGH - 1, 1, 0, 1, 1, 1))).isTrue();
		this.script.poll().work(50).seconds(6).done(6);
		assertThat(atRisk(null)).isFalse();
	}

	@Test
	void batchSlowerThanEverIsJudgedByItsOwnPace() {
		this.script.poll().work(100).seconds(6).done(6);
		assertThat(atRisk(steady(10))).isTrue();
	}

	@Test
	void oneSlowRecordOfTheKindThatWasSeenBeforeIsNoPace() {
		// One in a hundred takes 7 s, the others 10 ms.
		UsualTime learned = learned(() -> (this.random.nextInt(100) == 0) ? 7000 : 10, 10_000);
		this.script.poll().work(50).millis(7010).done(2);
		assertThat(atRisk(learned)).isFalse();
	}

	@Test
	void stuckRecordIsAtRiskInTheLastTenthOfTheLease() {
		this.script.poll().work(1).record().seconds(54);
		assertThat(atRisk(steady(10))).isFalse();
		assertThat(atRisk(null)).isFalse();
		this.script.millis(1);
		assertThat(atRisk(steady(10))).isTrue();
		assertThat(atRisk(null)).isTrue();
	}

	@Test
	void whereBatchesAreSplitOnlyTheRecordInHandCounts() {
		this.script.poll().work(100).seconds(40).done(40).record();
		assertThat(atRisk(steady(1000))).isTrue();
		assertThat(atRiskAlthoughSplit(steady(1000))).isFalse();
		assertThat(atRiskAlthoughSplit(null)).isFalse();
		this.script.seconds(14);
		assertThat(atRiskAlthoughSplit(steady(1000))).isFalse();
		this.script.seconds(1);
		assertThat(atRiskAlthoughSplit(steady(1000))).isTrue();
		assertThat(atRiskAlthoughSplit(null)).isTrue();
	}

	@Test
	void batchListenerIsJudgedByWholeBatches() {
		this.forecaster = new LeaseForecaster(LEASE.toNanos(), true);
		this.script.poll().work(100).record();
		assertThat(atRisk(steady(50_000))).isFalse();
		assertThat(atRisk(steady(55_000))).isTrue();
		assertThat(atRisk(null)).isFalse();
		this.script.poll().work(100).seconds(10).record();
		assertThat(atRisk(steady(50_000))).as("the filter took ten seconds").isTrue();
	}

	@Test
	void smallBatchIsNotExpectedToTakeAsLongAsFullOne() {
		this.forecaster = new LeaseForecaster(LEASE.toNanos(), true);
		this.script.poll().work(100).record();
		assertThat(atRisk(steady(60_000))).isTrue();
		this.script.poll().work(10).record();
		assertThat(atRisk(steady(60_000))).isFalse();
	}

	@Test
	void whereBatchesAreSplitOnlyTheRecordInFlightCounts() {
		this.splitting = true;
		this.script.poll().work(1000).seconds(40).done(10);
		assertThat(atRisk(steady(1000))).isFalse();
		assertThat(atRisk(steady(20_000))).isTrue();
	}

	@Test
	void whatFollowsFailureIsNotForetold() {
		this.script.poll().work(40).seconds(20).done(3).fails();
		assertThat(atRisk(steady(1000))).as("a back-off is not the pace of the batch").isFalse();
		assertThat(atRisk(null)).isFalse();
		this.script.seconds(35);
		assertThat(atRisk(steady(1000))).as("the lease is used up but for its margin").isTrue();
	}

	@Test
	void aBatchIsToldOnce() {
		this.script.poll().work(10);
		assertThat(this.forecaster.mayTell(this.script.reading())).isTrue();
		assertThat(this.forecaster.mayTell(this.script.seconds(10).reading())).isFalse();
		this.script.poll().work(10);
		assertThat(this.forecaster.mayTell(this.script.reading())).isTrue();
	}

	private boolean splitting;

	private final Random random = new Random(20253);

	@Test
	void steadyBatchesAreForetoldLongBeforeAndNeverInVain() {
		Trials trials = trials(() -> 1000, true);
		System.out.println("Steady record times, learned: " + trials);
		assertThat(trials.missed).isZero();
		assertThat(trials.inVain).isZero();
		assertThat(trials.shortestLead).isGreaterThanOrEqualTo(LEASE.toMillis() / 5);
	}

	@Test
	void steadyBatchesAreForetoldByTheirPace() {
		Trials trials = trials(() -> 1000, false);
		System.out.println("Steady record times, nothing learned: " + trials);
		assertThat(trials.missed).isZero();
		assertThat(trials.inVain).isZero();
		assertThat(trials.shortestLead).isGreaterThanOrEqualTo(LEASE.toMillis() / 5);
	}

	@Test
	void unsteadyBatchesAreForetoldInVainOnlyCloseToTheMargin() {
		Trials trials = trials(() -> 900 + this.random.nextInt(200), true);
		System.out.println("Record times within a tenth of the mean, learned: " + trials);
		assertThat(trials.missed).isZero();
		assertThat(trials.shortestInVain).isGreaterThan(LEASE.toMillis() * 85 / 100);
		assertThat(trials.shortestLead).isGreaterThanOrEqualTo(LEASE.toMillis() / 5);
	}

	@Test
	void noExpiryOfHeavyTailedBatchesComesUnannounced() {
		// Log-normal: median 0.4 s, mean 1 s, one in a thousand 24 s.
		Trials trials = trials(() -> (long) (400 * Math.exp(1.33 * this.random.nextGaussian())), true);
		System.out.println("Heavy-tailed record times, learned: " + trials);
		assertThat(trials.missed).isZero();
		assertThat(trials.atRisk).isPositive();
	}

	/**
	 * A thousand batches of 20 to 99 records, looked at once a second.
	 */
	private Trials trials(LongSupplier recordMillis, boolean learn) {
		UsualTime learned = learn ? learned(recordMillis, 10_000) : null;
		Trials trials = new Trials();
		for (int i = 0; i < 1000; i++) {
			int size = 20 + this.random.nextInt(80);
			long[] ends = new long[size];
			long end = 0;
			for (int record = 0; record < size; record++) {
				end += recordMillis.getAsLong();
				ends[record] = end;
			}
			trials.add(warnedMillis(ends, learned), end);
		}
		return trials;
	}

	private long warnedMillis(long[] ends, @Nullable UsualTime learned) {
		long end = ends[ends.length - 1];
		this.script.poll().work(ends.length);
		int done = 0;
		for (long now = 0; now < Math.min(end, LEASE.toMillis()); now += TICK_MILLIS) {
			while (ends[done] <= now) {
				done++;
			}
			this.script.done(done).recordSince((done > 0) ? ends[done - 1] - now : -now);
			if (atRisk(learned)) {
				return now;
			}
			this.script.millis(TICK_MILLIS);
		}
		return -1;
	}

	private static UsualTime steady(long millis) {
		long nanos = Duration.ofMillis(millis).toNanos();
		return new UsualTime(1000, nanos, 0, nanos, nanos, nanos);
	}

	private static UsualTime learned(LongSupplier millis, int count) {
		double sum = 0;
		double squares = 0;
		long[] times = new long[count];
		for (int i = 0; i < count; i++) {
			times[i] = millis.getAsLong();
			sum += times[i];
			squares += (double) times[i] * times[i];
		}
		Arrays.sort(times);
		double mean = sum / count;
		double deviation = Math.sqrt(squares / count - mean * mean);
		return new UsualTime(count, (long) (mean * 1e6), (long) (deviation * 1e6), times[count * 99 / 100] * 1_000_000,
				times[count * 999 / 1000] * 1_000_000, times[count - 1] * 1_000_000);
	}

	private boolean atRisk(@Nullable UsualTime learned) {
		BatchForecast forecast = forecast(learned);
		return forecast != null && forecast.atRisk();
	}

	private boolean atRiskAlthoughSplit(@Nullable UsualTime learned) {
		BatchForecast forecast = this.forecaster.forecast(this.script.reading(), learned, true);
		return forecast != null && forecast.atRisk();
	}

	private @Nullable BatchForecast forecast(@Nullable UsualTime learned) {
		return this.forecaster.forecast(this.script.reading(), learned, this.splitting);
	}

	/**
	 * What has become of the batches.
	 */
	private static final class Trials {

		private int atRisk;

		private int expired;

		private int missed;

		private int inVain;

		private long shortestInVain = Long.MAX_VALUE;

		private long shortestLead = Long.MAX_VALUE;

		private final List<Long> leads = new ArrayList<>();

		void add(long warned, long end) {
			long lease = LEASE.toMillis();
			this.atRisk += (warned >= 0) ? 1 : 0;
			if (end > lease) {
				this.expired++;
				this.missed += (warned < 0) ? 1 : 0;
				this.leads.add(lease - warned);
				this.shortestLead = Math.min(this.shortestLead, lease - warned);
			}
			// What ends within the margin was warned of for a reason.
			else if (warned >= 0 && end <= lease * 9 / 10) {
				this.inVain++;
				this.shortestInVain = Math.min(this.shortestInVain, end);
			}
		}

		@Override
		public String toString() {
			this.leads.sort(null);
			return "%d batches at risk, %d leases expired, %d of them without a warning, %d warnings in vain; lead time: shortest %d ms, median %d ms, longest %d ms"
				.formatted(this.atRisk, this.expired, this.missed, this.inVain, this.leads.get(0),
						this.leads.get(this.leads.size() / 2), this.leads.get(this.leads.size() - 1));
		}

	}

}
