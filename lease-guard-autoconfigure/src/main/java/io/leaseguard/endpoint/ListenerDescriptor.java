package io.leaseguard.endpoint;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Millis;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;
import io.leaseguard.watchdog.LearnedTime;
import io.leaseguard.watchdog.ListenerSnapshot;
import io.leaseguard.watchdog.StopReason;

/**
 * Description of one listener for the {@link LeasesEndpoint}.
 *
 * @param groupId the consumer group, {@code null} when there is none
 * @param verdict the verdict
 * @param terms what the application declares
 * @param settings the settings of the lease and the pulse by their Kafka key
 * @param equation the equation with its numbers, {@code null} when nothing is declared
 * @param requiredLeaseMs the time that the lease must exceed, milliseconds; {@code null}
 * when nothing is declared
 * @param leaseMs the lease, milliseconds
 * @param detectionDelayMs how long a stuck consumer keeps its partitions, milliseconds
 * @param findings the broken rules, errors first, then what is found at run time
 * @param learned how long the work was seen to take of late, {@code null} while nothing
 * is learned
 * @param splits batches that were split at the lease boundary so far
 * @param stopReason why it has no consumer although it should, {@code null} when it has
 * or need not
 * @param consumers the live consumers, by index
 * @param recoveries the last ten repairs, the latest first; {@code null} when there was
 * none
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListenerDescriptor(@Nullable String groupId, Verdict verdict, TermsDescriptor terms,
		Map<String, SettingDescriptor> settings, @Nullable String equation, @Nullable Long requiredLeaseMs,
		long leaseMs, long detectionDelayMs, List<FindingDescriptor> findings, @Nullable LearnedDescriptor learned,
		long splits, @Nullable StopReason stopReason, List<ConsumerDescriptor> consumers,
		@Nullable List<RecoveryDescriptor> recoveries) implements OperationResponseBody {

	static ListenerDescriptor of(ListenerSnapshot listener) {
		Judgement judgement = listener.assessment().judgement();
		return new ListenerDescriptor(listener.assessment().groupId(), judgement.verdict(),
				TermsDescriptor.of(judgement.terms()), settings(judgement.settings()), judgement.equation(),
				judgement.requiredLeaseMs(), judgement.leaseMs(), judgement.detectionDelayMs(),
				listener.findings().stream().map(FindingDescriptor::of).toList(),
				LearnedDescriptor.of(listener.learned()), listener.splits(), listener.stopReason(),
				listener.consumers().stream().map(ConsumerDescriptor::of).toList(), listener.pastRecoveries().isEmpty()
						? null : listener.pastRecoveries().stream().map(RecoveryDescriptor::of).toList());
	}

	private static Map<String, SettingDescriptor> settings(LeaseSettings settings) {
		Map<String, SettingDescriptor> descriptors = new LinkedHashMap<>();
		put(descriptors, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, settings.maxPollRecords());
		put(descriptors, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, settings.maxPollInterval());
		// Under the consumer protocol they are not settings of the client.
		if (settings.pulse().classic()) {
			put(descriptors, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, settings.pulse().sessionTimeout());
			put(descriptors, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, settings.pulse().heartbeatInterval());
		}
		return descriptors;
	}

	private static void put(Map<String, SettingDescriptor> descriptors, String key, @Nullable Setting setting) {
		if (setting != null) {
			descriptors.put(key, new SettingDescriptor(setting.value(), setting.origin()));
		}
	}

	/**
	 * Description of the terms.
	 *
	 * @param recordTimeoutMs the hard timeout of one record, milliseconds; {@code null}
	 * when not declared
	 * @param batchTimeoutMs the hard timeout of a whole poll, milliseconds; {@code null}
	 * when not declared
	 * @param recordOverheadMs what one record costs beside the listener, milliseconds
	 * @param safetyFactor the head-room
	 * @param maxDetectionDelayMs how long a stuck consumer may keep its partitions,
	 * milliseconds
	 * @param fixedCostMs what blocks the thread once per poll cycle, milliseconds
	 * @param fixedCosts the same by what it is for: milliseconds, or {@code unknown}
	 * where it can't be read or not in full
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	public record TermsDescriptor(@Nullable Long recordTimeoutMs, @Nullable Long batchTimeoutMs, long recordOverheadMs,
			double safetyFactor, long maxDetectionDelayMs, long fixedCostMs, Map<String, Object> fixedCosts) {

		static TermsDescriptor of(LeaseTerms terms) {
			Map<String, Object> fixedCosts = new LinkedHashMap<>();
			terms.fixedCosts().parts().forEach((name, cost) -> fixedCosts.put(name, Millis.ceil(cost)));
			terms.fixedCosts().unknown().forEach((name) -> fixedCosts.put(name, "unknown"));
			return new TermsDescriptor(millis(terms.recordTimeout()), millis(terms.batchTimeout()),
					terms.recordOverheadMs(), terms.safetyFactor(), terms.maxDetectionDelayMs(),
					terms.fixedCosts().totalMs(), fixedCosts);
		}

		private static @Nullable Long millis(@Nullable Duration duration) {
			return (duration != null) ? Millis.ceil(duration) : null;
		}

	}

	/**
	 * Description of what is learned of the work: per record, or per batch for a batch
	 * listener. Started milliseconds count as whole ones.
	 *
	 * @param count how many records or batches it was learned from
	 * @param p50Ms half of them took no longer, milliseconds
	 * @param p99Ms 99 in 100 took no longer, milliseconds
	 * @param p999Ms 999 in 1000 took no longer, milliseconds
	 * @param maxMs none took longer, milliseconds
	 */
	public record LearnedDescriptor(long count, long p50Ms, long p99Ms, long p999Ms, long maxMs) {

		static @Nullable LearnedDescriptor of(@Nullable LearnedTime learned) {
			return (learned != null) ? new LearnedDescriptor(learned.count(), learned.p50Ms(), learned.p99Ms(),
					learned.p999Ms(), learned.maxMs()) : null;
		}

	}

	/**
	 * Description of one setting.
	 *
	 * @param value the effective value; durations in milliseconds
	 * @param origin where it comes from
	 */
	public record SettingDescriptor(int value, SettingOrigin origin) {
	}

	/**
	 * Description of one broken rule.
	 *
	 * @param rule the id of the rule
	 * @param severity how much it matters
	 * @param message what is wrong
	 * @param fix what to change
	 * @param reference where the rule is explained, for example
	 * {@code docs/rules.md#lease-too-long}
	 */
	public record FindingDescriptor(String rule, Severity severity, String message, String fix, String reference) {

		static FindingDescriptor of(Finding finding) {
			return new FindingDescriptor(finding.rule(), finding.severity(), finding.message(), finding.fix(),
					finding.reference());
		}

	}

}
