package io.leaseguard.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

import io.leaseguard.container.Advisories;
import io.leaseguard.container.KafkaClientVersion;
import io.leaseguard.endpoint.RecoveryDescriptor.AnswerDescriptor;
import io.leaseguard.endpoint.RecoveryDescriptor.RequestDescriptor;
import io.leaseguard.lease.rule.Advisory;
import io.leaseguard.recovery.LeaseRecoveries;
import io.leaseguard.recovery.RecoveryAction;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.ListenerSnapshot;

/**
 * {@link Endpoint @Endpoint} to expose what the {@link LeaseGuard} knows of all
 * listeners: what was declared, what it comes to, and how the consumers keep it. Of the
 * Kafka configuration it shows the four settings that make the lease and the pulse, never
 * more. What is not known is left out of the JSON.
 *
 * @since 0.1.0
 */
@Endpoint(id = "leases", defaultAccess = Access.READ_ONLY)
public class LeasesEndpoint {

	private final LeaseGuard leaseGuard;

	private final LeaseRecoveries recoveries;

	private final KafkaClientDescriptor kafkaClient;

	/**
	 * Create an endpoint that only shows.
	 * @param leaseGuard what to expose
	 */
	public LeasesEndpoint(LeaseGuard leaseGuard) {
		this(leaseGuard, (listenerId, consumerIndex, action) -> List.of());
	}

	/**
	 * Create an endpoint.
	 * @param leaseGuard what to expose
	 * @param recoveries who repairs what a person asks for
	 */
	public LeasesEndpoint(LeaseGuard leaseGuard, LeaseRecoveries recoveries) {
		this.leaseGuard = leaseGuard;
		this.recoveries = recoveries;
		this.kafkaClient = new KafkaClientDescriptor(KafkaClientVersion.read(), Advisories.ofClient());
	}

	/**
	 * Return all listeners.
	 * @return the leases
	 */
	@ReadOperation
	public LeasesDescriptor leases() {
		Map<String, ListenerDescriptor> listeners = new LinkedHashMap<>();
		this.leaseGuard.snapshot()
			.listeners()
			.forEach((listenerId, listener) -> listeners.put(listenerId, ListenerDescriptor.of(listener)));
		return new LeasesDescriptor(this.kafkaClient, listeners);
	}

	/**
	 * Return one listener.
	 * @param listener the listener id
	 * @return the listener, or {@code null} when there is none of that id
	 */
	@ReadOperation
	public @Nullable ListenerDescriptor lease(@Selector String listener) {
		ListenerSnapshot snapshot = this.leaseGuard.snapshot().listeners().get(listener);
		return (snapshot != null) ? ListenerDescriptor.of(snapshot) : null;
	}

	/**
	 * Ask for a repair of a listener. There only where the user grants write access to
	 * the endpoint, and then in any recovery mode and without a watchdog as well.
	 * @param listener the listener id
	 * @param action {@code rejoin} or {@code restart}
	 * @param consumer the index of the consumer, {@code null} for all
	 * @return what happens now
	 * @throws InvalidEndpointRequestException if there is no such listener, action or
	 * consumer
	 */
	@WriteOperation
	public RequestDescriptor recover(@Selector String listener, @Nullable String action, @Nullable Integer consumer) {
		if (!this.leaseGuard.snapshot().listeners().containsKey(listener)) {
			throw invalid("There is no listener '%s'".formatted(listener));
		}
		RecoveryAction known = action(action);
		List<AnswerDescriptor> answers = this.recoveries.request(listener, consumer, known)
			.stream()
			.map(AnswerDescriptor::of)
			.toList();
		if (answers.isEmpty()) {
			throw invalid((consumer != null) ? "Listener '%s' has no running consumer %d".formatted(listener, consumer)
					: "Listener '%s' has no running consumer; start its container".formatted(listener));
		}
		return new RequestDescriptor(listener, known.id(), answers);
	}

	private static RecoveryAction action(@Nullable String action) {
		for (RecoveryAction candidate : RecoveryAction.values()) {
			if (candidate.id().equals(action)) {
				return candidate;
			}
		}
		throw invalid(((action != null) ? "There is no action '%s'".formatted(action) : "The action is missing")
				+ "; send {\"action\": \"rejoin\"} or {\"action\": \"restart\"}");
	}

	private static InvalidEndpointRequestException invalid(String message) {
		return new InvalidEndpointRequestException(message, message);
	}

	/**
	 * Description of all leases.
	 *
	 * @param kafkaClient the Kafka client
	 * @param listeners the listeners by id, sorted
	 */
	public record LeasesDescriptor(KafkaClientDescriptor kafkaClient,
			Map<String, ListenerDescriptor> listeners) implements OperationResponseBody {
	}

	/**
	 * Description of the Kafka client.
	 *
	 * @param version its version, {@code null} when it does not tell
	 * @param advisories what is known of that version
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	public record KafkaClientDescriptor(@Nullable String version, List<Advisory> advisories) {
	}

}
