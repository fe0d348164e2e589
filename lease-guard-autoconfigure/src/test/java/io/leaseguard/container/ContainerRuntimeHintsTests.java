package io.leaseguard.container;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.FieldHint;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ContainerRuntimeHints}.
 */
class ContainerRuntimeHintsTests {

	private static final Pattern READ = Pattern
		.compile("Internals\\s*\\.(?:read|canRead)\\((?:\\w+,\\s*)?[\\w.()]+,\\s*(?<name>\"?\\w+\"?)[,)]");

	private final RuntimeHints hints = new RuntimeHints();

	@Test
	void everyFieldWithAHintExists() {
		Map<String, List<String>> fields = fieldsWithHints();
		assertThat(fields).hasSizeGreaterThanOrEqualTo(11);
		fields.forEach((type, names) -> {
			Class<?> declaring = ClassUtils.resolveClassName(type, getClass().getClassLoader());
			assertThat(names).isNotEmpty()
				.allSatisfy((name) -> assertThat(ReflectionUtils.findField(declaring, name)).isNotNull());
		});
	}

	@Test
	void everyFieldThatIsReadHasAHint() throws IOException {
		List<String> hinted = fieldsWithHints().values().stream().flatMap(List::stream).toList();
		List<String> read = new ArrayList<>();
		try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
			for (Path source : sources.filter((path) -> path.toString().endsWith(".java")).toList()) {
				read.addAll(fieldsReadIn(Files.readString(source)));
			}
		}
		assertThat(read).hasSizeGreaterThanOrEqualTo(20);
		assertThat(hinted).containsAll(read);
	}

	private static List<String> fieldsReadIn(String source) {
		List<String> names = new ArrayList<>();
		Matcher call = READ.matcher(source);
		while (call.find()) {
			String name = call.group("name");
			names.add(name.startsWith("\"") ? name.substring(1, name.length() - 1) : constant(source, name));
		}
		return names;
	}

	private static String constant(String source, String name) {
		Matcher constant = Pattern.compile("String " + name + " = \"(\\w+)\"").matcher(source);
		assertThat(constant.find()).as("constant %s", name).isTrue();
		return constant.group(1);
	}

	private Map<String, List<String>> fieldsWithHints() {
		new ContainerRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
		Map<String, List<String>> fields = new HashMap<>();
		this.hints.reflection()
			.typeHints()
			.filter((type) -> type.getMemberCategories().isEmpty())
			.forEach((type) -> fields.put(type.getType().getName(), type.fields().map(FieldHint::getName).toList()));
		return fields;
	}

	@Test
	void whatAVarHandleReachesHasAHint() {
		new ContainerRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
		List<JavaClass> types = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.leaseguard")
			.stream()
			.filter((type) -> type.getFields()
				.stream()
				.anyMatch((field) -> field.getRawType().isEquivalentTo(VarHandle.class)))
			.toList();
		assertThat(types).isNotEmpty()
			.allSatisfy((type) -> assertThat(RuntimeHintsPredicates.reflection()
				.onType(type.reflect())
				.withMemberCategory(MemberCategory.ACCESS_DECLARED_FIELDS)).accepts(this.hints));
	}

	@Test
	void dataIsFoundInANativeImage() {
		new ContainerRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
		assertThat(RuntimeHintsPredicates.resource()
			.forResource("io/leaseguard/container/kafka-client-advisories.properties")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("kafka/kafka-version.properties")).accepts(this.hints);
	}

	@Test
	void registrarIsFound() {
		assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)).hasAtLeastOneElementOfType(ContainerRuntimeHints.class);
	}

}
