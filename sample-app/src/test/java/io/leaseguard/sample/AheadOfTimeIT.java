package io.leaseguard.sample;

import java.io.IOException;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonContent;
import org.springframework.test.json.JsonContentAssert;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Starts the sample from what {@code process-aot} has made of it. Runs after the package
 * is built, because only then it is made.
 */
class AheadOfTimeIT {

	private final JsonMapper json = new JsonMapper();

	@Test
	void leasesAreTheSameAsWithoutAheadOfTimeProcessing() throws Exception {
		JsonNode plain;
		try (SampleProcess sample = SampleProcess.start()) {
			plain = derived(sample.get("/actuator/leases"));
			assertThat(sample.log()).doesNotContain("AOT-processed");
		}
		try (SampleProcess sample = SampleProcess.start("-Dspring.aot.enabled=true")) {
			assertThat(derived(sample.get("/actuator/leases"))).isEqualTo(plain);
			assertThat(sample.log()).contains("Starting AOT-processed SampleApplication");
			Awaitility.await()
				.atMost(Duration.ofSeconds(90))
				.pollInterval(Duration.ofMillis(500))
				.untilAsserted(() -> assertThatConsumersAreWatched(sample));
		}
		assertThat(plain.at("/listeners/payments/equation").asString())
			.isEqualTo("6 x (2s + 100ms) x 1.5 = 18s900ms < 19s");
	}

	private void assertThatConsumersAreWatched(SampleProcess sample) throws IOException {
		JsonContentAssert payments = assertThat(new JsonContent(sample.get("/actuator/leases/payments")));
		payments.extractingPath("$.consumers[?(@.heartbeatAgeMs <= 2000)]").asArray().hasSize(2);
		payments.extractingPath("$.learned.count")
			.asNumber()
			.satisfies((count) -> assertThat(count.intValue()).isPositive());
	}

	/**
	 * Take away what is different from one moment to the next.
	 */
	private JsonNode derived(String leases) {
		JsonNode all = this.json.readTree(leases);
		all.get("listeners").forEach((listener) -> ((ObjectNode) listener).remove("consumers"));
		all.get("listeners").forEach((listener) -> ((ObjectNode) listener).remove("learned"));
		return all;
	}

}
