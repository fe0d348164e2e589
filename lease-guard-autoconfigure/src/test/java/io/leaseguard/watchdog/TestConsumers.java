package io.leaseguard.watchdog;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

import io.leaseguard.container.ConsumerProgress;
import io.leaseguard.container.LeaseConsumer;
import io.leaseguard.lease.FixedCosts;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Verdict;
import io.leaseguard.startup.ListenerAssessment;

import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Live consumers without a broker: record timeout 2 s, batches of 10, lease 60 s, session
 * timeout 10 s.
 */
final class TestConsumers {

	static final int LEASE_MS = 60_000;

	static final int SESSION_MS = 10_000;

	private TestConsumers() {
	}

	static ListenerAssessment assessment(String listenerId, boolean batchListener, @Nullable Duration batchTimeout) {
		LeaseTerms terms = new LeaseTerms(Duration.ofSeconds(2), batchTimeout, Duration.ofMillis(100), 1.5,
				Duration.ofMinutes(30), Duration.ofMinutes(1), new FixedCosts(Map.of()));
		LeaseSettings settings = new LeaseSettings(setting(10), setting(LEASE_MS),
				new Pulse(true, false, setting(SESSION_MS), setting(3000)));
		return new ListenerAssessment(listenerId, listenerId + "-group", batchListener, true,
				new Judgement(terms, settings, Verdict.LAWFUL, List.of()));
	}

	private static Setting setting(int value) {
		return new Setting(value, SettingOrigin.APPLICATION);
	}

	static KafkaMessageListenerContainer<?, ?> container() {
		KafkaMessageListenerContainer<?, ?> container = mock(KafkaMessageListenerContainer.class);
		given(container.isRunning()).willReturn(true);
		return container;
	}

	static LiveConsumer consumer(ListenerAssessment assessment, KafkaMessageListenerContainer<?, ?> container,
			@Nullable Thread thread) {
		LeaseConsumer<?, ?> consumer = mock(LeaseConsumer.class);
		ConsumerProgress progress = mock(ConsumerProgress.class);
		given(consumer.progress()).willReturn(progress);
		given(progress.thread()).willReturn(thread);
		return new LiveConsumer(assessment, 0, container, container, consumer,
				ConsumerWatches.of(assessment, container, container, null, 500, 0), new ListenerTally(), null);
	}

	static LiveConsumer consumer() {
		return consumer(assessment("payments", false, null), container(), null);
	}

}
