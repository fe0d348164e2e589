package io.leaseguard.endpoint;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.skyscreamer.jsonassert.JSONAssert;
import org.skyscreamer.jsonassert.JSONCompareMode;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import io.leaseguard.container.Advisories;
import io.leaseguard.container.KafkaClientVersion;
import io.leaseguard.lease.rule.Advisory;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseSnapshot;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.RepairState;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the JSON of the {@link LeasesEndpoint} as it comes over HTTP.
 */
class LeasesEndpointHttpTests {

	private static final String EVERYTHING = """
			{"kafkaClient": {"version": "%s", "advisories": [
			   {"id": "KAFKA-20253", "affected": %b, "summary": "%s", "fixedIn": ["4.2.2", "4.4.0"]}]},
			 "listeners": {
			  "payments": {
			   "groupId": "payments-group", "verdict": "DERIVED",
			   "terms": {"recordTimeoutMs": 2000, "recordOverheadMs": 100, "safetyFactor": 1.5,
			             "maxDetectionDelayMs": 1800000, "fixedCostMs": 0, "fixedCosts": {}},
			   "settings": {"max.poll.records": {"value": 500, "origin": "KAFKA_DEFAULT"},
			                "max.poll.interval.ms": {"value": 1576000, "origin": "DERIVED"},
			                "session.timeout.ms": {"value": 45000, "origin": "KAFKA_DEFAULT"},
			                "heartbeat.interval.ms": {"value": 3000, "origin": "KAFKA_DEFAULT"}},
			   "equation": "500 x (2s + 100ms) x 1.5 = 26m15s < 26m16s",
			   "requiredLeaseMs": 1575000, "leaseMs": 1576000, "detectionDelayMs": 1576000,
			   "findings": [],
			   "splits": 0, "consumers": [{"index": 0, "clientId": "consumer-payments-1", "status": "WORKING", "leaseUsed": 0.25, "predictedLeaseUsed": 0.5,
			                  "pollAgeMs": 394000, "heartbeatAgeMs": 900, "recordAgeMs": 120,
			                  "recordsRemaining": 480, "position": "payments-0@42",
			                  "assigned": ["payments-0", "payments-1"], "recoveries": 1}]},
			  "org.example.Refunds#0": {
			   "verdict": "UNDECLARED",
			   "terms": {"recordOverheadMs": 100, "safetyFactor": 1.5, "maxDetectionDelayMs": 1800000,
			             "fixedCostMs": 0, "fixedCosts": {}},
			   "settings": {"max.poll.records": {"value": 500, "origin": "KAFKA_DEFAULT"},
			                "max.poll.interval.ms": {"value": 300000, "origin": "KAFKA_DEFAULT"}},
			   "leaseMs": 300000, "detectionDelayMs": 300000, "findings": [],
			   "splits": 0, "consumers": [{"index": 0, "status": "IDLE", "leaseUsed": 0.0, "pollAgeMs": 100,
			                  "recordsRemaining": 0, "assigned": ["payments-0"], "recoveries": 0}]}}}
			""";

	private static final String ONE = """
			{"groupId": "g", "verdict": "VIOLATION",
			 "terms": {"recordTimeoutMs": 2000, "recordOverheadMs": 100, "safetyFactor": 1.5,
			           "maxDetectionDelayMs": 1800000, "fixedCostMs": 10000, "fixedCosts": {"retryBackoff": 10000}},
			 "settings": {"max.poll.records": {"value": 500, "origin": "KAFKA_DEFAULT"},
			              "max.poll.interval.ms": {"value": 300000, "origin": "APPLICATION"},
			              "session.timeout.ms": {"value": 45000, "origin": "KAFKA_DEFAULT"},
			              "heartbeat.interval.ms": {"value": 3000, "origin": "KAFKA_DEFAULT"}},
			 "equation": "500 x (2s + 100ms) x 1.5 + 10s = 26m25s >= 5m",
			 "requiredLeaseMs": 1585000, "leaseMs": 300000, "detectionDelayMs": 300000,
			 "findings": [
			  {"rule": "lease-too-short", "severity": "ERROR", "message": "Something is wrong.",
			   "fix": "Change 'a.property'.", "reference": "docs/rules.md#lease-too-short"},
			  {"rule": "lease-too-short", "severity": "ERROR", "message": "Something is wrong.",
			   "fix": "Change 'a.property'.", "reference": "docs/rules.md#lease-too-short"},
			  {"rule": "session-too-short", "severity": "WARNING", "message": "Something is wrong.",
			   "fix": "Change 'a.property'.", "reference": "docs/rules.md#session-too-short"}],
			 "splits": 0, "consumers": [
			  {"index": 0, "clientId": "consumer-payments-1", "status": "LEASE_EXPIRED", "leaseUsed": 1.5, "predictedLeaseUsed": 1.5,
			   "pollAgeMs": 2364000, "heartbeatAgeMs": 1000, "recordAgeMs": 2363000, "recordsRemaining": 499,
			   "position": "payments-0@42", "assigned": ["payments-0"], "recoveries": 0,
			   "stack": ["com.example.Payments.pay(Payments.java:42)"]},
			  {"index": 1, "clientId": "consumer-payments-1", "status": "HEARTBEAT_LOST", "leaseUsed": 0.0,
			   "pollAgeMs": 100, "heartbeatAgeMs": 46000, "recordsRemaining": 0, "assigned": ["payments-0"],
			   "recoveries": 1, "repair": "FAILED", "detail": "The repair is FAILED"}]}
			""";

	private static ConfigurableApplicationContext context;

	private static final HttpClient client = HttpClient.newHttpClient();

	private static final MutableGuard guard = new MutableGuard();

	@BeforeAll
	static void start() {
		context = new SpringApplicationBuilder(Application.class).run("--server.port=0", "--lease-guard.enabled=false",
				"--management.endpoints.web.exposure.include=leases", "--spring.main.banner-mode=off");
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@Test
	void allListenersAreOneDocument() throws Exception {
		guard.show(TestSnapshots.listener("payments", TestSnapshots.working(0)),
				TestSnapshots.listener(
						TestSnapshots.assessment("org.example.Refunds#0", null, TestSnapshots.undeclared()),
						TestSnapshots.idle(0)));
		HttpResponse<String> response = get("");
		assertThat(response.statusCode()).isEqualTo(200);
		Advisory advisory = Advisories.ofClient().get(0);
		JSONAssert.assertEquals(
				EVERYTHING.formatted(KafkaClientVersion.read(), advisory.affected(), advisory.summary()),
				response.body(), JSONCompareMode.STRICT);
	}

	@Test
	void oneListenerIsADocumentOfItsOwn() throws Exception {
		guard.show(TestSnapshots.listener(
				TestSnapshots.assessment("org.example.Payments#0", "g", TestSnapshots.violation()),
				TestSnapshots.stuck(0), TestSnapshots.silent(1, RepairState.FAILED)));
		HttpResponse<String> response = get("/org.example.Payments%230");
		assertThat(response.statusCode()).isEqualTo(200);
		JSONAssert.assertEquals(ONE, response.body(), JSONCompareMode.STRICT);
	}

	@Test
	void anUnknownListenerIsNotFound() throws Exception {
		guard.show();
		assertThat(get("/unknown").statusCode()).isEqualTo(404);
	}

	@Test
	void withoutListenersTheDocumentIsEmpty() throws Exception {
		guard.show();
		JSONAssert.assertEquals("{\"listeners\": {}}", get("").body(), JSONCompareMode.LENIENT);
	}

	private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		URI uri = URI.create("http://localhost:" + port + "/actuator/leases" + path);
		return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
	}

	/**
	 * A web application with nothing but a guard.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@ImportAutoConfiguration(LeasesEndpointAutoConfiguration.class)
	static class Application {

		@Bean
		LeaseGuard testLeaseGuard() {
			return guard;
		}

	}

	/**
	 * A guard that shows what a test wants it to.
	 */
	private static final class MutableGuard implements LeaseGuard {

		private volatile LeaseSnapshot snapshot = TestSnapshots.of();

		@Override
		public LeaseSnapshot snapshot() {
			return this.snapshot;
		}

		void show(ListenerSnapshot... listeners) {
			this.snapshot = TestSnapshots.of(listeners);
		}

	}

}
