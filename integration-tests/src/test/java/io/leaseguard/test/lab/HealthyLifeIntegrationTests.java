package io.leaseguard.test.lab;

import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.leaseguard.test.broker.BrokerProcess;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The healthy lives that must stay silent: no DOWN, no event, no repair.
 */
@Execution(ExecutionMode.CONCURRENT)
class HealthyLifeIntegrationTests {

	@AfterAll
	static void printTable() {
		ResultTable.close(Result.HEALTHY);
	}

	static Stream<Scenario> lives() {
		return HealthyLives.all().filter(Scenario::due);
	}

	static Stream<Scenario> livesOfABroker() {
		return BrokerLives.onOneBroker().filter(Scenario::due);
	}

	static Stream<Scenario> livesOfTwoBrokers() {
		return BrokerLives.onTwoBrokers().filter(Scenario::due);
	}

	@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
	@MethodSource("lives")
	void lifeIsLeftInPeace(Scenario life) throws Exception {
		HealthyLife.run(life, LaboratoryBroker.get());
	}

	@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
	@MethodSource("livesOfABroker")
	void lifeOfABrokerIsLeftInPeace(Scenario life) throws Exception {
		try (BrokerProcess broker = BrokerProcess.builder().start()) {
			HealthyLife.run(life, broker);
		}
	}

	@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
	@MethodSource("livesOfTwoBrokers")
	void lifeOfTwoBrokersIsLeftInPeace(Scenario life) throws Exception {
		try (BrokerProcess first = BrokerProcess.builder().start();
				BrokerProcess second = BrokerProcess.builder().joining(first).start()) {
			assertThat(second.isAlive()).isTrue();
			HealthyLife.run(life, first);
		}
	}

	@Test
	void frozenJvmIsLeftInPeace() throws Exception {
		ChildTrials.freeze(HealthyLives.either(15, 30));
	}

	@Test
	void clockPutForwardIsLeftInPeace() throws Exception {
		ChildTrials.setClockAhead(HealthyLives.either(10, 30));
	}

}
