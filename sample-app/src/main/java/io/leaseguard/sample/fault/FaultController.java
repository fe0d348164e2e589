package io.leaseguard.sample.fault;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.Assert;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

import io.leaseguard.recovery.RecoveryMode;
import io.leaseguard.sample.broker.TokenServer;

/**
 * The HTTP calls that inject faults. Each answers with the faults at present.
 */
@RestController
@RequestMapping("/faults")
class FaultController {

	/**
	 * The listener to harm, and its group.
	 */
	private static final String PAYMENTS = "payments";

	private final PaymentGate gate;

	private final HeartbeatThreads heartbeatThreads;

	private final PoisonRecord poison;

	private final OrderHold orders;

	private final KafkaListenerEndpointRegistry listeners;

	private final @Nullable TokenServer tokenServer;

	private final RecoveryMode recoveryMode;

	FaultController(PaymentGate gate, HeartbeatThreads heartbeatThreads, PoisonRecord poison, OrderHold orders,
			KafkaListenerEndpointRegistry listeners, ObjectProvider<TokenServer> tokenServer,
			@Value("${lease-guard.recovery.mode:rejoin}") RecoveryMode recoveryMode) {
		this.gate = gate;
		this.heartbeatThreads = heartbeatThreads;
		this.poison = poison;
		this.orders = orders;
		this.listeners = listeners;
		this.tokenServer = tokenServer.getIfAvailable();
		this.recoveryMode = recoveryMode;
	}

	@GetMapping
	Faults faults() {
		return new Faults(this.gate.delay().toMillis(), this.gate.closed(), payments().isPauseRequested(),
				this.heartbeatThreads.count(PAYMENTS), this.poison.present(), this.orders.held(),
				(this.tokenServer != null) ? this.tokenServer.broken() : null, this.recoveryMode);
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
		if (!this.heartbeatThreads.kill(PAYMENTS)) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, "No heartbeat thread of the group is alive");
		}
		return faults();
	}

	@PostMapping("/pause")
	Faults pause() {
		payments().pause();
		return faults();
	}

	@PostMapping("/resume")
	Faults resume() {
		payments().resume();
		return faults();
	}

	@PostMapping("/poison")
	Faults poison() {
		this.poison.send();
		return faults();
	}

	@PostMapping("/remove-poison")
	Faults removePoison() {
		this.poison.remove();
		return faults();
	}

	@PostMapping("/hold-orders")
	Faults holdOrders() {
		this.orders.hold();
		return faults();
	}

	@PostMapping("/place-orders")
	Faults placeOrders() {
		this.orders.release();
		return faults();
	}

	@PostMapping("/break-authentication")
	Faults breakAuthentication() {
		tokenServer().breakDown();
		return faults();
	}

	@PostMapping("/mend-authentication")
	Faults mendAuthentication() {
		tokenServer().mend();
		return faults();
	}

	private TokenServer tokenServer() {
		if (this.tokenServer == null) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"Nothing is authenticated without the profile 'sasl'");
		}
		return this.tokenServer;
	}

	private MessageListenerContainer payments() {
		MessageListenerContainer container = this.listeners.getListenerContainer(PAYMENTS);
		Assert.state(container != null, "There is no listener 'payments'");
		return container;
	}

}
