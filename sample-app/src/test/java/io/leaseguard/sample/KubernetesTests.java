package io.leaseguard.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.web.client.RestClient;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample with the settings of {@code docs/kubernetes.md}: the probes of the manifest
 * that stands there are answered, a stuck listener fails readiness where it was put into
 * it and never liveness, and the time to stop is enough.
 */
@DirtiesContext
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ContextConfiguration(initializers = KubernetesTests.Page.class)
class KubernetesTests {

	private static final String LIVENESS = "/actuator/health/liveness";

	private static final String READINESS = "/actuator/health/readiness";

	private static final Pattern YAML = Pattern.compile("```yaml\n# (\\w+)\\.yaml\n(.*?)```", Pattern.DOTALL);

	private static final int UP = 200;

	private static final int DOWN = 503;

	private final RestClient client;

	private final Environment environment;

	private final KafkaListenerEndpointRegistry registry;

	KubernetesTests(@LocalServerPort int port, @Autowired Environment environment,
			@Autowired KafkaListenerEndpointRegistry registry) {
		this.client = RestClient.builder().baseUrl("http://localhost:" + port).build();
		this.environment = environment;
		this.registry = registry;
	}

	@AfterEach
	void release() {
		post("/faults/release");
	}

	@Test
	void aStuckListenerFailsReadinessAndNeverLiveness() {
		awaitStatus(READINESS, UP);
		post("/faults/stuck");
		Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
			assertThat(status(LIVENESS)).isEqualTo(UP);
			assertThat(status("/actuator/health")).isEqualTo(DOWN);
		});
		assertThat(status(LIVENESS)).isEqualTo(UP);
		assertThat(status(READINESS)).isEqualTo(DOWN);
		post("/faults/release");
		awaitStatus(READINESS, UP);
	}

	@Test
	void theProbesOfTheManifestAreAnswered() {
		awaitStatus(READINESS, UP);
		Map<String, Object> container = map(((List<?>) podSpec().getOrDefault("containers", List.of())).get(0));
		assertThat(probe(container, "startupProbe")).isEqualTo(LIVENESS);
		assertThat(probe(container, "livenessProbe")).isEqualTo(LIVENESS);
		assertThat(probe(container, "readinessProbe")).isEqualTo(READINESS);
		assertThat(status(LIVENESS)).isEqualTo(UP);
	}

	@Test
	void theTimesToStopFitEachOther() {
		Duration phase = DurationStyle
			.detectAndParse(this.environment.getRequiredProperty("spring.lifecycle.timeout-per-shutdown-phase"));
		Duration record = DurationStyle
			.detectAndParse(this.environment.getRequiredProperty("lease-guard.record-timeout"));
		Duration batch = DurationStyle
			.detectAndParse(this.environment.getRequiredProperty("lease-guard.listeners.shipments.batch-timeout"));
		assertThat(phase).isGreaterThan(record).isGreaterThan(batch);
		Object grace = podSpec().get("terminationGracePeriodSeconds");
		assertThat(Duration.ofSeconds(Long.parseLong(String.valueOf(grace)))).isGreaterThan(phase.multipliedBy(2));
		for (MessageListenerContainer container : this.registry.getListenerContainers()) {
			assertThat(container.getContainerProperties().isStopImmediate()).isTrue();
		}
	}

	private static Map<String, Object> podSpec() {
		Map<String, Object> deployment = new Yaml().load(Page.blocks("deployment").get(0));
		return map(map(map(deployment.get("spec")).get("template")).get("spec"));
	}

	private static String probe(Map<String, Object> container, String name) {
		return String.valueOf(map(map(container.get(name)).get("httpGet")).get("path"));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> map(@Nullable Object value) {
		assertThat(value).isInstanceOf(Map.class);
		return (Map<String, Object>) Objects.requireNonNull(value);
	}

	private void awaitStatus(String path, int status) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(90))
			.pollInterval(Duration.ofMillis(500))
			.untilAsserted(() -> assertThat(status(path)).isEqualTo(status));
	}

	private int status(String path) {
		return this.client.get()
			.uri(path)
			.exchangeForRequiredValue((request, response) -> response.getStatusCode().value());
	}

	private void post(String path) {
		this.client.post().uri(path).retrieve().toBodilessEntity();
	}

	/**
	 * The settings of the page.
	 */
	static class Page implements ApplicationContextInitializer<ConfigurableApplicationContext> {

		@Override
		public void initialize(ConfigurableApplicationContext context) {
			for (String block : blocks("application")) {
				try {
					for (PropertySource<?> source : new YamlPropertySourceLoader().load("page " + block.hashCode(),
							new ByteArrayResource(block.getBytes(StandardCharsets.UTF_8)))) {
						context.getEnvironment().getPropertySources().addFirst(source);
					}
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
			}
		}

		static List<String> blocks(String name) {
			List<String> blocks = new ArrayList<>();
			try {
				Matcher matcher = YAML.matcher(Files.readString(Path.of("../docs/kubernetes.md")));
				while (matcher.find()) {
					if (matcher.group(1).equals(name)) {
						blocks.add(matcher.group(2));
					}
				}
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
			assertThat(blocks).as(name).isNotEmpty();
			return blocks;
		}

	}

}
