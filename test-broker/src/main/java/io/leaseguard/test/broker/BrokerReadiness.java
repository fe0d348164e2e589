package io.leaseguard.test.broker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits until a broker is of use to a client: it accepts connections, the cluster knows
 * it, and its group coordinator has loaded its groups, which also makes the topic of the
 * offsets on the first start.
 */
final class BrokerReadiness {

	private static final String UNKNOWN_GROUP = "lease-guard-readiness";

	private final String bootstrapServers;

	private final int nodeId;

	BrokerReadiness(String bootstrapServers, int nodeId) {
		this.bootstrapServers = bootstrapServers;
		this.nodeId = nodeId;
	}

	/**
	 * Wait for the broker.
	 * @param alive whether there is any hope
	 * @param limit longest time to wait for each of the three
	 */
	void await(BooleanSupplier alive, Duration limit) {
		ConditionFactory patience = Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(100))
			.atMost(limit)
			.failFast("The process of the broker has ended", () -> !alive.getAsBoolean());
		patience.until(this::acceptsConnections);
		try (Admin admin = Admin.create(clientProperties())) {
			patience.until(() -> isKnown(admin));
			patience.until(() -> coordinates(admin));
		}
	}

	private boolean acceptsConnections() {
		String[] address = this.bootstrapServers.split(":");
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address[0], Integer.parseInt(address[1])), 1000);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private boolean isKnown(Admin admin) throws InterruptedException {
		try {
			return admin.describeCluster().nodes().get().stream().anyMatch((node) -> node.id() == this.nodeId);
		}
		catch (ExecutionException ex) {
			return false;
		}
	}

	private boolean coordinates(Admin admin) throws InterruptedException {
		try {
			admin.describeConsumerGroups(List.of(UNKNOWN_GROUP)).all().get();
			return true;
		}
		catch (ExecutionException ex) {
			return ex.getCause() instanceof GroupIdNotFoundException;
		}
	}

	private Map<String, Object> clientProperties() {
		return Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, this.bootstrapServers,
				AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 5000, AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
				10000, AdminClientConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 200);
	}

}
