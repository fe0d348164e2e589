package io.leaseguard.lease.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.Judgement;
import io.leaseguard.lease.LeaseSettings;
import io.leaseguard.lease.LeaseTerms;
import io.leaseguard.lease.Severity;
import io.leaseguard.lease.Verdict;

/**
 * Judges a listener: derives what is left open, then applies every {@link LeaseRule}.
 *
 * @since 0.1.0
 */
public final class LeaseLaw {

	private static final List<LeaseRule> RULES = List.of(new WorkTooLongRule(), new LeaseTooShortRule(),
			new LeaseTooLongRule(), new RetryBackoffTooLongRule(), new RecoveryTooLongRule(),
			new AuthRetryTooLongRule(), new IdleBetweenPollsTooLongRule(), new TransactionTooLongRule(),
			new AsyncAcksRule(), new HeartbeatIntervalRule(), new SessionTooShortRule(), new SessionAboveLeaseRule(),
			new RebalanceAboveLeaseRule(), new ConnectionsMaxIdleRule(), new AuthRetryAdvisoryRule(),
			new EndlessRetryRule(), new UnknownRetryBackoffRule(), new UnknownRecoveryRule(), new StaticMemberRule(),
			new GroupProtocolRule(), new NestedMapRule(), new ImplausibleLeaseRule(), new ImplausibleHeartbeatRule(),
			new BatchSplittingRule());

	private LeaseLaw() {
	}

	/**
	 * Judge one listener.
	 * @param listener the listener id
	 * @param terms its terms
	 * @param given its settings as the application has them
	 * @param derivable whether the guard may write derived settings; if not, the settings
	 * are judged as they are
	 * @param facts what else is known of it
	 * @return the judgement
	 */
	public static Judgement judge(String listener, LeaseTerms terms, LeaseSettings given, boolean derivable,
			ListenerFacts facts) {
		LeaseCase leaseCase = LeaseCase.of(listener, terms, given, derivable, facts);
		List<Finding> findings = new ArrayList<>();
		for (LeaseRule rule : RULES) {
			Finding finding = rule.examine(leaseCase);
			if (finding != null) {
				findings.add(finding);
			}
		}
		findings.sort(Comparator.comparing(Finding::severity).reversed());
		return new Judgement(leaseCase.terms(), leaseCase.settings(), verdict(leaseCase, findings), findings);
	}

	private static Verdict verdict(LeaseCase leaseCase, List<Finding> findings) {
		if (findings.stream().anyMatch((finding) -> finding.severity() == Severity.ERROR)) {
			return Verdict.VIOLATION;
		}
		if (!leaseCase.terms().declared()) {
			return Verdict.UNDECLARED;
		}
		return leaseCase.settings().derived() ? Verdict.DERIVED : Verdict.LAWFUL;
	}

}
