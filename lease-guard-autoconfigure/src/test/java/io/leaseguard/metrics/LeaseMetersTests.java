package io.leaseguard.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LearnedTime;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseSnapshot;
import io.leaseguard.watchdog.LeaseStatus;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RecoveryCount;
import io.leaseguard.watchdog.TestSnapshots;
import io.leaseguard.watchdog.WatchdogReading;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseMeters}.
 */
class LeaseMetersTests {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final LeaseMeters meters = new LeaseMeters(TestSnapshots::of);

	LeaseMetersTests() {
		this.meters.bindTo(this.registry);
	}

	@ParameterizedTest
	@CsvSource({ "lease.guard.lease, 1576, seconds", "lease.guard.lease.used, 0.25,",
			"lease.guard.poll.age, 394, seconds", "lease.guard.heartbeat.age, 0.9, seconds",
			"lease.guard.record.age, 0.12, seconds", "lease.guard.records.remaining, 480, records",
			"lease.guard.required.lease, 1575, seconds", "lease.guard.detection.delay, 1576, seconds" })
	void everyGaugeOfAConsumerHasItsValueAndUnit(String name, double value, String unit) {
		show(TestSnapshots.listener("payments", TestSnapshots.idle(0), TestSnapshots.working(1)));
		assertThat(gauge(name, 1)).isEqualTo(value);
		Meter.Id id = this.registry.get(name).tag("consumer", "1").gauge().getId();
		assertThat(id.getBaseUnit()).isEqualTo(unit);
		assertThat(id.getDescription()).isNotBlank();
	}

	@Test
	void allGaugesOfAConsumerHaveTheSameTagKeys() {
		show(TestSnapshots.listener("payments", TestSnapshots.working(1)));
		assertThat(gaugesOfConsumers()).hasSize(ConsumerGauge.values().length)
			.allSatisfy((id) -> assertThat(id.getTags()).containsExactly(Tag.of("consumer", "1"),
					Tag.of("group", "payments-group"), Tag.of("listener", "payments")));
	}

	/**
	 * A registry warns of the first one in a JVM, and logs the others at a lower level.
	 */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void noMeterIsRegisteredTwiceAlsoWhereTheApplicationAddsTags(CapturedOutput output) {
		Logger logger = (Logger) LoggerFactory.getLogger(MeterRegistry.class);
		logger.setLevel(Level.DEBUG);
		MeterRegistry tagged = new SimpleMeterRegistry();
		tagged.config().commonTags("application", "shop");
		this.meters.bindTo(tagged);
		show(TestSnapshots.listener("payments", TestSnapshots.idle(0)));
		show(TestSnapshots.listener("payments", TestSnapshots.idle(0), TestSnapshots.working(1)));
		show(TestSnapshots.listener("payments", TestSnapshots.working(1)));
		assertThat(tagged.find("lease.guard.lease").gauges()).hasSize(1);
		logger.setLevel(null);
		assertThat(output).doesNotContain("already registered");
	}

	@Test
	void theStatusIsOneSeriesEach() {
		show(TestSnapshots.listener("payments", TestSnapshots.working(0)));
		assertThat(LeaseStatus.values()).allSatisfy((status) -> assertThat(this.registry.get(RegistryMeters.STATUS)
			.tags("listener", "payments", "group", "payments-group", "consumer", "0", "status", status.name())
			.gauge()
			.value()).isEqualTo((status == LeaseStatus.WORKING) ? 1 : 0));
	}

	@Test
	void whatIsNotKnownIsNotANumber() {
		show(TestSnapshots.listener(TestSnapshots.assessment("payments", null, TestSnapshots.undeclared()),
				TestSnapshots.idle(0)));
		assertThat(gauge("lease.guard.heartbeat.age", 0)).isNaN();
		assertThat(gauge("lease.guard.record.age", 0)).isNaN();
		assertThat(gauge("lease.guard.required.lease", 0)).isNaN();
		assertThat(gauge("lease.guard.lease", 0)).isEqualTo(300);
	}

	@Test
	void aRequiredLeaseWithoutBoundIsInfinite() {
		LeaseTerms terms = new LeaseTerms(Duration.ofSeconds(Long.MAX_VALUE), null, Duration.ZERO, 1.5,
				Duration.ofMinutes(30), Duration.ofMinutes(1), FixedCosts.NONE);
		Judgement judgement = TestSnapshots.violation();
		show(TestSnapshots.listener(
				TestSnapshots.assessment("payments", "payments-group",
						new Judgement(terms, judgement.settings(), judgement.verdict(), List.of())),
				TestSnapshots.idle(0)));
		assertThat(gauge("lease.guard.required.lease", 0)).isInfinite();
	}

	@Test
	void aListenerWithoutGroupHasTheGroupNone() {
		show(TestSnapshots.listener(TestSnapshots.assessment("payments", null, TestSnapshots.derived()),
				TestSnapshots.idle(0)));
		assertThat(this.registry.get("lease.guard.lease").gauge().getId().getTag("group")).isEqualTo("none");
	}

	@Test
	void findingsAreCountedByRule() {
		show(TestSnapshots.listener(TestSnapshots.assessment("payments", "g", TestSnapshots.violation())));
		assertThat(this.registry.find(RegistryMeters.FINDINGS).gauges()).hasSize(2);
		assertThat(findings("lease-too-short")).isEqualTo(2);
		assertThat(findings("session-too-short")).isEqualTo(1);
	}

	@Test
	void countersFollowTheSnapshot() {
		show(listener(2, List.of(new RecoveryCount("rejoin", "failed", 1), new RecoveryCount("rejoin", "healed", 3))));
		assertThat(expirations()).isEqualTo(2);
		assertThat(recoveries("healed")).isEqualTo(3);
		assertThat(recoveries("failed")).isEqualTo(1);
		show(listener(4, List.of(new RecoveryCount("rejoin", "failed", 2), new RecoveryCount("rejoin", "healed", 3))));
		assertThat(expirations()).isEqualTo(4);
		assertThat(recoveries("healed")).isEqualTo(3);
		assertThat(recoveries("failed")).isEqualTo(2);
	}

	@Test
	void gaugesFollowTheSnapshotWithoutBeingRegisteredAgain() {
		show(TestSnapshots.listener("payments", TestSnapshots.idle(0)));
		AtomicInteger changes = new AtomicInteger();
		this.registry.config().onMeterAdded((meter) -> changes.incrementAndGet());
		this.registry.config().onMeterRemoved((meter) -> changes.incrementAndGet());
		show(TestSnapshots.listener("payments", TestSnapshots.stuck(0)));
		assertThat(gauge("lease.guard.lease.used", 0)).isEqualTo(1.5);
		show(TestSnapshots.listener("payments", TestSnapshots.working(0)));
		assertThat(gauge("lease.guard.lease.used", 0)).isEqualTo(0.25);
		assertThat(changes).hasValue(0);
	}

	@Test
	void theGaugesOfAConsumerGoWithItAndItsSiblingsKeepTheirs() {
		show(TestSnapshots.listener("payments", TestSnapshots.working(0), TestSnapshots.working(1)));
		show(TestSnapshots.listener("payments", TestSnapshots.working(1)));
		assertThat(this.registry.find("lease.guard.lease").tag("consumer", "0").gauges()).isEmpty();
		assertThat(this.registry.find(RegistryMeters.STATUS).tag("consumer", "0").gauges()).isEmpty();
		assertThat(gauge("lease.guard.lease.used", 1)).isEqualTo(0.25);
	}

	@Test
	void aHundredRestartsLeaveTheMeterCountUnchangedAndTheCountersMonotonic() {
		show(listener(1, healed(1)));
		int stopped = this.registry.getMeters().size();
		for (int restart = 1; restart <= 100; restart++) {
			ConsumerSnapshot[] consumers = { TestSnapshots.working(0), TestSnapshots.working(restart % 3 + 1) };
			show(listener(restart, healed(restart), consumers));
			assertThat(this.registry.getMeters())
				.hasSize(stopped + 2 * (ConsumerGauge.values().length + LeaseStatus.values().length));
			show(listener(restart, healed(restart)));
			assertThat(this.registry.getMeters()).hasSize(stopped);
			assertThat(expirations()).isEqualTo(restart);
			assertThat(recoveries("healed")).isEqualTo(restart);
		}
	}

	@Test
	void aListenerThatIsAssessedAnewIsShownAnew() {
		show(TestSnapshots.listener(TestSnapshots.assessment("payments", "old", TestSnapshots.violation()),
				TestSnapshots.idle(0)));
		show(TestSnapshots.listener(TestSnapshots.assessment("payments", "new", TestSnapshots.derived()),
				TestSnapshots.idle(0)));
		assertThat(this.registry.getMeters())
			.allSatisfy((meter) -> assertThat(meter.getId().getTag("group")).isEqualTo("new"));
		assertThat(this.registry.find(RegistryMeters.FINDINGS).gauges()).isEmpty();
	}

	@Test
	void aRegistryThatComesLaterGetsAllMeters() {
		show(TestSnapshots.listener("payments", TestSnapshots.working(0)));
		MeterRegistry late = new SimpleMeterRegistry();
		this.meters.bindTo(late);
		this.meters.bindTo(late);
		assertThat(late.getMeters()).hasSameSizeAs(this.registry.getMeters());
		assertThat(late.get("lease.guard.lease.used").gauge().value()).isEqualTo(0.25);
		show(TestSnapshots.listener("payments"));
		assertThat(late.find("lease.guard.lease.used").gauges()).isEmpty();
	}

	@Test
	void metersAreRemovedFromARegistryWithCommonTagsAndFiltersToo() {
		CompositeMeterRegistry composite = new CompositeMeterRegistry();
		composite.add(this.registry);
		composite.config().commonTags("application", "shop");
		composite.config().meterFilter(MeterFilter.renameTag("lease.guard", "consumer", "child"));
		composite.config().meterFilter(MeterFilter.denyNameStartsWith("lease.guard.poll"));
		LeaseMeters meters = new LeaseMeters(TestSnapshots::of);
		meters.bindTo(composite);
		meters.onSnapshot(TestSnapshots.of(listener(1, healed(1))));
		meters.onSnapshot(TestSnapshots.of(TestSnapshots.listener("orders", TestSnapshots.idle(0))));
		assertThat(composite.find("lease.guard.lease").tag("child", "0").gauges()).hasSize(1);
		meters.onSnapshot(TestSnapshots.of());
		assertThat(composite.getMeters()).isEmpty();
		assertThat(this.registry.getMeters()).isEmpty();
	}

	@Test
	void aChangeOfOneListenerDoesNotTouchTheMetersOfAnother() {
		ListenerSnapshot orders = TestSnapshots.listener("orders", TestSnapshots.idle(0));
		show(orders, TestSnapshots.listener("payments", TestSnapshots.idle(0)));
		List<String> touched = new ArrayList<>();
		this.registry.config().meterFilter(new MeterFilter() {

			@Override
			public Meter.Id map(Meter.Id id) {
				touched.add(String.valueOf(id.getTag("listener")));
				return id;
			}

		});
		show(orders, TestSnapshots.listener("payments", TestSnapshots.idle(0), TestSnapshots.idle(1)));
		assertThat(touched).isNotEmpty().containsOnly("payments");
	}

	@Test
	void theMetersOfAListenerGoWithIt() {
		show(TestSnapshots.listener("orders", TestSnapshots.idle(0)),
				TestSnapshots.listener("payments", TestSnapshots.idle(0)));
		show(TestSnapshots.listener("payments", TestSnapshots.idle(0)));
		assertThat(this.registry.getMeters()).isNotEmpty()
			.allSatisfy((meter) -> assertThat(meter.getId().getTag("listener")).isEqualTo("payments"));
	}

	@Test
	void whenClosedNoMeterIsLeft() {
		show(listener(1, healed(1), TestSnapshots.working(0)));
		assertThat(this.registry.getMeters()).isNotEmpty();
		this.meters.close();
		assertThat(this.registry.getMeters()).isEmpty();
	}

	@Test
	void watchdogShowsHowLongAgoItTickedAndItsErrors() {
		LeaseMeters meters = new LeaseMeters(new LeaseGuard() {

			@Override
			public LeaseSnapshot snapshot() {
				return TestSnapshots.of();
			}

			@Override
			public WatchdogReading watchdog() {
				return new WatchdogReading(WatchdogReading.State.LATE, 12_500, 3);
			}

		});
		MeterRegistry watched = new SimpleMeterRegistry();
		meters.bindTo(watched);
		assertThat(watched.get(RegistryMeters.TICK_AGE).gauge().value()).isEqualTo(12.5);
		assertThat(watched.get(RegistryMeters.ERRORS).functionCounter().count()).isEqualTo(3);
		meters.close();
		assertThat(watched.getMeters()).isEmpty();
		assertThat(this.registry.find(RegistryMeters.TICK_AGE).gauges()).isEmpty();
	}

	@Test
	void learnedTimeIsShownByQuantile() {
		show(listener(0, List.of()));
		assertThat(this.registry.get("lease.guard.record.duration").tag("quantile", "0.999").gauge().value())
			.isEqualTo(0.03);
		assertThat(this.registry.get("lease.guard.record.duration").tag("quantile", "1").gauge().value())
			.isEqualTo(0.04);
	}

	@Test
	void theDeclaredTimeoutStandsBesideTheLearnedTimeUnlessThereIsNone() {
		show(listener(0, List.of()),
				TestSnapshots.listener(TestSnapshots.assessment("orders", "g", TestSnapshots.undeclared())),
				TestSnapshots.listener(new ListenerAssessment("batches", "g", true, true, TestSnapshots.derived())));
		assertThat(this.registry.get("lease.guard.record.timeout").gauges()).hasSize(2);
		assertThat(this.registry.get("lease.guard.record.timeout")
			.tags("group", "payments-group", "listener", "payments")
			.gauge()
			.value()).isEqualTo(2);
		assertThat(this.registry.get("lease.guard.record.timeout").tag("listener", "batches").gauge().value())
			.as("a full batch by the time of a record")
			.isEqualTo(1050);
	}

	private void show(ListenerSnapshot... listeners) {
		this.meters.onSnapshot(TestSnapshots.of(listeners));
	}

	private static List<RecoveryCount> healed(long count) {
		return List.of(new RecoveryCount("rejoin", "healed", count));
	}

	private static ListenerSnapshot listener(long expirations, List<RecoveryCount> recoveries,
			ConsumerSnapshot... consumers) {
		ListenerAssessment assessment = TestSnapshots.assessment("payments", "payments-group",
				TestSnapshots.violation());
		return new ListenerSnapshot(assessment, Arrays.asList(consumers), expirations, 7, recoveries, List.of(),
				new LearnedTime(1000, 10, 20, 30, 40), assessment.judgement().findings(), null);
	}

	private double gauge(String name, int consumer) {
		return this.registry.get(name).tag("consumer", Integer.toString(consumer)).gauge().value();
	}

	private List<Meter.Id> gaugesOfConsumers() {
		return Arrays.stream(ConsumerGauge.values())
			.flatMap((gauge) -> this.registry.find(gauge.meterName()).gauges().stream())
			.map(Meter::getId)
			.toList();
	}

	private double findings(String rule) {
		return this.registry.get(RegistryMeters.FINDINGS)
			.tags("listener", "payments", "group", "g", "rule", rule)
			.gauge()
			.value();
	}

	private double expirations() {
		return this.registry.get(RegistryMeters.EXPIRATIONS)
			.tags("listener", "payments", "group", "payments-group")
			.functionCounter()
			.count();
	}

	private double recoveries(String outcome) {
		return this.registry.get(RegistryMeters.RECOVERIES)
			.tags("listener", "payments", "group", "payments-group", "action", "rejoin", "outcome", outcome)
			.functionCounter()
			.count();
	}

}
