package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.leaseguard.lease.Verdict;

/**
 * The rows of the table of the law: cases that were met in public, the forms that a value
 * can have, the places where it can be written, and the ways to wire a listener.
 */
final class LawTable {

	private LawTable() {
	}

	static Stream<LawRow> rows() {
		return Stream
			.of(lawOfTheLease(), cases(), pulses(), values(), slips(), protocols(), places(), keys(), wirings())
			.flatMap(List::stream);
	}

	private static LawRow row(String name) {
		return LawRow.row(name);
	}

	private static List<LawRow> lawOfTheLease() {
		return List.of(row("defaults of Kafka and Boot").undeclared().lease(null).records(null),
				row("open lease").with("lease-guard.record-timeout=2s").derived().lease("1576000").records(null),
				row("open lease and batch in ten minutes")
					.with("lease-guard.record-timeout=2s", "lease-guard.max-detection-delay=10m")
					.derived()
					.lease("599000")
					.records("190"),
				row("quick listener keeps to the shortest lease").with("lease-guard.record-timeout=5ms")
					.derived()
					.lease("79000"),
				row("nothing is written where nothing may be")
					.with("lease-guard.record-timeout=10ms", "lease-guard.apply=false")
					.lawful()
					.lease(null),
				row("defaults are too short where nothing may be written")
					.with("lease-guard.record-timeout=2s", "lease-guard.apply=false")
					.violation("lease-too-short")
					.lease(null),
				row("not guarded though endless").settings("max.poll.interval.ms=2147483647")
					.with("lease-guard.listeners.payments.enabled=false")
					.lease("2147483647"),
				row("record of the listener's own")
					.with("lease-guard.record-timeout=2s", "lease-guard.listeners.payments.record-timeout=1s")
					.derived()
					.lease("826000"),
				row("shortest lease out of reach").with("lease-guard.record-timeout=2s", "lease-guard.min-lease=31m")
					.violation("work-too-long")
					.lease(null));
	}

	private static List<LawRow> cases() {
		return List.of(
				row("glossary: 500 of 1s in 300s").terms("record-timeout=1s")
					.settings("max.poll.interval.ms=300000")
					.derived()
					.records("299")
					.lease("300000"),
				row("glossary with a quarter of head-room")
					.with("lease-guard.record-timeout=1s", "lease-guard.record-overhead=0",
							"lease-guard.safety-factor=1.25")
					.settings("max.poll.interval.ms=300000")
					.derived()
					.records("239"),
				row("glossary: 500 set").terms("record-timeout=1s")
					.settings("max.poll.interval.ms=300000", "max.poll.records=500")
					.violation("lease-too-short")
					.records("500"),
				row("spring-kafka 742: 300ms in 30ms").terms("record-timeout=300ms")
					.settings("max.poll.interval.ms=30")
					.violation("lease-too-short", "session-above-lease")
					.records(null),
				row("spring-kafka 968: override with a colon").terms("record-timeout=240ms")
					.with("overrides=max.poll.interval.ms:120000")
					.derived()
					.records("499")
					.lease("120000"),
				row("spring-kafka 2542: back-off just below the lease").terms("record-timeout=5s", "retry-backoff=297s")
					.settings("max.poll.interval.ms=300000", "max.poll.records=1")
					.violation("lease-too-short"),
				row("spring-kafka 2542: back-off that leaves room").terms("record-timeout=5s", "retry-backoff=294s")
					.settings("max.poll.interval.ms=300000", "max.poll.records=1")
					.lawful(),
				row("aiokafka 848: seven minutes in five").terms("record-timeout=7m")
					.settings("max.poll.interval.ms=300000", "max.poll.records=1")
					.violation("lease-too-short"),
				row("librdkafka 2971: all of the lease").terms("record-timeout=300s")
					.settings("max.poll.interval.ms=300000", "max.poll.records=1")
					.violation("lease-too-short"),
				row("librdkafka 2971: one millisecond less").terms("record-timeout=299999ms")
					.settings("max.poll.interval.ms=300000", "max.poll.records=1")
					.lawful(),
				row("event hubs 148: invented key").terms("record-timeout=2s")
					.settings("max.poll.interval.ms=300000", "max.poll.records=20", "session.timeout.ms=300000",
							"heartbeat.timeout.ms=100000", "request.timeout.ms=60000")
					.is(Verdict.LAWFUL, "ignored-key")
					.got("heartbeat.interval.ms", null),
				row("corda before").terms("record-timeout=199ms")
					.settings("max.poll.interval.ms=100000", "max.poll.records=500", "session.timeout.ms=6000",
							"heartbeat.interval.ms=2000")
					.lawful(),
				row("corda after").terms("record-timeout=599ms")
					.settings("max.poll.interval.ms=300000", "max.poll.records=500", "session.timeout.ms=60000",
							"heartbeat.interval.ms=20000")
					.lawful(),
				row("spring-kafka 2506: the batch that is set counts").terms("record-timeout=200ms")
					.settings("max.poll.interval.ms=300000", "max.poll.records=2000")
					.violation("lease-too-short"),
				row("fasten 186: endless").settings("max.poll.interval.ms=2147483647", "session.timeout.ms=10000")
					.violation("lease-too-long"),
				row("hermes 974: two hours").terms("record-timeout=2h")
					.settings("max.poll.interval.ms=2147483647", "max.poll.records=1")
					.violation("work-too-long", "lease-too-long"),
				row("hermes 974: two hours tolerated").terms("record-timeout=2h", "max-detection-delay=3h")
					.settings("max.poll.records=1")
					.derived()
					.lease("7201000"),
				row("schema.ai: heartbeat exactly a third").terms("record-timeout=1s")
					.settings("max.poll.interval.ms=900000", "max.poll.records=50", "heartbeat.interval.ms=15000")
					.lawful(),
				row("event hubs 112: lease of '1'").settings("max.poll.interval.ms=1", "session.timeout.ms=30000")
					.violation("implausible-lease", "session-above-lease"));
	}

	private static List<LawRow> pulses() {
		return List.of(
				row("session of 6000").settings("session.timeout.ms=6000", "heartbeat.interval.ms=2000").undeclared(),
				row("ros-ocp 187").settings("session.timeout.ms=120000", "heartbeat.interval.ms=30000").undeclared(),
				row("session of 35000 is legal today").settings("session.timeout.ms=35000").undeclared(),
				row("pulsar 3293: session of 3000").settings("session.timeout.ms=3000")
					.violation("heartbeat-interval", "session-too-short"),
				row("session of 3001").settings("session.timeout.ms=3001")
					.undeclared("heartbeat-interval", "session-too-short"),
				row("frontera 358: heartbeat as long as the session")
					.settings("session.timeout.ms=45000", "heartbeat.interval.ms=45000")
					.violation("heartbeat-interval"),
				row("one millisecond less").settings("session.timeout.ms=45000", "heartbeat.interval.ms=44999")
					.undeclared("heartbeat-interval"),
				row("session of 0").settings("session.timeout.ms=0")
					.violation("heartbeat-interval", "session-too-short"),
				row("session above the lease").settings("session.timeout.ms=600000", "max.poll.interval.ms=300000")
					.undeclared("session-above-lease"),
				row("session as long as the lease")
					.settings("session.timeout.ms=300000", "heartbeat.interval.ms=100000")
					.undeclared());
	}

	private static List<LawRow> values() {
		String lease = "max.poll.interval.ms";
		return List.of(row("int").factory(lease, 300_000).undeclared().lease(300_000),
				row("text").factory(lease, "300000").undeclared().lease("300000"),
				row("text with white space").factory(lease, " 300000 ").violation("invalid-value"),
				row("batch with white space").factory("max.poll.records", " 20 ").undeclared().records(" 20 "),
				row("long").factory(lease, 300_000L).violation("invalid-value"),
				row("duration").factory(lease, Duration.ofMinutes(5)).violation("invalid-value"),
				row("5m").factory(lease, "5m").violation("invalid-value"),
				row("PT5M").factory(lease, "PT5M").violation("invalid-value"),
				row("300_000").factory(lease, "300_000").violation("invalid-value"),
				row("50000;").factory(lease, "50000;").violation("invalid-value"),
				row("foo").factory(lease, "foo").violation("invalid-value"),
				row("2147483648").factory(lease, "2147483648").violation("invalid-value"),
				row("lease of 0").factory(lease, 0).violation("invalid-value"),
				row("lease of -1").factory(lease, -1).violation("invalid-value"),
				row("batch of 0").factory("max.poll.records", 0).violation("invalid-value"),
				row("batch of -1").factory("max.poll.records", -1).violation("invalid-value"),
				row("batch of 20.0").factory("max.poll.records", 20.0).violation("invalid-value"),
				row("heartbeat of -1").factory("heartbeat.interval.ms", -1).violation("invalid-value"),
				row("heartbeat of 200L").factory("heartbeat.interval.ms", 200L).violation("invalid-value"),
				row("10s").settings("session.timeout.ms=10s").violation("invalid-value"),
				row("5*60*1000").settings("max.poll.interval.ms=5*60*1000").violation("invalid-value"),
				row("nested map").factory("max", Map.of("poll", Map.of("interval", Map.of("ms", 600_000))))
					.violation("nested-map"),
				row("empty instance id").factory("group.instance.id", "").violation("invalid-value").beyondRemedy());
	}

	private static List<LawRow> slips() {
		return List.of(
				row("lease of 30").settings("max.poll.interval.ms=30")
					.violation("implausible-lease", "session-above-lease"),
				row("lease of 600").settings("max.poll.interval.ms=600")
					.undeclared("session-above-lease", "implausible-lease"),
				row("heartbeat of 3").with("spring.kafka.consumer.heartbeat-interval=3")
					.violation("implausible-heartbeat")
					.got("heartbeat.interval.ms", 3),
				row("heartbeat of 0").settings("heartbeat.interval.ms=0").violation("implausible-heartbeat"),
				row("lease in microseconds").settings("max.poll.interval.ms=300000000")
					.violation("lease-too-long", "implausible-lease"),
				row("lease of a day").settings("max.poll.interval.ms=86400000").violation("lease-too-long"),
				row("25 days of Boot").with("spring.kafka.consumer.max-poll-interval=25d")
					.violation("invalid-value", "duration-overflow"),
				row("50 days of Boot").with("spring.kafka.consumer.max-poll-interval=50d")
					.violation("duration-overflow", "lease-too-long")
					.lease(25_032_704),
				row("50 days of Boot without effect").with("spring.kafka.consumer.max-poll-interval=50d")
					.settings("max.poll.interval.ms=300000")
					.undeclared()
					.lease("300000"));
	}

	private static List<LawRow> protocols() {
		return List.of(
				row("consumer protocol").settings("group.protocol=consumer")
					.with("lease-guard.record-timeout=2s")
					.is(Verdict.DERIVED, "rebalance-above-lease")
					.lease("1576000")
					.got("session.timeout.ms", null)
					.got("heartbeat.interval.ms", null),
				row("consumer protocol with session").settings("group.protocol=consumer", "session.timeout.ms=45000")
					.violation("group-protocol"),
				row("CONSUMER protocol with heartbeat")
					.settings("group.protocol=CONSUMER", "heartbeat.interval.ms=3000")
					.violation("group-protocol"),
				row("consumer protocol with assignor")
					.settings("group.protocol=Consumer",
							"partition.assignment.strategy=org.apache.kafka.clients.consumer.CooperativeStickyAssignor")
					.violation("group-protocol"),
				row("consumer protocol with assignor of the broker")
					.settings("group.protocol=consumer", "group.remote.assignor=uniform")
					.undeclared(),
				row("classic protocol with assignor of the broker").settings("group.remote.assignor=uniform")
					.violation("group-protocol"),
				row("no such protocol").settings("group.protocol=next-gen").violation("invalid-value").beyondRemedy(),
				row("endless lease under the consumer protocol")
					.settings("group.protocol=consumer", "max.poll.interval.ms=2147483647")
					.violation("lease-too-long"));
	}

	private static List<LawRow> places() {
		return List.of(
				row("key with brackets").with("spring.kafka.consumer.properties[max.poll.interval.ms]=600000")
					.undeclared()
					.lease("600000"),
				row("duration of Boot").with("spring.kafka.consumer.max-poll-interval=10m").undeclared().lease(600_000),
				row("bare duration of Boot").with("spring.kafka.consumer.max-poll-interval=600000")
					.undeclared()
					.lease(600_000),
				row("ISO duration of Boot").with("spring.kafka.consumer.max-poll-interval=PT5M")
					.undeclared()
					.lease(300_000),
				row("relaxed name of Boot").with("spring.kafka.consumer.maxPollInterval=10m")
					.undeclared()
					.lease(600_000),
				row("properties of all clients").with("spring.kafka.properties.max.poll.interval.ms=111000")
					.undeclared()
					.lease("111000"),
				row("all three at once")
					.with("spring.kafka.properties.max.poll.interval.ms=111000",
							"spring.kafka.consumer.max-poll-interval=10m")
					.settings("max.poll.interval.ms=333000")
					.undeclared()
					.lease("333000"),
				row("variable of a key").variable("SPRING_KAFKA_CONSUMER_PROPERTIES_MAX_POLL_INTERVAL_MS", "600000")
					.undeclared()
					.lease("600000"),
				row("variable of Boot").variable("SPRING_KAFKA_CONSUMER_MAXPOLLINTERVAL", "600000")
					.undeclared()
					.lease(600_000),
				row("variable of Boot in pieces").variable("SPRING_KAFKA_CONSUMER_MAX_POLL_INTERVAL", "600000")
					.undeclared()
					.lease(600_000),
				row("variable that binds to nothing").variable("SPRING_KAFKA_CONSUMER_SESSION_TIMEOUT", "30000")
					.undeclared("unbound-property")
					.got("session.timeout.ms", null),
				row("half bound session").with("spring.kafka.consumer.session-timeout=30s")
					.undeclared("unbound-property")
					.got("session.timeout.ms", null),
				row("half bound lease").with("spring.kafka.consumer.max-poll-interval-ms=600000")
					.undeclared("unbound-property")
					.lease(null),
				row("dotted key in the place of a property").with("spring.kafka.consumer.max.poll.records=5")
					.undeclared("unbound-property")
					.records(null),
				row("properties of the listener").with("spring.kafka.listener.properties.max.poll.interval.ms=600000")
					.undeclared("unbound-property")
					.lease(null),
				row("property above the consumer").with("spring.kafka.max-poll-records=5")
					.undeclared("unbound-property")
					.records(null),
				row("property that the application reads itself").wiring(LawWirings.OwnProperty.class)
					.with("spring.kafka.consumer.session-timeout=30000")
					.undeclared()
					.got("session.timeout.ms", 30_000),
				row("poll timeout of the listener")
					.with("spring.kafka.listener.poll-timeout=3s", "spring.kafka.listener.idle-between-polls=1s")
					.undeclared());
	}

	private static List<LawRow> keys() {
		return List.of(row("kebab case").settings("max-poll-interval-ms=600000").undeclared("ignored-key").lease(null),
				row("misspelt").settings("max.pol.records=5").undeclared("ignored-key").records(null),
				row("camel case in an override").with("overrides=sessionTimeoutMs=30000").undeclared("ignored-key"),
				row("setting of the broker").settings("group.max.session.timeout.ms=60000").undeclared("ignored-key"),
				row("two at once").settings("session-timeout=1", "heartbeat-interval=1")
					.undeclared("ignored-key", "ignored-key"),
				row("keys of others")
					.settings("schema.registry.url=http://registry", "specific.avro.reader=true",
							"spring.json.trusted.packages=*", "sasl.login.retry.backoff.ms=100",
							"my.interceptor.poll.interval=5", "ssl.keystore.password=secret", "interceptor.session=1")
					.undeclared());
	}

	private static List<LawRow> wirings() {
		return List.of(
				row("batch listener with a batch timeout").wiring(LawWirings.Batch.class)
					.with("lease-guard.batch-timeout=4m")
					.derived()
					.lease("361000"),
				row("batch timeout means nothing to a record listener").with("lease-guard.batch-timeout=4m")
					.undeclared()
					.lease(null),
				row("override with an equals sign").with("overrides=max.poll.records=20")
					.settings("max.poll.records=50")
					.undeclared()
					.records("20"),
				row("annotation").wiring(LawWirings.Terms.class).derived().lease("599000").records("190"),
				row("annotation before the default").wiring(LawWirings.Terms.class)
					.with("lease-guard.record-timeout=1h")
					.derived()
					.lease("599000"),
				row("properties of the listener before the annotation").wiring(LawWirings.Terms.class)
					.with("lease-guard.listeners.payments.record-timeout=1s")
					.derived()
					.lease("599000")
					.records("363"),
				row("placeholder and expression of the annotation").wiring(LawWirings.Terms.class)
					.with("timeout=1s", "delay=20")
					.derived()
					.lease("826000"),
				row("annotation that can't be read").wiring(LawWirings.Terms.class)
					.with("timeout=soon", "delay=-1")
					.violation("invalid-terms", "invalid-terms"),
				row("retry topic shares the contract").wiring(LawWirings.Retry.class)
					.listener("payments-retry")
					.derived()
					.lease("826000"),
				row("retry topic shares the properties of its listener").wiring(LawWirings.Retry.class)
					.listener("payments-retry")
					.with("lease-guard.listeners.payments.record-timeout=2s")
					.derived()
					.lease("1576000"),
				row("dead-letter topic is guarded too").wiring(LawWirings.Retry.class)
					.listener("payments-dlt")
					.with("lease-guard.record-timeout=2s"),
				row("first cluster").wiring(LawWirings.TwoClusters.class)
					.terms("record-timeout=1s")
					.derived()
					.lease("501000"),
				row("second cluster").wiring(LawWirings.TwoClusters.class)
					.listener("slow")
					.terms("record-timeout=1s")
					.lawful()
					.lease(900_000),
				row("container by hand").wiring(LawWirings.ByHand.class)
					.terms("record-timeout=3s")
					.violation("lease-too-short")
					.lease("120000")
					.records(40),
				row("customizer of a container factory").wiring(LawWirings.Customized.class)
					.with("lease-guard.record-timeout=1m")
					.derived()
					.lease("632000")
					.records("7"),
				row("factory without post-processors").wiring(LawWirings.PlainFactory.class)
					.with("lease-guard.record-timeout=2s")
					.is(Verdict.DERIVED, "unwatchable-consumers")
					.lease("1576000"),
				row("container that is no bean").wiring(LawWirings.NoBean.class)
					.listener("payments@t")
					.with("lease-guard.record-timeout=2s")
					.derived()
					.lease("1576000"));
	}

}
