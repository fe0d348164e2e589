package io.leaseguard.sample.fault;

import java.time.Duration;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The HTTP calls that inject faults. Each answers with the faults at present.
 */
@RestController
@RequestMapping("/faults")
class FaultController {

	private static final String GROUP = "payments";

	private final PaymentGate gate;

	private final HeartbeatThreads heartbeatThreads;

	FaultController(PaymentGate gate, HeartbeatThreads heartbeatThreads) {
		this.gate = gate;
		this.heartbeatThreads = heartbeatThreads;
	}

	@GetMapping
	Faults faults() {
		return new Faults(this.gate.delay().toMillis(), this.gate.closed(), this.heartbeatThreads.count(GROUP));
	}

	@PostMapping("/slow")
	Faults slow(@RequestParam(defaultValue = "3000") long millis) {
		if (millis < 0) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'millis' must not be negative");
		}
		this.gate.slow(Duration.ofMillis(millis));
		return faults();
	}

	@PostMapping("/stuck")
	Faults stuck() {
		this.gate.close();
		return faults();
	}

	@PostMapping("/release")
	Faults release() {
		this.gate.open();
		return faults();
	}

	@PostMapping("/kill-heartbeat")
	Faults killHeartbeat() {
		if (!this.heartbeatThreads.kill(GROUP)) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, "No heartbeat thread of the group is alive");
		}
		return faults();
	}

}
