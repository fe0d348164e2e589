package io.leaseguard.endpoint;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.skyscreamer.jsonassert.JSONAssert;
import org.skyscreamer.jsonassert.JSONCompareMode;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import io.leaseguard.recovery.LeaseRecoveries;
import io.leaseguard.recovery.RecoveryAnswer;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.TestSnapshots;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the write operation of the {@link LeasesEndpoint} over HTTP.
 */
class LeasesEndpointRecoveryHttpTests {

	private static final List<String> requests = new ArrayList<>();

	private static final HttpClient client = HttpClient.newHttpClient();

	private static List<RecoveryAnswer> answers = List.of();

	private static ConfigurableApplicationContext writable;

	@BeforeAll
	static void start() {
		writable = run("--management.endpoint.leases.access=UNRESTRICTED");
	}

	@AfterAll
	static void stop() {
		writable.close();
	}

	@BeforeEach
	void prepare() {
		requests.clear();
		answers = List.of(new RecoveryAnswer(0, true, "It rejoins its group at its next poll."),
				new RecoveryAnswer(1, false, "Refused: the application forbids it."));
	}

	@Test
	void whatIsAcceptedIsCarriedOutLater() throws Exception {
		HttpResponse<String> response = post(writable, "/payments", "{\"action\": \"rejoin\"}");
		assertThat(response.statusCode()).isEqualTo(202);
		assertThat(requests).containsExactly("payments null REJOIN");
		JSONAssert.assertEquals("""
				{"listener": "payments", "action": "rejoin", "consumers": [
				 {"index": 0, "accepted": true, "message": "It rejoins its group at its next poll."},
				 {"index": 1, "accepted": false, "message": "Refused: the application forbids it."}]}
				""", response.body(), JSONCompareMode.STRICT);
	}

	@Test
	void oneConsumerMayBeNamed() throws Exception {
		post(writable, "/payments", "{\"action\": \"restart\", \"consumer\": 1}");
		assertThat(requests).containsExactly("payments 1 RESTART");
	}

	@Test
	void whatIsRefusedForAllIsAConflict() throws Exception {
		answers = answers.subList(1, 2);
		HttpResponse<String> response = post(writable, "/payments", "{\"action\": \"restart\"}");
		assertThat(response.statusCode()).isEqualTo(409);
		assertThat(response.body()).contains("the application forbids it");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '\0',
			textBlock = """
					{}                                      | The action is missing; send {"action": "rejoin"} or {"action": "restart"}
					{"action": "explode"}                   | There is no action 'explode'; send {"action": "rejoin"} or {"action": "restart"}
					{"action": "RESTART"}                   | There is no action 'RESTART'; send {"action": "rejoin"} or {"action": "restart"}
					""")
	void whatMakesNoSenseIsABadRequest(String body, String message) throws Exception {
		HttpResponse<String> response = post(writable, "/payments", body);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(message(response)).isEqualTo(message);
		assertThat(requests).isEmpty();
	}

	@Test
	void consumerThatDoesNotRunIsABadRequest() throws Exception {
		answers = List.of();
		HttpResponse<String> one = post(writable, "/payments", "{\"action\": \"restart\", \"consumer\": 7}");
		assertThat(one.statusCode()).isEqualTo(400);
		assertThat(message(one)).isEqualTo("Listener 'payments' has no running consumer 7");
		HttpResponse<String> all = post(writable, "/payments", "{\"action\": \"restart\"}");
		assertThat(message(all)).isEqualTo("Listener 'payments' has no running consumer; start its container");
		assertThat(post(writable, "/payments", "{\"action\": \"restart\", \"consumer\": \"x\"}").statusCode())
			.isEqualTo(400);
	}

	@Test
	void unknownListenerIsNotFound() throws Exception {
		HttpResponse<String> response = post(writable, "/unknown", "{\"action\": \"restart\"}");
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(message(response)).isEqualTo("There is no listener 'unknown'; GET /actuator/leases shows all");
		assertThat(requests).isEmpty();
	}

	@Test
	void byDefaultTheEndpointOnlyShows() throws Exception {
		try (ConfigurableApplicationContext readOnly = run()) {
			assertThat(post(readOnly, "/payments", "{\"action\": \"restart\"}").statusCode()).isEqualTo(405);
			assertThat(requests).isEmpty();
		}
	}

	@Test
	void permittedAccessOfTheApplicationWins() throws Exception {
		try (ConfigurableApplicationContext readOnly = run("--management.endpoint.leases.access=UNRESTRICTED",
				"--management.endpoints.access.max-permitted=READ_ONLY")) {
			assertThat(post(readOnly, "/payments", "{\"action\": \"restart\"}").statusCode()).isEqualTo(405);
		}
	}

	private static ConfigurableApplicationContext run(String... arguments) {
		return new SpringApplicationBuilder(Application.class)
			.properties("server.port=0", "lease-guard.enabled=false",
					"management.endpoints.web.exposure.include=leases", "spring.main.banner-mode=off")
			.run(arguments);
	}

	private static String message(HttpResponse<String> response) throws Exception {
		return new JSONObject(response.body()).getString("message");
	}

	private static HttpResponse<String> post(ConfigurableApplicationContext context, String path, String body)
			throws IOException, InterruptedException {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		URI uri = URI.create("http://localhost:" + port + "/actuator/leases" + path);
		return client.send(HttpRequest.newBuilder(uri)
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build(), HttpResponse.BodyHandlers.ofString());
	}

	/**
	 * A web application with a guard and somebody who takes requests.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@ImportAutoConfiguration(LeasesEndpointAutoConfiguration.class)
	static class Application {

		@Bean
		LeaseGuard testLeaseGuard() {
			return () -> TestSnapshots.of(TestSnapshots.listener("payments", TestSnapshots.working(0)));
		}

		@Bean
		LeaseRecoveries testLeaseRecoveries() {
			return (listenerId, consumerIndex, action) -> {
				requests.add(listenerId + " " + consumerIndex + " " + action);
				return answers;
			};
		}

	}

}
