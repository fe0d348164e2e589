package io.leaseguard.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.annotation.EnableKafka;

import io.leaseguard.deadline.LeaseDeadline;
import io.leaseguard.deadline.LeaseDeadlineConfigurer;

/**
 * Auto-configuration of {@link LeaseDeadline} as a parameter of listener methods. There
 * even where the guard is switched off: the code of a listener must not depend on a
 * property. Nothing limits its time then.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = KafkaAutoConfiguration.class)
@ConditionalOnClass(EnableKafka.class)
public final class LeaseDeadlineAutoConfiguration {

	LeaseDeadlineAutoConfiguration() {
	}

	@Bean
	LeaseDeadlineConfigurer leaseGuardDeadlineConfigurer() {
		return new LeaseDeadlineConfigurer();
	}

}
