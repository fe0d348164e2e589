package io.leaseguard.container;

/**
 * What the client says of its heartbeat and its connections at one moment.
 *
 * @param heartbeatAgeSeconds seconds since the last heartbeat was sent, as exact as the
 * client tells, in whole seconds; -1 before the first
 * @param heartbeats heartbeats answered so far
 * @param connections open connections; -1 when unknown
 * @param disconnects connections closed so far; -1 when unknown
 * @param requests requests sent so far; -1 when unknown
 * @param responses responses received so far; -1 when unknown
 * @param coordinatorRequests requests sent to coordinators of the group so far
 * @param coordinatorResponses responses received from them so far
 * @param fetches fetches answered so far; -1 when unknown
 * @since 0.1.0
 */
public record PulseReading(double heartbeatAgeSeconds, long heartbeats, int connections, long disconnects,
		long requests, long responses, long coordinatorRequests, long coordinatorResponses, long fetches) {

	/**
	 * The reading of a client of which nothing is known.
	 */
	static final PulseReading NONE = new PulseReading(-1, 0, -1, -1, -1, -1, 0, 0, -1);

	PulseReading withHeartbeatAge(double heartbeatAgeSeconds) {
		return new PulseReading(heartbeatAgeSeconds, this.heartbeats, this.connections, this.disconnects, this.requests,
				this.responses, this.coordinatorRequests, this.coordinatorResponses, this.fetches);
	}

}
