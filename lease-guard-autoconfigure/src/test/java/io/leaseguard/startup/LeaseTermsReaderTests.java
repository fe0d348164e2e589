package io.leaseguard.startup;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.expression.StandardBeanExpressionResolver;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.kafka.annotation.KafkaHandler;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.annotation.LeaseTerms;
import io.leaseguard.container.ListenerMethod;
import io.leaseguard.lease.Finding;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseTermsReader}.
 */
class LeaseTermsReaderTests {

	private static final ListenerContract BELOW = new ListenerContract(true, Duration.ofSeconds(9), null,
			Duration.ofMillis(100), 1.5, Duration.ofMinutes(30), null, null, null);

	private final LeaseTermsReader reader = new LeaseTermsReader(beanFactory());

	private static DefaultListableBeanFactory beanFactory() {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.addEmbeddedValueResolver(new StandardEnvironment()::resolveRequiredPlaceholders);
		beanFactory.setBeanExpressionResolver(new StandardBeanExpressionResolver());
		return beanFactory;
	}

	@Test
	void methodCountsBeforeClassAndBothBeforeTheDefaults() {
		ListenerContract contract = contract(read(new Both(), "listen"));
		assertThat(contract.recordTimeout()).isEqualTo(Duration.ofSeconds(1));
		assertThat(contract.maxDetectionDelay()).isEqualTo(Duration.ofMinutes(5));
		assertThat(contract.safetyFactor()).isEqualTo(2);
		assertThat(contract.recordOverhead()).isEqualTo(Duration.ofMillis(100));
	}

	@Test
	void whoDeclaresBatchTimeoutDoesNotInheritRecordTimeout() {
		ListenerContract contract = contract(read(new Batches(), "listen"));
		assertThat(contract.batchTimeout()).isEqualTo(Duration.ofMinutes(4));
		assertThat(contract.recordTimeout()).isNull();
		assertThat(contract.enabled()).isFalse();
	}

	@Test
	void annotationMayStandOnAnAnnotation() {
		assertThat(contract(read(new Composed(), "listen")).recordTimeout()).isEqualTo(Duration.ofSeconds(7));
	}

	@Test
	void expressionsKnowTheListener() {
		AnnotatedTerms terms = read(new Expressive(), "listen");
		assertThat(terms.problems()).isEmpty();
		assertThat(contract(terms).recordTimeout()).isEqualTo(Duration.ofSeconds(3));
		assertThat(contract(terms).safetyFactor()).isEqualTo(1.25);
	}

	@Test
	void annotationIsSeenThroughProxy() {
		ProxyFactory proxy = new ProxyFactory(new Both());
		proxy.setProxyTargetClass(true);
		assertThat(contract(read(proxy.getProxy(), "listen")).recordTimeout()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void everyBadValueIsNamedWithMethodAndAttribute() {
		AnnotatedTerms terms = read(new Bad(), "listen");
		String place = " on " + Bad.class.getName() + ".listen is ";
		assertThat(terms.problems()).extracting(Finding::message)
			.containsExactlyInAnyOrder("@LeaseTerms(enabled)" + place + "'maybe', but it must be true or false.",
					"@LeaseTerms(recordTimeout)" + place + "'-1s', but it must be above zero.",
					"@LeaseTerms(safetyFactor)" + place + "'0.5', but it must be at least 1.",
					"@LeaseTerms(minLease)" + place + "'soon', but it must be a duration, for example 2s.",
					"@LeaseTerms(maxDetectionDelay)" + place + "'${no.such.property}', but it must be possible to "
							+ "resolve (Could not resolve placeholder 'no.such.property' in value "
							+ "\"${no.such.property}\").");
		assertThat(terms.problems()).extracting(Finding::subject).containsOnly("payments");
		assertThat(contract(terms)).isEqualTo(BELOW);
	}

	@Test
	void durationWithoutItsUnitIsNamedWithMethodAndAttribute() {
		AnnotatedTerms terms = read(new Unitless(), "listen");
		String place = " on " + Unitless.class.getName() + ".listen is ";
		assertThat(terms.problems()).extracting(Finding::message)
			.containsExactly("@LeaseTerms(recordTimeout)" + place + "'30', but it must have a unit.",
					"@LeaseTerms(maxDetectionDelay)" + place + "'600', but it must have a unit.");
		assertThat(terms.problems()).extracting(Finding::fix)
			.containsExactly("Write 30s or 30ms.", "Write 600s or 600ms.");
		assertThat(contract(terms).recordTimeout()).isEqualTo(BELOW.recordTimeout());
		assertThat(contract(terms).recordOverhead()).isZero();
	}

	@Test
	void annotationOnHandlerOfClassIsMisplaced() {
		AnnotatedTerms terms = this.reader.read("payments", new ListenerMethod(new Handlers(), null));
		assertThat(terms.problems()).singleElement()
			.extracting(Finding::message)
			.isEqualTo("@LeaseTerms on " + Handlers.class.getName()
					+ ".text has no effect: all handlers of a class share one lease.");
		assertThat(contract(terms).recordTimeout()).isEqualTo(Duration.ofSeconds(4));
	}

	@Test
	void listenerThatIsNoMethodDeclaresNothing() {
		assertThat(this.reader.read("payments", null)).isEqualTo(AnnotatedTerms.NONE);
	}

	@Test
	void placeIsThatOfAnAnnotatedListenerOnly() {
		assertThat(read(new Both(), "listen").annotation()).isNotNull()
			.extracting(ListenerAnnotation::place)
			.isEqualTo(Both.class.getName() + ".listen");
		assertThat(read(new Bad(), "listen").annotation()).isNull();
	}

	private AnnotatedTerms read(Object bean, String method) {
		try {
			return this.reader.read("payments",
					new ListenerMethod(bean, bean.getClass().getDeclaredMethod(method, String.class)));
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static ListenerContract contract(AnnotatedTerms terms) {
		return new ListenerContracts(BELOW, Map.of(), List.of(), new SplittingWish(false, Map.of())).of("payments",
				null, terms.declarations());
	}

	@LeaseTerms(recordTimeout = "1h", maxDetectionDelay = "5m")
	static class Both {

		@KafkaListener(topics = "t")
		@LeaseTerms(recordTimeout = "1000ms", safetyFactor = "2")
		void listen(String value) {
		}

	}

	static class Batches {

		@LeaseTerms(batchTimeout = "4m", enabled = "false")
		void listen(String value) {
		}

	}

	@LeaseTerms
	@Retention(RetentionPolicy.RUNTIME)
	@interface Slow {

		@AliasFor(annotation = LeaseTerms.class, attribute = "recordTimeout")
		String value();

	}

	static class Composed {

		@Slow("7s")
		void listen(String value) {
		}

	}

	public static class Expressive {

		@LeaseTerms(recordTimeout = "#{__listener.timeout}", safetyFactor = "#{1.0 + 0.25}", minLease = "#{null}")
		void listen(String value) {
		}

		public Duration getTimeout() {
			return Duration.ofSeconds(3);
		}

	}

	static class Bad {

		@LeaseTerms(enabled = "maybe", recordTimeout = "-1s", safetyFactor = "0.5", minLease = "soon",
				maxDetectionDelay = "${no.such.property}")
		void listen(String value) {
		}

	}

	static class Unitless {

		@LeaseTerms(recordTimeout = "30", recordOverhead = "0", maxDetectionDelay = "#{60 * 10}")
		void listen(String value) {
		}

	}

	@LeaseTerms(recordTimeout = "4s")
	@KafkaListener(topics = "t")
	static class Handlers {

		@KafkaHandler
		@LeaseTerms(recordTimeout = "1s")
		void text(String value) {
		}

		@KafkaHandler
		void number(@Nullable Integer value) {
		}

	}

}
