package io.leaseguard.test.lab;

import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The faults that must be found.
 */
@Execution(ExecutionMode.CONCURRENT)
class FaultIntegrationTests {

	@AfterAll
	static void printTable() {
		ResultTable.close(Result.FAULT);
	}

	static Stream<Scenario> faults() {
		return Stream
			.of(HeartbeatFaults.all(), AccessFaults.all(), BlockedThreadFaults.all(), ProgressFaults.all(),
					StopFaults.all())
			.flatMap((scenarios) -> scenarios)
			.filter(Scenario::due);
	}

	@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
	@MethodSource("faults")
	void faultIsFoundAndNothingIsLost(Scenario fault) throws Exception {
		Laboratory.run(fault, LaboratoryBroker.get());
	}

	@Test
	@EnabledIf("isRunOfAll")
	void clockPutBackIsFound() throws Exception {
		ChildTrials.setClockBack();
	}

	static boolean isRunOfAll() {
		return System.getProperty("laboratory.only", "").isEmpty();
	}

}
