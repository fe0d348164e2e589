package io.leaseguard.sample;

import java.net.InetAddress;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.test.json.JsonContent;
import org.springframework.test.json.JsonContentAssert;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * End-to-end tests of the sample with the settings that it ships with.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class SampleApplicationTests {

	private static final String HEALTH = "$.components.leaseGuard";

	private static final String PAYMENTS = HEALTH + ".details.payments";

	private static final String SHIPMENTS = HEALTH + ".details.shipments";

	private final RestClient client;

	SampleApplicationTests(@LocalServerPort int port) {
		this.client = RestClient.builder()
			.baseUrl("http://localhost:" + port)
			.defaultStatusHandler((status) -> true, (request, response) -> {
			})
			.build();
	}

	@BeforeEach
	void bothConsumersBeat() {
		await().untilAsserted(this::assertThatBothConsumersBeat);
	}

	private void assertThatBothConsumersBeat() {
		assertThat(get("/faults")).extractingPath("$.heartbeatThreads").isEqualTo(2);
		JsonContent payments = get("/actuator/leases/payments");
		assertThat(payments).extractingPath("$.consumers[?(@.heartbeatAgeMs <= 2000)]").asArray().hasSize(2);
		assertThat(payments).extractingPath("$.consumers[*].assigned[*]")
			.asArray()
			.containsExactlyInAnyOrder("payments-0", "payments-1", "payments-2", "payments-3");
	}

	@AfterEach
	void release() {
		JsonContentAssert faults = assertThat(post("/faults/release"));
		faults.extractingPath("$.stuck").isEqualTo(false);
		faults.extractingPath("$.slowMs").isEqualTo(0);
	}

	@Test
	void nobodyReachesTheFaultsFromAnotherMachine(@Value("${server.address}") InetAddress address) {
		assertThat(address.isLoopbackAddress()).isTrue();
	}

	@Test
	void leasesAreDerivedAndShown() {
		JsonContentAssert leases = assertThat(get("/actuator/leases"));
		leases.extractingPath("$.kafkaClient.version").asString().isNotEmpty();
		leases.extractingPath("$.kafkaClient.advisories").asArray().isNotNull();
		leases.extractingPath("$.listeners").asMap().containsOnlyKeys("payments", "refunds", "shipments");
		leases.extractingPath("$.listeners.shipments.equation").isEqualTo("8s x 1.5 = 12s < 13s");
		leases.extractingPath("$.listeners.shipments.terms.batchTimeoutMs").isEqualTo(8000);
		JsonContentAssert payments = assertThat(get("/actuator/leases/payments"));
		payments.extractingPath("$.groupId").isEqualTo("payments");
		payments.extractingPath("$.verdict").isEqualTo("DERIVED");
		payments.extractingPath("$.equation").isEqualTo("6 x (2s + 100ms) x 1.5 = 18s900ms < 19s");
		payments.extractingPath("$.requiredLeaseMs").isEqualTo(18_900);
		payments.extractingPath("$.leaseMs").isEqualTo(19_000);
		payments.extractingPath("$.detectionDelayMs").isEqualTo(19_000);
		// What is found at run time depends on the faults of other tests.
		payments.extractingPath("$.findings[?(@.rule != 'record-timeout-too-short')]").asArray().isEmpty();
		leases.extractingPath("$.listeners.refunds.findings[*].reference")
			.asArray()
			.contains("docs/rules.md#endless-retry");
		payments.extractingPath("$.terms.recordTimeoutMs").isEqualTo(2000);
		payments.extractingPath("$.terms.recordOverheadMs").isEqualTo(100);
		payments.extractingPath("$.terms.safetyFactor").isEqualTo(1.5);
		payments.extractingPath("$.terms.maxDetectionDelayMs").isEqualTo(20_000);
		payments.extractingPath("$.terms.fixedCostMs").isEqualTo(0);
		payments.extractingPath("$.terms.fixedCosts").asMap().isEmpty();
	}

	@Test
	void settingsCarryTheirOrigin() {
		JsonContentAssert payments = assertThat(get("/actuator/leases/payments"));
		payments.extractingPath("$.settings['max.poll.records'].value").isEqualTo(6);
		payments.extractingPath("$.settings['max.poll.records'].origin").isEqualTo("DERIVED");
		payments.extractingPath("$.settings['max.poll.interval.ms'].value").isEqualTo(19_000);
		payments.extractingPath("$.settings['max.poll.interval.ms'].origin").isEqualTo("DERIVED");
		payments.extractingPath("$.settings['session.timeout.ms'].value").isEqualTo(10_000);
		payments.extractingPath("$.settings['session.timeout.ms'].origin").isEqualTo("APPLICATION");
		JsonContentAssert shipments = assertThat(get("/actuator/leases/shipments"));
		shipments.extractingPath("$.settings['max.poll.records'].value").isEqualTo(500);
		shipments.extractingPath("$.settings['max.poll.records'].origin").isEqualTo("KAFKA_DEFAULT");
	}

	@Test
	void eachConsumerIsShown() {
		JsonContentAssert payments = assertThat(get("/actuator/leases/payments"));
		for (String key : new String[] { "clientId", "status", "leaseUsed", "pollAgeMs", "heartbeatAgeMs",
				"recordsRemaining", "assigned", "recoveries" }) {
			payments.extractingPath("$.consumers[*]." + key).asArray().hasSize(2);
		}
	}

	@Test
	void healthIsUpWithADetailForEachListener() {
		await().untilAsserted(() -> {
			JsonContentAssert health = assertThat(health(HttpStatus.OK));
			health.extractingPath(HEALTH + ".status").isEqualTo("UP");
			health.extractingPath(PAYMENTS + ".consumers").asArray().hasSize(2);
			health.extractingPath(SHIPMENTS + ".consumers").asArray().hasSize(1);
		});
	}

	@Test
	void aSlowListenerIsOverdueAndHealthStaysUp() {
		assertThat(post("/faults/slow?millis=2500")).extractingPath("$.slowMs").isEqualTo(2500);
		await().untilAsserted(
				() -> assertThat(health(HttpStatus.OK)).extractingPath(PAYMENTS + ".status").isEqualTo("OVERDUE"));
	}

	@Test
	void aStuckListenerTakesHealthDownUntilItIsReleased() {
		assertThat(post("/faults/stuck")).extractingPath("$.stuck").isEqualTo(true);
		await().untilAsserted(() -> {
			JsonContentAssert health = assertThat(health(HttpStatus.SERVICE_UNAVAILABLE));
			health.extractingPath(HEALTH + ".status").isEqualTo("DOWN");
			health.extractingPath(PAYMENTS + ".status").isEqualTo("LEASE_EXPIRED");
			health.extractingPath(PAYMENTS + ".consumers[*].stack[*]")
				.asArray()
				.anySatisfy((frame) -> assertThat(frame).asString().contains("PaymentListener.onPayment"));
			health.extractingPath(SHIPMENTS + ".status").isNotEqualTo("LEASE_EXPIRED");
		});
		post("/faults/release");
		await().untilAsserted(() -> {
			JsonContentAssert health = assertThat(health(HttpStatus.OK));
			health.extractingPath(HEALTH + ".status").isEqualTo("UP");
			health.extractingPath(PAYMENTS + ".consumers[?(@.leaseUsed < 1)]").asArray().hasSize(2);
		});
		assertThatCounterHasCounted("lease.guard.expirations?tag=listener:payments");
	}

	@Test
	void aConsumerWithoutHeartbeatRejoins() {
		post("/faults/kill-heartbeat");
		await().untilAsserted(() -> assertThatCounterHasCounted(
				"lease.guard.recoveries?tag=listener:payments&tag=action:rejoin&tag=outcome:healed"));
		await().untilAsserted(() -> {
			assertThat(health(HttpStatus.OK)).extractingPath(HEALTH + ".status").isEqualTo("UP");
			assertThatBothConsumersBeat();
		});
		assertThat(get("/actuator/leases/payments")).extractingPath("$.consumers[?(@.recoveries >= 1)]")
			.asArray()
			.isNotEmpty();
	}

	@Test
	void aPoisonRecordStallsItsPartitionUntilItIsRemoved() {
		assertThat(post("/faults/poison")).extractingPath("$.poison").isEqualTo(true);
		await().untilAsserted(() -> assertThat(health(HttpStatus.SERVICE_UNAVAILABLE))
			.extractingPath(HEALTH + ".details.refunds.status")
			.isEqualTo("PROGRESS_STALLED"));
		assertThat(post("/faults/remove-poison")).extractingPath("$.poison").isEqualTo(false);
		await()
			.untilAsserted(() -> assertThat(health(HttpStatus.OK)).extractingPath(HEALTH + ".status").isEqualTo("UP"));
	}

	@Test
	void aPausedListenerIsUp() {
		assertThat(post("/faults/pause")).extractingPath("$.paused").isEqualTo(true);
		await().untilAsserted(
				() -> assertThat(health(HttpStatus.OK)).extractingPath(PAYMENTS + ".status").isEqualTo("PAUSED"));
		assertThat(post("/faults/resume")).extractingPath("$.paused").isEqualTo(false);
	}

	@Test
	void withoutTokensThereIsNoAuthenticationToBreak() {
		ResponseEntity<String> response = exchange(HttpMethod.POST, "/faults/break-authentication");
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
		assertThat(json(response)).extractingPath("$.detail").asString().contains("the profile 'sasl'");
	}

	@Test
	void ordersAreHeldBackUntilTheyMayCome() {
		assertThat(post("/faults/hold-orders")).extractingPath("$.ordersHeld").isEqualTo(true);
		assertThat(post("/faults/place-orders")).extractingPath("$.ordersHeld").isEqualTo(false);
	}

	@Test
	void whatCanNotBeInjectedIsRefusedWithAReason() {
		ResponseEntity<String> response = exchange(HttpMethod.POST, "/faults/slow?millis=-1");
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(json(response)).extractingPath("$.detail").isEqualTo("'millis' must not be negative");
	}

	@Test
	void prometheusScrapesTheMeters() {
		assertThat(exchange(HttpMethod.GET, "/actuator/prometheus").getBody()).contains("lease_guard_lease_used{");
	}

	private void assertThatCounterHasCounted(String counter) {
		assertThat(get("/actuator/metrics/" + counter)).extractingPath("$.measurements[0].value")
			.asNumber()
			.satisfies((value) -> assertThat(value.doubleValue()).isPositive());
	}

	private JsonContent health(HttpStatus status) {
		ResponseEntity<String> response = exchange(HttpMethod.GET, "/actuator/health");
		assertThat(response.getStatusCode()).isEqualTo(status);
		return json(response);
	}

	private JsonContent get(String uri) {
		ResponseEntity<String> response = exchange(HttpMethod.GET, uri);
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
		return json(response);
	}

	private JsonContent post(String uri) {
		ResponseEntity<String> response = exchange(HttpMethod.POST, uri);
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
		return json(response);
	}

	private ResponseEntity<String> exchange(HttpMethod method, String uri) {
		return this.client.method(method).uri(uri).retrieve().toEntity(String.class);
	}

	private static JsonContent json(ResponseEntity<String> response) {
		String body = response.getBody();
		return new JsonContent((body != null) ? body : "");
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(500));
	}

}
