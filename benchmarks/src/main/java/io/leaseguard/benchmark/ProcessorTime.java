package io.leaseguard.benchmark;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The processor time of an operation, all threads of the process together: other
 * processes on the machine make an operation longer, but hardly its processor time.
 */
public class ProcessorTime implements InternalProfiler {

	static final String LABEL = "processor.time";

	private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

	private long before;

	@Override
	public String getDescription() {
		return "Processor time of an operation";
	}

	@Override
	public void beforeIteration(BenchmarkParams benchmarkParams, IterationParams iterationParams) {
		this.before = this.system.getProcessCpuTime();
	}

	@Override
	public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmarkParams,
			IterationParams iterationParams, IterationResult result) {
		double nanos = (double) (this.system.getProcessCpuTime() - this.before) / result.getMetadata().getAllOps();
		return List.of(new ScalarResult(LABEL, nanos, "ns/op", AggregationPolicy.AVG));
	}

}
