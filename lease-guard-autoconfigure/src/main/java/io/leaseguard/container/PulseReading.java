package io.leaseguard.container;

/**
 * What the client says of its heartbeat and its connections at one moment.
 *
 * @param heartbeatAgeSeconds whole seconds since the last heartbeat was sent; -1 before
 * the first
 * @param heartbeats heartbeats answered so far
 * @param connections open connections; -1 when unknown
 * @param requests requests sent so far; -1 when unknown
 * @param responses responses received so far; -1 when unknown
 * @since 0.1.0
 */
public record PulseReading(double heartbeatAgeSeconds, long heartbeats, int connections, long requests,
		long responses) {
}
