package io.leaseguard.lease;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.rule.BatchSplitting;
import io.leaseguard.lease.rule.ContainerFacts;
import io.leaseguard.lease.rule.LeaseCase;
import io.leaseguard.lease.rule.LeaseLaw;
import io.leaseguard.lease.rule.ListenerFacts;

/**
 * A listener to judge in tests: the guard's defaults and those of Kafka, but for what a
 * test sets. Without a {@code recordTimeout} or {@code batchTimeout} nothing is declared.
 */
public final class TestListener {

	private static final Setting RECORDS = new Setting(500, SettingOrigin.KAFKA_DEFAULT);

	private static final Setting INTERVAL = new Setting(300_000, SettingOrigin.KAFKA_DEFAULT);

	private static final Setting SESSION = new Setting(45_000, SettingOrigin.KAFKA_DEFAULT);

	private static final Setting HEARTBEAT = new Setting(3_000, SettingOrigin.KAFKA_DEFAULT);

	private @Nullable Duration recordTimeout;

	private @Nullable Duration batchTimeout;

	private Duration recordOverhead = Duration.ofMillis(100);

	private double safetyFactor = 1.5;

	private Duration maxDetectionDelay = Duration.ofMinutes(30);

	private Duration minLease = Duration.ofMinutes(1);

	private final Map<String, Duration> fixedCosts = new LinkedHashMap<>();

	private final Set<String> unknownCosts = new LinkedHashSet<>();

	private final Map<String, Object> configuration = new LinkedHashMap<>();

	private boolean batchListener;

	private ContainerFacts container = ContainerFacts.NONE;

	private Setting maxPollRecords = RECORDS;

	private Setting maxPollInterval = INTERVAL;

	private Setting session = SESSION;

	private Setting heartbeat = HEARTBEAT;

	private boolean classic = true;

	private boolean staticMember;

	/**
	 * Return a listener of which nothing but the work counts: no overhead, no head-room,
	 * no minimum of the lease, so that required leases are plain products.
	 * @return the listener
	 */
	public static TestListener plain() {
		return new TestListener().recordOverhead(Duration.ZERO).safetyFactor(1).minLease(Duration.ZERO);
	}

	public TestListener copy() {
		TestListener copy = new TestListener();
		copy.recordTimeout = this.recordTimeout;
		copy.batchTimeout = this.batchTimeout;
		copy.recordOverhead = this.recordOverhead;
		copy.safetyFactor = this.safetyFactor;
		copy.maxDetectionDelay = this.maxDetectionDelay;
		copy.minLease = this.minLease;
		copy.fixedCosts.putAll(this.fixedCosts);
		copy.unknownCosts.addAll(this.unknownCosts);
		copy.configuration.putAll(this.configuration);
		copy.batchListener = this.batchListener;
		copy.container = this.container;
		copy.maxPollRecords = this.maxPollRecords;
		copy.maxPollInterval = this.maxPollInterval;
		copy.session = this.session;
		copy.heartbeat = this.heartbeat;
		copy.classic = this.classic;
		copy.staticMember = this.staticMember;
		return copy;
	}

	public TestListener recordTimeout(@Nullable Duration recordTimeout) {
		this.recordTimeout = recordTimeout;
		return this;
	}

	public TestListener batchTimeout(@Nullable Duration batchTimeout) {
		this.batchTimeout = batchTimeout;
		return this;
	}

	public TestListener recordOverhead(Duration recordOverhead) {
		this.recordOverhead = recordOverhead;
		return this;
	}

	public TestListener safetyFactor(double safetyFactor) {
		this.safetyFactor = safetyFactor;
		return this;
	}

	public TestListener maxDetectionDelay(Duration maxDetectionDelay) {
		this.maxDetectionDelay = maxDetectionDelay;
		return this;
	}

	public TestListener minLease(Duration minLease) {
		this.minLease = minLease;
		return this;
	}

	public TestListener fixedCost(String name, Duration cost) {
		this.fixedCosts.put(name, cost);
		return this;
	}

	public TestListener unknownCost(String name) {
		this.unknownCosts.add(name);
		return this;
	}

	/**
	 * Let the container sleep between polls, with what that costs.
	 * @param idle how long
	 * @return this listener
	 */
	public TestListener idleBetweenPolls(Duration idle) {
		this.container = new ContainerFacts(idle.toMillis(), this.container.restartsAfterAuthFailure(),
				this.container.acknowledgesNever(), this.container.retriesForever(),
				this.container.transactionTimeoutMs(), this.container.clientVersion(), this.container.advisories());
		return fixedCost(FixedCosts.IDLE_BETWEEN_POLLS, idle).fixedCost(FixedCosts.IDLE_MARGIN, Duration.ofSeconds(5));
	}

	public TestListener configuration(String key, Object value) {
		this.configuration.put(key, value);
		return this;
	}

	public TestListener batchListener(boolean batchListener) {
		this.batchListener = batchListener;
		return this;
	}

	public TestListener container(ContainerFacts container) {
		this.container = container;
		return this;
	}

	public TestListener maxPollRecords(@Nullable Integer value) {
		this.maxPollRecords = setting(value, RECORDS);
		return this;
	}

	public TestListener maxPollInterval(@Nullable Integer value) {
		this.maxPollInterval = setting(value, INTERVAL);
		return this;
	}

	public TestListener session(@Nullable Integer value) {
		this.session = setting(value, SESSION);
		return this;
	}

	public TestListener heartbeat(@Nullable Integer value) {
		this.heartbeat = setting(value, HEARTBEAT);
		return this;
	}

	public TestListener classic(boolean classic) {
		this.classic = classic;
		return this;
	}

	public TestListener staticMember(boolean staticMember) {
		this.staticMember = staticMember;
		return this;
	}

	private Setting setting(@Nullable Integer value, Setting byDefault) {
		return (value != null) ? new Setting(value, SettingOrigin.APPLICATION) : byDefault;
	}

	public LeaseTerms terms() {
		return new LeaseTerms(this.recordTimeout, this.batchTimeout, this.recordOverhead, this.safetyFactor,
				this.maxDetectionDelay, this.minLease, new FixedCosts(this.fixedCosts, this.unknownCosts));
	}

	public LeaseSettings settings() {
		return new LeaseSettings(this.maxPollRecords, this.maxPollInterval, new Pulse(this.classic, this.staticMember,
				this.classic ? this.session : null, this.classic ? this.heartbeat : null));
	}

	public ListenerFacts facts() {
		return new ListenerFacts(this.batchListener, this.configuration, this.container, BatchSplitting.OFF);
	}

	public LeaseSettings derive() {
		return LeaseDerivation.derive(terms(), settings());
	}

	/**
	 * Return the case that the guard would make of it.
	 * @param derivable whether the guard may derive
	 * @return the case
	 */
	public LeaseCase leaseCase(boolean derivable) {
		return LeaseCase.of("payments", terms(), settings(), derivable, facts());
	}

	public Judgement judge(boolean derivable) {
		return LeaseLaw.judge("payments", terms(), settings(), derivable, facts());
	}

	public Judgement judge() {
		return judge(true);
	}

	@Override
	public String toString() {
		return terms() + " " + settings();
	}

}
