package io.leaseguard.sample;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.json.JsonContent;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the profile in which consumers have to authenticate.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("sasl")
@DirtiesContext
class SaslProfileTests {

	private static final String HEALTH = "$.components.leaseGuard.status";

	private static final String SILENT = "$.listeners[*].consumers[?(@.heartbeatAgeMs >= 8000)]";

	private static final String BEATING = "$.listeners[*].consumers[?(@.heartbeatAgeMs <= 2000)]";

	private final RestClient client;

	SaslProfileTests(@LocalServerPort int port) {
		this.client = RestClient.builder()
			.baseUrl("http://localhost:" + port)
			.defaultStatusHandler((status) -> true, (request, response) -> {
			})
			.build();
	}

	@Test
	void brokenAuthenticationSilencesTheConsumersUntilItIsMended() {
		await().untilAsserted(this::assertThatAllIsWell);
		assertThat(call(HttpMethod.POST, "/faults/break-authentication")).extractingPath("$.authenticationBroken")
			.isEqualTo(true);
		await().untilAsserted(
				() -> assertThat(call(HttpMethod.GET, "/actuator/leases")).extractingPath(SILENT).asArray().hasSize(4));
		assertThat(call(HttpMethod.POST, "/faults/mend-authentication")).extractingPath("$.authenticationBroken")
			.isEqualTo(false);
		await().untilAsserted(this::assertThatAllIsWell);
	}

	private void assertThatAllIsWell() {
		assertThat(call(HttpMethod.GET, "/actuator/health")).extractingPath(HEALTH).isEqualTo("UP");
		assertThat(call(HttpMethod.GET, "/actuator/leases")).extractingPath(BEATING).asArray().hasSize(4);
	}

	private JsonContent call(HttpMethod method, String uri) {
		String body = this.client.method(method).uri(uri).retrieve().body(String.class);
		return new JsonContent((body != null) ? body : "");
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(120)).pollInterval(Duration.ofMillis(500));
	}

}
