package io.leaseguard.container;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.FieldHint;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeHint;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ContainerRuntimeHints}.
 */
class ContainerRuntimeHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	@Test
	void everyFieldWithAHintExists() {
		new ContainerRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
		List<TypeHint> types = this.hints.reflection().typeHints().toList();
		assertThat(types).hasSize(10);
		for (TypeHint type : types) {
			Class<?> declaring = ClassUtils.resolveClassName(type.getType().getName(), getClass().getClassLoader());
			assertThat(type.fields()).isNotEmpty()
				.extracting(FieldHint::getName)
				.allSatisfy((name) -> assertThat(ReflectionUtils.findField(declaring, name)).isNotNull());
		}
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
