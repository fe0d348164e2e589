package io.leaseguard.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Verdict;

/**
 * One row of the table of the law: an application, and what is to come of it.
 */
final class LawRow {

	final String name;

	Class<?> wiring = LawWirings.Annotated.class;

	final List<String> properties = new ArrayList<>();

	final Map<String, Object> variables = new HashMap<>();

	final Map<String, Object> factory = new HashMap<>();

	String listener = "payments";

	@Nullable Verdict verdict;

	boolean curable = true;

	List<String> findings = List.of();

	final Map<String, @Nullable Object> got = new LinkedHashMap<>();

	private LawRow(String name) {
		this.name = name;
	}

	static LawRow row(String name) {
		return new LawRow(name);
	}

	LawRow wiring(Class<?> wiring) {
		this.wiring = wiring;
		return this;
	}

	LawRow listener(String listener) {
		this.listener = listener;
		return this;
	}

	/**
	 * Set properties of the application.
	 * @param properties as {@code name=value}
	 * @return this row
	 */
	LawRow with(String... properties) {
		this.properties.addAll(List.of(properties));
		return this;
	}

	/**
	 * Set the terms, without overhead and head-room so that they are easy to reckon with.
	 * @param terms below {@code lease-guard}, as {@code name=value}
	 * @return this row
	 */
	LawRow terms(String... terms) {
		with("lease-guard.record-overhead=0", "lease-guard.safety-factor=1", "lease-guard.min-lease=0");
		for (String term : terms) {
			with("lease-guard." + term);
		}
		return this;
	}

	/**
	 * Set settings of the consumer by properties of Spring Boot.
	 * @param settings as {@code key=value}
	 * @return this row
	 */
	LawRow settings(String... settings) {
		for (String setting : settings) {
			with("spring.kafka.consumer.properties." + setting);
		}
		return this;
	}

	LawRow variable(String name, String value) {
		this.variables.put(name, value);
		return this;
	}

	/**
	 * Put a value of any type into the configuration of the factory.
	 * @param key the key
	 * @param value the value
	 * @return this row
	 */
	LawRow factory(String key, Object value) {
		this.factory.put(key, value);
		return this;
	}

	LawRow is(Verdict verdict, String... findings) {
		this.verdict = verdict;
		this.findings = List.of(findings);
		return this;
	}

	LawRow lawful() {
		return is(Verdict.LAWFUL);
	}

	LawRow derived() {
		return is(Verdict.DERIVED);
	}

	LawRow undeclared(String... findings) {
		return is(Verdict.UNDECLARED, findings);
	}

	LawRow violation(String... findings) {
		return is(Verdict.VIOLATION, findings);
	}

	/**
	 * No setting cures it: something is to be taken away.
	 * @return this row
	 */
	LawRow beyondRemedy() {
		this.curable = false;
		return this;
	}

	LawRow lease(@Nullable Object value) {
		return got("max.poll.interval.ms", value);
	}

	LawRow records(@Nullable Object value) {
		return got("max.poll.records", value);
	}

	LawRow got(String key, @Nullable Object value) {
		this.got.put(key, value);
		return this;
	}

	@Override
	public String toString() {
		return this.name;
	}

}
