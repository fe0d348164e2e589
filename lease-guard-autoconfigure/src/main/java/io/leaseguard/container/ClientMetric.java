package io.leaseguard.container;

import java.util.Map;

import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * One metric of a client, which is looked up once.
 */
final class ClientMetric {

	private final String name;

	private final String group;

	private @Nullable Metric metric;

	ClientMetric(String name, String group) {
		this.name = name;
		this.group = group;
	}

	/**
	 * Return its value.
	 * @param metrics the metrics of the client, where to look it up
	 * @param absent what to return when the client does not have it, or has no number
	 * @return the value
	 */
	double value(Map<MetricName, ? extends Metric> metrics, double absent) {
		if (this.metric == null) {
			this.metric = find(metrics);
		}
		return (this.metric != null) ? number(this.metric, absent) : absent;
	}

	private @Nullable Metric find(Map<MetricName, ? extends Metric> metrics) {
		for (Map.Entry<MetricName, ? extends Metric> entry : metrics.entrySet()) {
			MetricName candidate = entry.getKey();
			if (candidate.name().equals(this.name) && candidate.group().equals(this.group)) {
				return entry.getValue();
			}
		}
		return null;
	}

	static double number(Metric metric, double absent) {
		Object value = metric.metricValue();
		return (value instanceof Number number && !Double.isNaN(number.doubleValue())) ? number.doubleValue() : absent;
	}

}
