package io.leaseguard;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures;
import org.jspecify.annotations.NullMarked;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.kafka.config.ContainerCustomizer;
import org.springframework.kafka.listener.AfterRollbackProcessor;
import org.springframework.kafka.listener.BatchInterceptor;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.RecordInterceptor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The rules of the house: which room may know which, and what an auto-configuration may
 * do.
 */
@AnalyzeClasses(packages = "io.leaseguard", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule roomsKnowOnlyTheRoomsAboveThem = Architectures.layeredArchitecture()
		.consideringOnlyDependenciesInLayers()
		.layer("lease")
		.definedBy("io.leaseguard.lease..")
		.layer("container")
		.definedBy("io.leaseguard.container..")
		.layer("deadline")
		.definedBy("io.leaseguard.deadline..")
		.layer("startup")
		.definedBy("io.leaseguard.startup..")
		.layer("watchdog")
		.definedBy("io.leaseguard.watchdog..")
		.layer("recovery")
		.definedBy("io.leaseguard.recovery..")
		.layer("views")
		.definedBy("io.leaseguard.metrics..", "io.leaseguard.health..", "io.leaseguard.endpoint..")
		.layer("autoconfigure")
		.definedBy("io.leaseguard.autoconfigure..")
		.whereLayer("autoconfigure")
		.mayNotBeAccessedByAnyLayer()
		.whereLayer("views")
		.mayNotBeAccessedByAnyLayer()
		.whereLayer("recovery")
		.mayOnlyBeAccessedByLayers("views", "autoconfigure")
		.whereLayer("watchdog")
		.mayOnlyBeAccessedByLayers("recovery", "views", "autoconfigure")
		.whereLayer("startup")
		.mayOnlyBeAccessedByLayers("watchdog", "recovery", "views", "autoconfigure")
		.whereLayer("deadline")
		.mayOnlyBeAccessedByLayers("autoconfigure")
		.whereLayer("container")
		.mayOnlyBeAccessedByLayers("deadline", "startup", "watchdog", "recovery", "views", "autoconfigure");

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("io.leaseguard.(*)..").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule viewsDoNotKnowEachOther = slices().matching("io.leaseguard.(metrics|health|endpoint)..")
		.should()
		.notDependOnEachOther();

	@ArchTest
	static final ArchRule theLeaseIsFreeOfFrameworks = classes().that()
		.resideInAPackage("io.leaseguard.lease..")
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("io.leaseguard.lease..", "java..", "org.jspecify..");

	@ArchTest
	static final ArchRule micrometerStaysInItsRoom = noClasses().that()
		.resideOutsideOfPackage("io.leaseguard.metrics..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.micrometer..");

	@ArchTest
	static final ArchRule healthStaysInItsRoom = noClasses().that()
		.resideOutsideOfPackage("io.leaseguard.health..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot.health..");

	@ArchTest
	static final ArchRule actuatorStaysInItsRoom = noClasses().that()
		.resideOutsideOfPackages("io.leaseguard.endpoint..", "io.leaseguard.health..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot.actuate..");

	@ArchTest
	static final ArchRule autoConfigurationsArePublicAndFinal = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.andShould()
		.haveModifier(JavaModifier.FINAL)
		.andShould()
		.haveSimpleNameEndingWith("AutoConfiguration");

	@ArchTest
	static final ArchRule beanMethodsArePackagePrivate = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.bePackagePrivate();

	@ArchTest
	static final ArchRule beanMethodsHaveNoClassConditions = noMethods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.beAnnotatedWith(ConditionalOnClass.class);

	@ArchTest
	static final ArchRule postProcessorsAreStatic = methods().that()
		.areAnnotatedWith(Bean.class)
		.and()
		.haveRawReturnType(JavaClass.Predicates.assignableTo(BeanPostProcessor.class)
			.or(JavaClass.Predicates.assignableTo(BeanFactoryPostProcessor.class)))
		.should()
		.beStatic();

	@ArchTest
	static final ArchRule noBeanTakesASingleSlotOfTheUser = noMethods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.haveRawReturnType(JavaClass.Predicates.assignableTo(RecordInterceptor.class)
			.or(JavaClass.Predicates.assignableTo(BatchInterceptor.class))
			.or(JavaClass.Predicates.assignableTo(CommonErrorHandler.class))
			.or(JavaClass.Predicates.assignableTo(AfterRollbackProcessor.class))
			.or(JavaClass.Predicates.assignableTo(ConsumerAwareRebalanceListener.class))
			.or(JavaClass.Predicates.assignableTo(ContainerCustomizer.class)));

	@ArchTest
	static final ArchRule nothingIsScanned = noClasses().should().beAnnotatedWith(ComponentScan.class);

	@ArchTest
	static final ArchRule namesSayWhatTheyAre = noClasses().should()
		.haveNameMatching(".*(Manager|Helper|Util|Utils|Impl)");

	@ArchTest
	static final ArchRule everyPackageIsNullMarked = classes()
		.should(new ArchCondition<>("be in a null-marked package") {

			@Override
			public void check(JavaClass item, ConditionEvents events) {
				if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
					events.add(SimpleConditionEvent.violated(item, item.getPackageName() + " is not null-marked"));
				}
			}

		});

}
