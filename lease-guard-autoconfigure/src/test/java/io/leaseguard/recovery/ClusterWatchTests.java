package io.leaseguard.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseEventPublisher;
import io.leaseguard.watchdog.LeaseStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ClusterWatch}, with a cool-down of 40 s.
 */
class ClusterWatchTests {

	private final List<Object> events = new ArrayList<>();

	private final ClusterWatch watch = watch();

	@Test
	void oneSilentConsumerAmongMany() {
		TestConsumer sick = consumer("a", 0).lost();
		look(0, sick, consumer("a", 1), consumer("b", 0), consumer("b", 1));
		assertThat(permits(sick, 0)).isTrue();
		assertThat(this.events).isEmpty();
	}

	@Test
	void threeThatAreHalfOfAllMakeACluster() {
		TestConsumer sick = consumer("a", 0).lost();
		TestConsumer late = consumer("b", 0).late();
		look(0, sick, late, consumer("c", 0).late(), consumer("c", 1), consumer("c", 2), consumer("c", 3));
		assertThat(permits(sick, 0)).isFalse();
		assertThat(permits(late, 0)).isFalse();
		assertThat(this.events).containsExactly(new LeaseEvent.ClusterUnwell("a", 0, 3, 6, List.of("a", "b", "c")));
	}

	@Test
	void threeThatAreLessThanHalfDoNot() {
		TestConsumer sick = consumer("a", 0).lost();
		look(0, sick, consumer("b", 0).late(), consumer("c", 0).late(), consumer("c", 1), consumer("c", 2),
				consumer("c", 3), consumer("c", 4));
		assertThat(permits(sick, 0)).isTrue();
	}

	@Test
	void allOfTwoListenersDoAlso() {
		TestConsumer sick = consumer("a", 0).lost();
		look(0, sick, consumer("b", 0).late());
		assertThat(permits(sick, 0)).isFalse();
	}

	@Test
	void allOfASingleSmallListenerDoNot() {
		TestConsumer sick = consumer("a", 0).lost();
		look(0, sick, consumer("a", 1).lost());
		assertThat(permits(sick, 0)).isTrue();
	}

	@Test
	void lateHeartbeatsAloneAreNoEvent() {
		look(0, consumer("a", 0).late(), consumer("b", 0).late(), consumer("c", 0).late());
		assertThat(this.events).isEmpty();
	}

	@Test
	void membersThatWaitForTheirGroupAreSilentWithReason() {
		TestConsumer sick = consumer("a", 0).lost();
		look(0, sick, consumer("a", 1).late().rebalances(true), consumer("a", 2).late().rebalances(true));
		assertThat(permits(sick, 0)).isTrue();
	}

	@Test
	void stoppedAndStuckConsumersNeedNotSendHeartbeats() {
		TestConsumer sick = consumer("a", 0).lost();
		look(0, sick, consumer("a", 1).late().shows(LeaseStatus.STOPPED),
				consumer("b", 0).late().shows(LeaseStatus.LEASE_EXPIRED));
		assertThat(permits(sick, 0)).isTrue();
	}

	@Test
	void clustersAreJudgedApart() {
		TestConsumer here = consumer("a", 0).cluster("x:1,y:1").lost();
		TestConsumer there = consumer("d", 0).cluster("z:1").lost();
		look(0, here, consumer("b", 0).cluster("y:1, x:1").lost(), consumer("c", 0).cluster("x:1,y:1").late(), there,
				consumer("d", 1).cluster("z:1"));
		assertThat(permits(here, 0)).as("the order of the servers means nothing").isFalse();
		assertThat(permits(there, 0)).isTrue();
	}

	@Test
	void eventIsToldOnceUntilTheClusterWasWell() {
		TestConsumer[] consumers = { consumer("a", 0).lost(), consumer("b", 0).lost() };
		look(0, consumers);
		look(1, consumers);
		assertThat(this.events).hasSize(1);
		consumers[1].beats();
		look(2, consumers);
		assertThat(permits(consumers[0], 2)).isTrue();
		consumers[1].lost();
		look(3, consumers);
		assertThat(this.events).hasSize(2);
	}

	@Test
	void afterACoolDownOneConsumerAtATimeIsATest() {
		TestConsumer first = consumer("a", 0).lost();
		TestConsumer second = consumer("b", 0).lost();
		look(0, first, second);
		assertThat(permits(first, 40)).isFalse();
		assertThat(permits(first, 41)).isTrue();
		this.watch.restarted(first.live, nanos(41));
		look(42, first, second);
		assertThat(permits(second, 81)).isFalse();
		assertThat(permits(second, 82)).isTrue();
	}

	private TestConsumer consumer(String listenerId, int index) {
		return new TestConsumer(listenerId, index);
	}

	private void look(long second, TestConsumer... consumers) {
		this.watch.look(Arrays.stream(consumers).map((consumer) -> consumer.live).toList(), nanos(second));
	}

	private boolean permits(TestConsumer consumer, long second) {
		return this.watch.permits(consumer.live, nanos(second));
	}

	private static long nanos(long seconds) {
		return Duration.ofSeconds(seconds).toNanos();
	}

	private ClusterWatch watch() {
		LeaseEventPublisher publisher = mock(LeaseEventPublisher.class);
		willAnswer((call) -> this.events.add(call.getArgument(0))).given(publisher).publish(any());
		return new ClusterWatch(Duration.ofSeconds(40), publisher);
	}

}
