package io.leaseguard.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import io.leaseguard.startup.ListenerAssessment;
import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every configuration of the pages in {@code docs/adoption} is started on a real broker,
 * with the classes that stand there, and the guard answers what stands there. Run this
 * test with {@code -Dlease-guard.docs.update=true} to write the answers anew, then read
 * whether the text around them is still true.
 */
@ExtendWith(OutputCaptureExtension.class)
class AdoptionDocumentationTests {

	private static final Pattern REPORT = Pattern.compile("The leases of \\d+ listeners?:(?:\\R {2}.*)*");

	private static final Pattern LINK = Pattern.compile("\\]\\(([a-z-]+\\.md)\\)");

	@ParameterizedTest
	@MethodSource("steps")
	void theGuardAnswersWhatThePageSays(AdoptionPage.Step step, @TempDir Path folder, CapturedOutput output)
			throws Exception {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
			.withUserConfiguration(PageCompiler.compile(step.classes(), folder))
			.withPropertyValues("spring.kafka.bootstrap-servers=" + EmbeddedBroker.bootstrapServers());
		for (PropertySource<?> source : load(step.yaml())) {
			runner = runner.withInitializer((context) -> context.getEnvironment().getPropertySources().addLast(source));
			for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
				if (name.endsWith("bootstrap-servers")) {
					runner = runner.withPropertyValues(name + "=" + EmbeddedBroker.bootstrapServers());
				}
			}
		}
		List<String> answers = new ArrayList<>();
		runner.run((context) -> answers.add(answer(context, output)));
		String answer = answers.get(0) + "\n";
		if (Boolean.getBoolean("lease-guard.docs.update")) {
			update(step, answer);
		}
		else if (step.answer() != null) {
			assertThat(answer).isEqualTo(step.answer());
		}
	}

	@Test
	void everyPageIsLinkedAndHasSteps() throws IOException {
		String index = Files.readString(AdoptionPage.FOLDER.resolve("README.md"));
		List<String> linked = new ArrayList<>();
		Matcher link = LINK.matcher(index);
		while (link.find()) {
			linked.add(link.group(1));
		}
		for (Path page : pages()) {
			assertThat(linked).contains(page.getFileName().toString());
			assertThat(AdoptionPage.read(page).steps()).as(page.toString())
				.isNotEmpty()
				.allSatisfy((step) -> assertThat(step.answer()).isNotBlank());
		}
	}

	private static List<PropertySource<?>> load(String yaml) throws IOException {
		// As if it were the file of an application: answers name it.
		return new YamlPropertySourceLoader().load("page",
				new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)) {

					@Override
					public String getDescription() {
						return "class path resource [application.yaml]";
					}

				});
	}

	private static String answer(AssertableApplicationContext context, CapturedOutput output) {
		Throwable failure = context.getStartupFailure();
		if (failure != null) {
			FailureAnalysis analysis = StartupFailure.analyze(failure);
			return analysis.getDescription() + "\n\nAction:\n\n" + analysis.getAction();
		}
		assertThat(context.getBean(ListenerAssessments.class).all()).allMatch(ListenerAssessment::watchable);
		Matcher report = REPORT.matcher(output.getAll());
		assertThat(report.find()).isTrue();
		return report.group();
	}

	// The answers before this one may have grown: it is looked up by its place among the
	// steps.
	private static void update(AdoptionPage.Step step, String answer) throws IOException {
		AdoptionPage page = AdoptionPage.read(step.page().file());
		AdoptionPage.Step current = page.steps().get(step.page().steps().indexOf(step));
		if (current.answer() != null) {
			String text = page.text();
			Files.writeString(page.file(), text.substring(0, current.offset()) + answer
					+ text.substring(current.offset() + current.answer().length()));
		}
	}

	static List<AdoptionPage.Step> steps() throws IOException {
		List<AdoptionPage.Step> steps = new ArrayList<>();
		for (Path page : pages()) {
			steps.addAll(AdoptionPage.read(page).steps());
		}
		return steps;
	}

	private static List<Path> pages() throws IOException {
		try (Stream<Path> files = Files.list(AdoptionPage.FOLDER)) {
			return files.filter((file) -> file.toString().endsWith(".md"))
				.filter((file) -> !file.endsWith("README.md"))
				.sorted()
				.toList();
		}
	}

}
