package io.leaseguard.autoconfigure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.annotation.KafkaListenerConfigurer;
import org.springframework.kafka.config.MethodKafkaListenerEndpoint;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;

import io.leaseguard.startup.ListenerAssessments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the guard costs an application of sixty listeners at start-up. Printed, not
 * asserted: a slow machine is nobody's fault.
 */
class StartupCostTests {

	private static final int LISTENERS = 60;

	private static final int WARM_UP = 2;

	private static final int ROUNDS = 7;

	@Test
	void costOfSixtyListeners() {
		List<Long> with = new ArrayList<>();
		List<Long> without = new ArrayList<>();
		for (int round = 0; round < WARM_UP + ROUNDS; round++) {
			long unguarded = start(false);
			long guarded = start(true);
			if (round >= WARM_UP) {
				without.add(unguarded);
				with.add(guarded);
			}
		}
		double guarded = median(with);
		double unguarded = median(without);
		System.out.printf(Locale.ROOT,
				"Start-up of %d listeners: %.1f ms without the guard, %.1f ms with it: ratio %.2f, %.2f ms a listener%n",
				LISTENERS, unguarded, guarded, guarded / unguarded, (guarded - unguarded) / LISTENERS);
	}

	private static long start(boolean guarded) {
		long started = System.nanoTime();
		long[] taken = new long[1];
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, LeaseGuardAutoConfiguration.class))
			.withUserConfiguration(Sixty.class)
			.withPropertyValues("spring.kafka.bootstrap-servers=127.0.0.1:1", "lease-guard.enabled=" + guarded,
					"lease-guard.record-timeout=2s", "spring.kafka.listener.auto-startup=false")
			.run((context) -> {
				taken[0] = System.nanoTime() - started;
				if (guarded) {
					assertThat(context.getBean(ListenerAssessments.class).all()).hasSize(LISTENERS);
				}
			});
		return taken[0];
	}

	private static double median(List<Long> nanos) {
		Collections.sort(nanos);
		return nanos.get(nanos.size() / 2) / 1e6;
	}

	@Configuration(proxyBeanMethods = false)
	@Import(LawWirings.Factory.class)
	static class Sixty {

		@Bean
		KafkaListenerConfigurer listeners() {
			return (registrar) -> IntStream.range(0, LISTENERS).forEach((i) -> registrar.registerEndpoint(endpoint(i)));
		}

		private MethodKafkaListenerEndpoint<Object, Object> endpoint(int number) {
			MethodKafkaListenerEndpoint<Object, Object> endpoint = new MethodKafkaListenerEndpoint<>();
			endpoint.setId("listener-" + number);
			endpoint.setGroupId("listener-" + number);
			endpoint.setTopics("t");
			endpoint.setBean(this);
			DefaultMessageHandlerMethodFactory methods = new DefaultMessageHandlerMethodFactory();
			methods.afterPropertiesSet();
			endpoint.setMessageHandlerMethodFactory(methods);
			try {
				endpoint.setMethod(Sixty.class.getDeclaredMethod("listen", String.class));
			}
			catch (NoSuchMethodException ex) {
				throw new IllegalStateException(ex);
			}
			return endpoint;
		}

		void listen(String value) {
		}

	}

}
