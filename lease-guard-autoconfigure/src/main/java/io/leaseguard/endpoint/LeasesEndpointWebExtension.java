package io.leaseguard.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

import io.leaseguard.endpoint.RecoveryDescriptor.RequestDescriptor;

/**
 * {@link EndpointWebExtension @EndpointWebExtension} for the {@link LeasesEndpoint} that
 * says in the status and the body of a response what has come of a request: 202 when it
 * is carried out for one consumer at least, 400 when it makes no sense, 404 when there is
 * no such listener, 409 when it is refused.
 *
 * @since 0.1.0
 */
@EndpointWebExtension(endpoint = LeasesEndpoint.class)
public class LeasesEndpointWebExtension {

	private static final int ACCEPTED = 202;

	private static final int CONFLICT = 409;

	private final LeasesEndpoint endpoint;

	/**
	 * Create an extension.
	 * @param endpoint the endpoint to extend
	 */
	public LeasesEndpointWebExtension(LeasesEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Ask for a repair.
	 * @param listener the listener id
	 * @param action {@code rejoin} or {@code restart}
	 * @param consumer the index of the consumer, {@code null} for all
	 * @return the response
	 */
	@WriteOperation
	public WebEndpointResponse<OperationResponseBody> recover(@Selector String listener, @Nullable String action,
			@Nullable Integer consumer) {
		if (this.endpoint.lease(listener) == null) {
			return new WebEndpointResponse<>(
					new ProblemDescriptor(
							"There is no listener '%s'; GET /actuator/leases shows all".formatted(listener)),
					WebEndpointResponse.STATUS_NOT_FOUND);
		}
		try {
			RequestDescriptor answer = this.endpoint.recover(listener, action, consumer);
			return new WebEndpointResponse<>(answer, answer.accepted() ? ACCEPTED : CONFLICT);
		}
		catch (InvalidEndpointRequestException ex) {
			return new WebEndpointResponse<>(new ProblemDescriptor(String.valueOf(ex.getReason())),
					WebEndpointResponse.STATUS_BAD_REQUEST);
		}
	}

	/**
	 * Description of what is wrong with a request.
	 *
	 * @param message what is wrong, and what would be right
	 */
	public record ProblemDescriptor(String message) implements OperationResponseBody {
	}

}
