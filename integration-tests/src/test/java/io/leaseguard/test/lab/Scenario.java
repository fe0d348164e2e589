package io.leaseguard.test.lab;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.springframework.context.support.GenericApplicationContext;

/**
 * A fault that is inflicted on a subject: what it is, how it must be found and what must
 * come of it.
 */
final class Scenario {

	private final String name;

	private final Set<String> statuses = new LinkedHashSet<>();

	private final Map<String, String> properties = new LinkedHashMap<>();

	private Duration soonest = Timings.LEASE;

	private Duration timeout = Timings.LEASE;

	private int partitions = 2;

	private int concurrency = 2;

	private boolean login;

	private boolean needed = true;

	private boolean longRun;

	private Cure cure = Cure.MENDED;

	private Step fault = (trial) -> {
	};

	private Step mend = (trial) -> {
	};

	private String claim = "";

	private Step check = (trial) -> {
	};

	private Consumer<GenericApplicationContext> beans = (context) -> {
	};

	private Scenario(String name) {
		this.name = name;
	}

	static Scenario of(String name) {
		return new Scenario(name);
	}

	/**
	 * As which status it must be found: one of these.
	 */
	Scenario foundAs(String... statuses) {
		this.statuses.addAll(List.of(statuses));
		return this;
	}

	/**
	 * When it must be found.
	 * @param soonest how long the fault must last before anybody can tell it from health
	 * @param timeout the longest time after which it defines itself; the goal is two
	 * ticks more
	 * @return this scenario
	 */
	Scenario between(Duration soonest, Duration timeout) {
		this.soonest = soonest;
		this.timeout = timeout;
		return this;
	}

	/**
	 * Let the subject start with this property, too.
	 */
	Scenario with(String property, Object value) {
		this.properties.put(property, value.toString());
		return this;
	}

	Scenario withBeans(Consumer<GenericApplicationContext> beans) {
		this.beans = beans;
		return this;
	}

	Scenario partitions(int partitions) {
		this.partitions = partitions;
		return this;
	}

	Scenario concurrency(int concurrency) {
		this.concurrency = concurrency;
		return this;
	}

	/**
	 * Let the subject log in as a user of its own.
	 */
	Scenario withLogin() {
		this.login = true;
		return this;
	}

	/**
	 * Let the fault pass unseen, too: a client that heals itself gives nothing to find.
	 */
	Scenario unlessTheClientHealsItself(boolean heals) {
		this.needed = !heals;
		return this;
	}

	/**
	 * Leave it to the long run: the short one has another of its kind.
	 */
	Scenario onlyInTheLongRun() {
		this.longRun = true;
		return this;
	}

	/**
	 * Return whether it belongs to the present run.
	 */
	boolean due() {
		return (Timings.LONG_RUN || !this.longRun)
				&& Pattern.compile(System.getProperty("laboratory.only", "")).matcher(this.name).find();
	}

	Scenario fault(Step fault) {
		this.fault = fault;
		return this;
	}

	/**
	 * How the fault ends; where only a person can help, what the guard must have come to
	 * first.
	 */
	Scenario mend(Step mend) {
		this.mend = mend;
		return this;
	}

	Scenario cure(Cure cure) {
		this.cure = cure;
		return this;
	}

	/**
	 * What must be true in the end, besides that all records are finished.
	 * @param claim the same in a few words, for the table
	 * @param check waits until it is true
	 * @return this scenario
	 */
	Scenario andFinally(String claim, Step check) {
		this.claim = claim;
		this.check = check;
		return this;
	}

	String name() {
		return this.name;
	}

	Set<String> statuses() {
		return this.statuses;
	}

	Map<String, String> properties() {
		return this.properties;
	}

	Duration soonest() {
		return this.soonest;
	}

	/**
	 * Return how long the fault may go unseen.
	 */
	Duration goal() {
		return this.timeout.plus(Timings.TICK.multipliedBy(2));
	}

	int partitions() {
		return this.partitions;
	}

	int concurrency() {
		return this.concurrency;
	}

	boolean login() {
		return this.login;
	}

	boolean needed() {
		return this.needed;
	}

	Cure cure() {
		return this.cure;
	}

	Step fault() {
		return this.fault;
	}

	Step mend() {
		return this.mend;
	}

	String claim() {
		return this.claim;
	}

	Step check() {
		return this.check;
	}

	Consumer<GenericApplicationContext> beans() {
		return this.beans;
	}

	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * Something to do to a subject.
	 */
	@FunctionalInterface
	interface Step {

		void run(Trial trial) throws Exception;

	}

	/**
	 * Who makes the subject work again.
	 */
	enum Cure {

		/**
		 * The guard, without help.
		 */
		GUARD,

		/**
		 * Whoever takes the fault away; then the subject goes on by itself.
		 */
		MENDED,

		/**
		 * A person or an orchestrator: the subject must stay down until it is restarted.
		 */
		PERSON

	}

}
