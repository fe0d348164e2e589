package io.leaseguard.lease;

import org.jspecify.annotations.Nullable;

/**
 * The settings of the heartbeat, a contract of its own: it proves that the process
 * breathes, never that it works.
 *
 * @param classic whether the member speaks the classic group protocol. Under
 * {@code group.protocol=consumer} session and heartbeat belong to the broker and the
 * client refuses to start when they are set (KIP-848)
 * @param staticMember whether {@code group.instance.id} is set: the partitions of such a
 * member move only when its session has run out as well (KIP-345)
 * @param sessionTimeout the {@code session.timeout.ms}; under the consumer protocol the
 * default of the broker, {@code null} when it can't be known
 * @param heartbeatInterval the {@code heartbeat.interval.ms}; {@code null} under the
 * consumer protocol
 * @since 0.1.0
 */
public record Pulse(boolean classic, boolean staticMember, @Nullable Setting sessionTimeout,
		@Nullable Setting heartbeatInterval) {

	/**
	 * The session timeout of a broker that is left at its defaults, in milliseconds: the
	 * {@code session.timeout.ms} of KIP-735 and the
	 * {@code group.consumer.session.timeout.ms} of KIP-848.
	 */
	public static final int DEFAULT_SESSION_MS = 45_000;

	/**
	 * Return the session timeout to reckon with.
	 * @return milliseconds
	 */
	public int sessionMs() {
		return (this.sessionTimeout != null) ? this.sessionTimeout.value() : DEFAULT_SESSION_MS;
	}

	/**
	 * Return how much longer than its lease a silent member keeps its partitions.
	 * @return milliseconds: the session timeout of a static member, else zero
	 */
	public int detectionSurchargeMs() {
		return this.staticMember ? Math.max(0, sessionMs()) : 0;
	}

}
