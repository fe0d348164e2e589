package io.leaseguard.autoconfigure;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;

import io.leaseguard.deadline.LeaseDeadlineConfigurer;
import io.leaseguard.recovery.RecoveryLimits;
import io.leaseguard.recovery.RejoinRecovery;
import io.leaseguard.startup.EndpointRegistryPostProcessor;
import io.leaseguard.startup.LeaseAdmission;
import io.leaseguard.startup.LeaseAdmissionLifecycle;
import io.leaseguard.startup.LeaseGuardBeanPostProcessor;
import io.leaseguard.startup.ListenerAssessments;
import io.leaseguard.watchdog.ConsumerRecovery;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseSnapshots;
import io.leaseguard.watchdog.LeaseWatchdog;
import io.leaseguard.watchdog.LiveConsumers;
import io.leaseguard.watchdog.SnapshotListener;

/**
 * Auto-configuration of Lease Guard: the start-up check, the watchdog and the repair.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = KafkaAutoConfiguration.class)
@ConditionalOnClass(EnableKafka.class)
@ConditionalOnBooleanProperty(name = "lease-guard.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LeaseGuardProperties.class)
public final class LeaseGuardAutoConfiguration {

	LeaseGuardAutoConfiguration() {
	}

	@Bean
	static LeaseGuardBeanPostProcessor leaseGuardBeanPostProcessor(ObjectProvider<LeaseAdmission> admission) {
		return new LeaseGuardBeanPostProcessor(admission);
	}

	@Bean
	static EndpointRegistryPostProcessor leaseGuardEndpointRegistryPostProcessor() {
		return new EndpointRegistryPostProcessor();
	}

	@Bean
	ListenerAssessments leaseGuardAssessments() {
		return new ListenerAssessments();
	}

	@Bean
	LeaseAdmission leaseGuardAdmission(LeaseGuardProperties properties, ListenerAssessments assessments) {
		return new LeaseAdmission(ContractsMapper.map(properties), properties.onViolation(), properties.apply(),
				assessments);
	}

	@Bean
	LeaseAdmissionLifecycle leaseGuardAdmissionLifecycle(LeaseAdmission admission, ListableBeanFactory beanFactory) {
		return new LeaseAdmissionLifecycle(admission, beanFactory);
	}

	@Bean
	LeaseDeadlineConfigurer leaseGuardDeadlineConfigurer() {
		return new LeaseDeadlineConfigurer();
	}

	/**
	 * The watchdog switched off: the start-up check alone.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "lease-guard.watchdog.enabled", havingValue = false)
	static class UnwatchedConfiguration {

		@Bean
		LeaseGuard leaseGuard(ListenerAssessments assessments) {
			return () -> LeaseSnapshots.of(assessments);
		}

	}

	/**
	 * The watchdog and the repair.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "lease-guard.watchdog.enabled", matchIfMissing = true)
	static class WatchdogConfiguration {

		@Bean
		LeaseEventPublisher leaseGuardEventPublisher(ApplicationEventPublisher publisher) {
			return new LeaseEventPublisher(publisher);
		}

		@Bean
		LiveConsumers leaseGuardLiveConsumers(ListenerAssessments assessments) {
			return new LiveConsumers(assessments);
		}

		@Bean
		@ConditionalOnProperty(name = "lease-guard.recovery.mode", havingValue = "rejoin", matchIfMissing = true)
		RejoinRecovery leaseGuardRejoinRecovery(LeaseGuardProperties properties, LeaseEventPublisher events) {
			LeaseGuardProperties.Recovery recovery = properties.recovery();
			return new RejoinRecovery(
					new RecoveryLimits(recovery.maxAttempts(), recovery.window(), recovery.coolDown()), events,
					recovery.breakLiveness());
		}

		@Bean
		LeaseWatchdog leaseGuard(LeaseGuardProperties properties, ListenerAssessments assessments,
				LiveConsumers consumers, ObjectProvider<ConsumerRecovery> recoveries,
				ObjectProvider<SnapshotListener> listeners, LeaseEventPublisher events) {
			return new LeaseWatchdog(assessments, consumers, recoveries.orderedStream().toList(),
					() -> listeners.orderedStream().toList(), events, properties.watchdog().interval());
		}

	}

}
