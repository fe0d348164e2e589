package io.leaseguard.deadline;

import java.time.Duration;

import io.leaseguard.container.ConsumerProgress;
import io.leaseguard.container.ConsumerTerms;
import io.leaseguard.container.LeaseConsumer;

/**
 * How much time a listener has left: for the record at hand, by its record timeout, and
 * for its lease. To be handed on to what the listener calls: <pre class="code">
 * &#64;KafkaListener(id = "payments", topics = "payments")
 * void pay(Payment payment, LeaseDeadline deadline) {
 *     HttpRequest request = HttpRequest.newBuilder(uri).timeout(deadline.remaining()).build();
 * }
 * </pre> Code below the listener, on the same thread, asks for {@link #current()}. A
 * deadline once taken may be handed to other threads. Before a call with a deadline that
 * {@linkplain #isExpired() has expired} it is best to throw: most clients take a timeout
 * of zero to be none, or refuse it.
 * <p>
 * As a parameter of a listener method it may stand at any place. Where a message
 * converter takes the type of the payload from the method, as those for JSON do, it comes
 * after the payload, or the payload is annotated with {@code @Payload}: spring-kafka
 * takes the type of the first parameter that has no annotation. A batch listener that
 * takes a list of {@code ConsumerRecord} may have no such parameter; there
 * {@link #current()} is the way.
 *
 * @since 0.1.0
 */
public final class LeaseDeadline {

	/**
	 * What {@link #remaining()} returns where nothing limits the time: 292 years, which
	 * neither {@link Duration#toMillis()} nor {@link Duration#toNanos()} overflow.
	 */
	public static final Duration UNBOUNDED = Duration.ofNanos(ConsumerTerms.UNBOUNDED);

	private static final LeaseDeadline NONE = new LeaseDeadline(0, ConsumerTerms.UNBOUNDED, ConsumerTerms.UNBOUNDED);

	private final long takenNanos;

	private final long workNanos;

	private final long leaseNanos;

	private LeaseDeadline(long takenNanos, long workNanos, long leaseNanos) {
		this.takenNanos = takenNanos;
		this.workNanos = workNanos;
		this.leaseNanos = leaseNanos;
	}

	/**
	 * Return the deadline of what the current thread is doing.
	 * @return the deadline; {@linkplain #isUnbounded() unbounded} on any thread but the
	 * consumer thread of a guarded listener, never {@code null}
	 */
	public static LeaseDeadline current() {
		ConsumerProgress progress = LeaseConsumer.current();
		if (progress == null) {
			return NONE;
		}
		long now = System.nanoTime();
		return new LeaseDeadline(now, progress.workLeftNanos(now), progress.leaseLeftNanos(now));
	}

	/**
	 * Return the time that is left: for the record or for the lease, whichever is less.
	 * @return the time, zero when the deadline has expired, {@link #UNBOUNDED} when there
	 * is none
	 */
	public Duration remaining() {
		return left(Math.min(this.workNanos, this.leaseNanos));
	}

	/**
	 * Return the time that is left for the record by its record timeout; for a batch
	 * listener, for the batch by its batch timeout.
	 * @return the time, zero when it is over, {@link #UNBOUNDED} when no timeout is
	 * declared
	 */
	public Duration workRemaining() {
		return left(this.workNanos);
	}

	/**
	 * Return the time that is left of the lease: after it the consumer loses its
	 * partitions, unless it polls before. The records of the batch that are still to
	 * come, and their commit, need a part of it too.
	 * @return the time, zero when the lease has expired, {@link #UNBOUNDED} when there is
	 * none
	 */
	public Duration leaseRemaining() {
		return left(this.leaseNanos);
	}

	/**
	 * Return whether no time is left.
	 * @return whether the record or the lease has used up its time
	 */
	public boolean isExpired() {
		return remaining().isZero();
	}

	/**
	 * Return whether nothing limits the time: outside of a guarded listener, and where
	 * the guard is switched off.
	 * @return whether there is no deadline
	 */
	public boolean isUnbounded() {
		return this.workNanos == ConsumerTerms.UNBOUNDED && this.leaseNanos == ConsumerTerms.UNBOUNDED;
	}

	private Duration left(long nanos) {
		if (nanos == ConsumerTerms.UNBOUNDED) {
			return UNBOUNDED;
		}
		return Duration.ofNanos(Math.max(0, nanos - (System.nanoTime() - this.takenNanos)));
	}

	@Override
	public String toString() {
		return "LeaseDeadline [" + (isUnbounded() ? "unbounded" : remaining()) + "]";
	}

}
