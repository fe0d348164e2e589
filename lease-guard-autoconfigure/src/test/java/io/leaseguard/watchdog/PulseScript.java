package io.leaseguard.watchdog;

import java.time.Duration;

import io.leaseguard.container.PulseReading;

/**
 * The life of a client as its metrics tell it, second by second.
 */
final class PulseScript {

	private long seconds;

	private long heartbeatSeconds = -1;

	private long heartbeats;

	private int connections = 2;

	private long disconnects;

	private long requests;

	private long responses;

	private long coordinatorRequests;

	private long coordinatorResponses;

	private long fetches;

	long nanos() {
		return Duration.ofSeconds(this.seconds).toNanos();
	}

	/**
	 * One second in which a fetch is asked for and answered.
	 */
	PulseScript fetching() {
		this.requests++;
		this.responses++;
		this.fetches++;
		return idle();
	}

	/**
	 * One second in which nothing happens.
	 */
	PulseScript idle() {
		this.seconds++;
		return this;
	}

	/**
	 * One second in which a request is sent and not answered.
	 */
	PulseScript unanswered() {
		this.requests++;
		return idle();
	}

	PulseScript heartbeat() {
		this.heartbeatSeconds = this.seconds;
		this.heartbeats++;
		return coordinatorRequest().coordinatorResponse();
	}

	PulseScript coordinatorRequest() {
		this.requests++;
		this.coordinatorRequests++;
		return this;
	}

	PulseScript coordinatorResponse() {
		this.responses++;
		this.coordinatorResponses++;
		return this;
	}

	PulseScript disconnect(int left) {
		this.disconnects++;
		this.connections = left;
		return this;
	}

	PulseScript connect() {
		this.connections = 2;
		return this;
	}

	PulseReading reading() {
		return new PulseReading((this.heartbeatSeconds >= 0) ? this.seconds - this.heartbeatSeconds : -1,
				this.heartbeats, this.connections, this.disconnects, this.requests, this.responses,
				this.coordinatorRequests, this.coordinatorResponses, this.fetches);
	}

}
