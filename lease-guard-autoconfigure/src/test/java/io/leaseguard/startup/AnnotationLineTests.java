package io.leaseguard.startup;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.container.ContainerConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AnnotationLine}.
 */
class AnnotationLineTests {

	@Test
	void annotationWithoutPropertiesIsWrittenAsAWhole() {
		assertThat(line("none", "none", "max.poll.records=5"))
			.isEqualTo("@KafkaListener(id = \"none\", properties = \"max.poll.records=5\") on L.none");
		assertThat(line("none", "none", "max.poll.records=5", "max.poll.interval.ms=60000"))
			.isEqualTo("@KafkaListener(id = \"none\", properties = { \"max.poll.records=5\", "
					+ "\"max.poll.interval.ms=60000\" }) on L.none");
		assertThat(line("nameless", "org.springframework.kafka.KafkaListenerEndpointContainer#0", "max.poll.records=5"))
			.isEqualTo("@KafkaListener(properties = \"max.poll.records=5\") on L.nameless");
	}

	@Test
	void whatIsThereIsReplacedInItsNotation() {
		assertThat(line("plain", "plain", "max.poll.records=5"))
			.isEqualTo("in the properties of @KafkaListener(id = \"plain\") on L.plain, "
					+ "write \"max.poll.records=5\" in place of \"max.poll.records=…\"");
		assertThat(line("colon", "colon", "max.poll.records=5"))
			.endsWith("write \"max.poll.records=5\" in place of \"max.poll.records:…\"");
		assertThat(line("twice", "twice", "max.poll.records=5")).endsWith(
				"write \"max.poll.records=5\" in place of every \"max.poll.records=…\" and \"max.poll.records …\"");
		assertThat(line("block", "block", "max.poll.records=5", "max.poll.interval.ms=60000"))
			.endsWith("write \"max.poll.records=5\" in place of \"max.poll.records=…\" and "
					+ "\"max.poll.interval.ms=60000\" in place of \"max.poll.interval.ms=…\"");
	}

	@Test
	void whatIsNotThereIsAdded() {
		assertThat(line("secret", "secret", "max.poll.records=5"))
			.isEqualTo("add \"max.poll.records=5\" to the properties of @KafkaListener(id = \"secret\") on L.secret");
		assertThat(line("plain", "plain", "max.poll.records=5", "max.poll.interval.ms=60000"))
			.isEqualTo("in the properties of @KafkaListener(id = \"plain\") on L.plain, write \"max.poll.records=5\" "
					+ "in place of \"max.poll.records=…\", and add \"max.poll.interval.ms=60000\"");
	}

	@Test
	void whatAnExpressionBringsAlongCannotBeSeen() {
		assertThat(line("expression", "expression", "max.poll.records=5"))
			.isEqualTo("add \"max.poll.records=5\" to the properties of @KafkaListener(id = \"expression\") "
					+ "on L.expression, after its other properties");
	}

	@Test
	void nothingElseOfThePropertiesIsRepeated() {
		for (String method : new String[] { "plain", "colon", "twice", "block", "secret", "expression" }) {
			assertThat(line(method, method, "max.poll.records=5", "max.poll.interval.ms=60000")).doesNotContain("pass",
					"hush", "41");
		}
	}

	@Test
	void amongSeveralTheOneOfTheListenerIsMeant() {
		assertThat(line("several", "first", "max.poll.records=5"))
			.isEqualTo("@KafkaListener(id = \"first\", properties = \"max.poll.records=5\") on L.several");
		assertThat(line("several", "second", "max.poll.records=5"))
			.isEqualTo("in the properties of @KafkaListener(id = \"second\") on L.several, "
					+ "write \"max.poll.records=5\" in place of \"max.poll.records=…\"");
		assertThat(line("several", "third", "max.poll.records=5"))
			.isEqualTo("add \"max.poll.records=5\" to the properties of @KafkaListener(id = \"third\") on L.several, "
					+ "beside its other properties");
	}

	@Test
	void annotationOfTheApplicationIsNamed() {
		assertThat(line("composed", "composed", "max.poll.records=5"))
			.isEqualTo("in the properties of @KafkaListener(id = \"composed\") of @Slow on L.composed, "
					+ "write \"max.poll.records=5\" in place of \"max.poll.records=…\"");
	}

	@Test
	void classHasOneToo() {
		assertThat(line(Handlers.class, "Handlers", configuration("handlers", null), "max.poll.records=5"))
			.isEqualTo("in the properties of @KafkaListener(id = \"handlers\") on L.Handlers, "
					+ "write \"max.poll.records=5\" in place of \"max.poll.records=…\"");
	}

	@Test
	void listenersOfRetryTopicsShareThatOfTheirMainListener() {
		assertThat(line(element("several"), "several", configuration("second-retry", "second"), "max.poll.records=5"))
			.isEqualTo(line("several", "second", "max.poll.records=5"));
	}

	private static String line(String method, String id, String... settings) {
		return line(element(method), method, configuration(id, null), settings);
	}

	private static String line(AnnotatedElement element, String name, ContainerConfiguration configuration,
			String... settings) {
		Map<String, String> byKey = new LinkedHashMap<>();
		for (String setting : settings) {
			byKey.put(setting.split("=")[0], setting.split("=")[1]);
		}
		return AnnotationLine.of(
				new ListenerAnnotation(element, "L." + name, (text) -> text.equals("${id}") ? "second" : text),
				configuration, byKey);
	}

	private static AnnotatedElement element(String method) {
		return Arrays.stream(Listeners.class.getDeclaredMethods())
			.filter((candidate) -> candidate.getName().equals(method))
			.findFirst()
			.orElseThrow();
	}

	private static ContainerConfiguration configuration(String id, @Nullable String mainId) {
		KafkaMessageListenerContainer<Object, Object> container = new KafkaMessageListenerContainer<>(
				new DefaultKafkaConsumerFactory<>(Map.of()), new ContainerProperties("t"));
		container.setBeanName(id);
		if (mainId != null) {
			container.setMainListenerId(mainId);
		}
		return ContainerConfiguration.of(container, Map.of());
	}

	static class Listeners {

		@KafkaListener(id = "none", topics = "t")
		void none(String value) {
		}

		@KafkaListener(topics = "t")
		void nameless(String value) {
		}

		@KafkaListener(id = "plain", topics = "t",
				properties = { "ssl.key.password=hush", "max.poll.records=41", "sasl.jaas.config=pass" })
		void plain(String value) {
		}

		@KafkaListener(id = "colon", topics = "t", properties = "max.poll.records:41")
		void colon(String value) {
		}

		@KafkaListener(id = "twice", topics = "t", properties = { "max.poll.records=41", "max.poll.records 41" })
		void twice(String value) {
		}

		@KafkaListener(id = "block", topics = "t", properties = """
				max.poll.records=41
				ssl.key.password=hush
				max.poll.interval.ms=41
				""")
		void block(String value) {
		}

		@KafkaListener(id = "secret", topics = "t", properties = "ssl.key.password=hush")
		void secret(String value) {
		}

		@KafkaListener(id = "expression", topics = "t", properties = "#{'ssl.key.password=hush'}")
		void expression(String value) {
		}

		@KafkaListener(id = "first", topics = "t")
		@KafkaListener(id = "${id}", topics = "u", properties = "max.poll.records=41")
		void several(String value) {
		}

		@Slow(settings = "max.poll.records=41")
		void composed(String value) {
		}

	}

	@KafkaListener(id = "handlers", topics = "t", properties = "max.poll.records=41")
	static class Handlers {

		@KafkaHandler
		void handle(String value) {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@KafkaListener(id = "composed", topics = "t")
	@interface Slow {

		@AliasFor(annotation = KafkaListener.class, attribute = "properties")
		String[] settings() default {};

	}

}
