package io.leaseguard.container;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests to and responses from the coordinators of the group. A client keeps a
 * connection of its own to its coordinator, under a node id counted down from the
 * greatest integer, so that fetches do not hold up heartbeats; nothing but group requests
 * travels on it.
 */
final class CoordinatorMetrics {

	private static final String GROUP = "consumer-node-metrics";

	private static final String NODE = "node-";

	private static final int LEAST_COORDINATOR_ID = Integer.MAX_VALUE / 2;

	private List<Metric> requests = List.of();

	private List<Metric> responses = List.of();

	private int size = -1;

	void refresh(Map<MetricName, ? extends Metric> metrics) {
		// A new coordinator brings new metrics.
		if (metrics.size() == this.size) {
			return;
		}
		List<Metric> requests = new ArrayList<>();
		List<Metric> responses = new ArrayList<>();
		metrics.forEach((name, metric) -> {
			if (name.group().equals(GROUP) && isCoordinator(name.tags().get("node-id"))) {
				if (name.name().equals("request-total")) {
					requests.add(metric);
				}
				else if (name.name().equals("response-total")) {
					responses.add(metric);
				}
			}
		});
		this.requests = requests;
		this.responses = responses;
		this.size = metrics.size();
	}

	long requests() {
		return sum(this.requests);
	}

	long responses() {
		return sum(this.responses);
	}

	private static boolean isCoordinator(@Nullable String node) {
		if (node == null || !node.startsWith(NODE)) {
			return false;
		}
		try {
			return Integer.parseInt(node.substring(NODE.length())) > LEAST_COORDINATOR_ID;
		}
		catch (NumberFormatException ex) {
			return false;
		}
	}

	private static long sum(List<Metric> metrics) {
		double sum = 0;
		for (Metric metric : metrics) {
			sum += ClientMetric.number(metric, 0);
		}
		return (long) sum;
	}

}
