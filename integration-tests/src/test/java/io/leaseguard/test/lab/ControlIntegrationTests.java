package io.leaseguard.test.lab;

import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The control experiments: the same faults without the guard. They prove nothing right or
 * wrong, but stand beside the faults in the table.
 */
@Tag("laboratory")
@Execution(ExecutionMode.CONCURRENT)
class ControlIntegrationTests {

	@AfterAll
	static void keepResults() {
		ResultTable.close(Result.CONTROL);
	}

	static Stream<Scenario> faults() {
		return FaultIntegrationTests.faults();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("faults")
	void faultWithoutTheGuard(Scenario fault) throws Exception {
		Laboratory.control(fault, LaboratoryBroker.get());
	}

}
