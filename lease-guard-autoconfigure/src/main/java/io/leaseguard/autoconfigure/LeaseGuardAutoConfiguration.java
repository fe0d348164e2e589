package io.leaseguard.autoconfigure;

import java.util.List;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.kafka.annotation.EnableKafka;

import io.leaseguard.recovery.ConsumerRestarts;
import io.leaseguard.recovery.LeaseRecoveries;
import io.leaseguard.recovery.RecoveryLadder;
import io.leaseguard.recovery.RecoveryLimits;
import io.leaseguard.recovery.RecoveryVeto;
import io.leaseguard.recovery.RequestedRecoveries;
import io.leaseguard.startup.DurationOverflowCheck;
import io.leaseguard.startup.EndpointRegistryPostProcessor;
import io.leaseguard.startup.LateContainers;
import io.leaseguard.startup.LeaseAdmission;
import io.leaseguard.startup.LeaseAdmissionLifecycle;
import io.leaseguard.startup.LeaseGuardBeanPostProcessor;
import io.leaseguard.startup.LeaseTermsReader;
import io.leaseguard.startup.ListenerAssessments;
import io.leaseguard.startup.ListenerAssessor;
import io.leaseguard.startup.ListenerContracts;
import io.leaseguard.startup.SettingPlaces;
import io.leaseguard.startup.UnboundPropertyCheck;
import io.leaseguard.startup.UnusedFactoryCheck;
import io.leaseguard.startup.WiringCheck;
import io.leaseguard.watchdog.ConsumerRecovery;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.LeaseSnapshots;
import io.leaseguard.watchdog.LeaseWatchdog;
import io.leaseguard.watchdog.LiveConsumers;
import io.leaseguard.watchdog.MissedStarts;
import io.leaseguard.watchdog.SnapshotListener;

/**
 * Auto-configuration of Lease Guard: the start-up check, the watchdog and the repair.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = KafkaAutoConfiguration.class)
@ConditionalOnClass(EnableKafka.class)
@ConditionalOnFlag(name = "lease-guard.enabled")
@EnableConfigurationProperties(LeaseGuardProperties.class)
public final class LeaseGuardAutoConfiguration {

	/**
	 * Comes before everything that takes values of the watchdog or the recovery: it
	 * refuses the bad ones all at once, where each of the others would only tell of its
	 * own.
	 */
	private static final String CONTRACTS = "leaseGuardContracts";

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
	static BindingProblems leaseGuardBindingProblems() {
		return new BindingProblems();
	}

	@Bean(CONTRACTS)
	ListenerContracts leaseGuardContracts(LeaseGuardProperties properties, BindingProblems problems) {
		return ContractsMapper.map(properties, problems);
	}

	@Bean
	ListenerAssessments leaseGuardAssessments() {
		return new ListenerAssessments();
	}

	@Bean
	LeaseAdmission leaseGuardAdmission(LeaseGuardProperties properties, ListenerContracts contracts,
			ListenerAssessments assessments, ConfigurableListableBeanFactory beanFactory,
			ConfigurableEnvironment environment) {
		List<WiringCheck> checks = List.of(new DurationOverflowCheck(environment),
				new UnboundPropertyCheck(environment), new UnusedFactoryCheck(beanFactory));
		return new LeaseAdmission(new ListenerAssessor(contracts, properties.apply(), checks),
				new LeaseTermsReader(beanFactory), new SettingPlaces(beanFactory, environment),
				properties.onViolation(), assessments);
	}

	@Bean
	static LateContainers leaseGuardLateContainers(ObjectProvider<LeaseAdmission> admission) {
		return new LateContainers(admission);
	}

	@Bean
	LeaseAdmissionLifecycle leaseGuardAdmissionLifecycle(LeaseAdmission admission, ListableBeanFactory beanFactory) {
		return new LeaseAdmissionLifecycle(admission, beanFactory);
	}

	@Bean
	@DependsOn(CONTRACTS)
	LiveConsumers leaseGuardLiveConsumers(LeaseGuardProperties properties, ListenerAssessments assessments) {
		return new LiveConsumers(assessments, properties.watchdog().progressTimeout());
	}

	@Bean
	ConsumerRestarts leaseGuardConsumerRestarts(LiveConsumers consumers) {
		return new ConsumerRestarts(consumers);
	}

	@Bean
	LeaseRecoveries leaseGuardRecoveries(LiveConsumers consumers, ConsumerRestarts restarts,
			ObjectProvider<RecoveryVeto> vetoes) {
		return new RequestedRecoveries(consumers, restarts, () -> vetoes.orderedStream().toList());
	}

	/**
	 * The watchdog switched off: the start-up check, and what a person asks for.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnFlag(name = "lease-guard.watchdog.enabled", havingValue = false)
	static class UnwatchedConfiguration {

		@Bean
		LeaseGuard leaseGuard(ListenerAssessments assessments, LiveConsumers consumers) {
			return () -> LeaseSnapshots.of(assessments, consumers);
		}

	}

	/**
	 * The watchdog and the repair.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnFlag(name = "lease-guard.watchdog.enabled")
	static class WatchdogConfiguration {

		@Bean
		LeaseEventPublisher leaseGuardEventPublisher(ApplicationEventPublisher publisher) {
			return new LeaseEventPublisher(publisher);
		}

		@Bean
		MissedStarts leaseGuardMissedStarts(ListenerAssessments assessments, LiveConsumers consumers) {
			return new MissedStarts(assessments, consumers);
		}

		@Bean
		@DependsOn(CONTRACTS)
		RecoveryLadder leaseGuardRecoveryLadder(LeaseGuardProperties properties, ConsumerRestarts restarts,
				ObjectProvider<RecoveryVeto> vetoes, LeaseEventPublisher events) {
			LeaseGuardProperties.Recovery recovery = properties.recovery();
			return new RecoveryLadder(recovery.mode(),
					new RecoveryLimits(recovery.maxAttempts(), recovery.window(), recovery.coolDown()), restarts,
					() -> vetoes.orderedStream().toList(), events, recovery.breakLiveness());
		}

		@Bean
		@DependsOn(CONTRACTS)
		LeaseWatchdog leaseGuard(LeaseGuardProperties properties, ListenerAssessments assessments,
				LiveConsumers consumers, MissedStarts missedStarts, ObjectProvider<ConsumerRecovery> recoveries,
				ObjectProvider<SnapshotListener> listeners, LeaseEventPublisher events) {
			return new LeaseWatchdog(assessments, consumers, missedStarts, recoveries.orderedStream().toList(),
					() -> listeners.orderedStream().toList(), events, properties.watchdog().interval());
		}

	}

}
