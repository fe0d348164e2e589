package io.leaseguard.watchdog;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.leaseguard.lease.Pulse;
import io.leaseguard.lease.Setting;
import io.leaseguard.lease.SettingOrigin;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeartbeatWatch}: session timeout 10 s, lease 60 s.
 */
class HeartbeatWatchTests {

	private static final int SESSION = 10;

	private static final int LEASE = 60;

	private final PulseScript script = new PulseScript();

	private HeartbeatWatch watch = watch(true, 500);

	private boolean threadsComplete;

	private @Nullable Long failedNanos;

	private HeartbeatReading last = new HeartbeatReading(0, true, HeartbeatReading.State.HEARD);

	private HeartbeatWatch watch(boolean classic, int fetchMaxWaitMs) {
		Setting session = classic ? new Setting(SESSION * 1000, SettingOrigin.APPLICATION) : null;
		return new HeartbeatWatch(new Pulse(classic, false, session, null), LEASE * 1000, fetchMaxWaitMs,
				() -> this.threadsComplete, 0);
	}

	@Test
	void memberThatSendsHeartbeatsIsHeard() {
		beat(100);
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
		assertThat(this.last.reachable()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void deadHeartbeatIsFoundAfterOneSessionTimeoutIdleOrBusy(boolean busy) {
		beat(20);
		for (int i = 0; i < SESSION - 3; i++) {
			read((busy ? this.script.coordinatorRequest().coordinatorResponse() : this.script).fetching());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
		}
		read(this.script.fetching());
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void deadHeartbeatIsFoundInLongBatchInWhichNobodyReadsAnswers() {
		beat(20);
		this.script.unanswered();
		for (int i = 0; i < SESSION - 4; i++) {
			readWhileBusy(this.script.idle());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
			assertThat(this.last.reachable()).isTrue();
		}
		readWhileBusy(this.script.idle());
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void silenceOfTheClusterExcusesLongBatchWhoseHeartbeatThreadLives() {
		this.threadsComplete = true;
		beat(20);
		this.script.unanswered();
		for (int i = 0; i < 3 * SESSION; i++) {
			readWhileBusy(this.script.idle());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
		}
		assertThat(this.last.reachable()).isFalse();
	}

	@Test
	void nothingIsLostBeforeTheFirstHeartbeatIsDue() {
		for (int i = 0; i < SESSION - 1; i++) {
			read(this.script.fetching());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
		}
		read(this.script.fetching());
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void excuseIsFollowedByWholeSessionTimeout() {
		beat(20);
		for (int i = 0; i < 300; i++) {
			this.script.fetching();
			this.last = this.watch.read(this.script.reading(), true, null, this.script.nanos());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
		}
		for (int i = 0; i < SESSION - 1; i++) {
			read(this.script.fetching());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
		}
		read(this.script.fetching());
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void brokersThatCloseTheirConnectionsAreOutOfReach() {
		beat(20);
		this.script.disconnect(0);
		for (int i = 0; i < 600; i++) {
			read(this.script.idle());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
			assertThat(this.last.reachable()).isFalse();
		}
		this.script.connect();
		beat(3);
		assertThat(this.last.reachable()).isTrue();
	}

	@Test
	void brokersThatDoNotAnswerAreOutOfReachAfterFiveSeconds() {
		beat(20);
		for (int i = 0; i < 600; i++) {
			read(this.script.unanswered());
			assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
			assertThat(this.last.reachable()).isEqualTo(i < 5);
		}
	}

	@Test
	void fetchMayWaitForRecordsForAsLongAsItIsSet() {
		this.watch = watch(true, 30_000);
		beat(1);
		for (int i = 0; i < 30; i++) {
			read((i == 0) ? this.script.unanswered() : this.script.idle());
			assertThat(this.last.reachable()).isTrue();
		}
		// The dead heartbeat behind that fetch is found all the same.
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void requestToJoinThatTheGroupDoesNotAnswerIsWaitForAsLongAsRebalanceMayTake() {
		beat(20);
		// Sent within the same second as the answer to the last heartbeat, which asked
		// for it.
		read(this.script.heartbeat().coordinatorRequest().fetching());
		waitFor(HeartbeatReading.State.HEARD, SESSION - 2);
		read(this.script.fetching());
		waitFor(HeartbeatReading.State.WAITING, LEASE - 1);
		read(this.script.fetching());
		read(this.script.fetching());
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.FORGOTTEN);
		read(this.script.coordinatorResponse().heartbeat().fetching());
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.HEARD);
	}

	@Test
	void commitsOfMemberWithoutHeartbeatAreNoWait() {
		beat(20);
		for (int i = 0; i < SESSION + 3; i++) {
			// Each commit is under way when the reading is taken.
			read(this.script.coordinatorRequest().fetching());
			this.script.coordinatorResponse();
		}
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void requestThatWasLostWithItsConnectionIsNoWait() {
		beat(20);
		read(this.script.coordinatorRequest().fetching());
		this.script.disconnect(1);
		for (int i = 0; i < SESSION + 1; i++) {
			read(this.script.fetching());
		}
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void requestThatWasLostLongAgoDoesNotHideDeadHeartbeat() {
		beat(20);
		read(this.script.coordinatorRequest().fetching());
		this.script.disconnect(1).connect();
		beat(1);
		for (int i = 0; i < SESSION + 1; i++) {
			read(this.script.fetching());
		}
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void threadsThatAreAllAliveAreReasonToWaitButNotForEver() {
		beat(20);
		this.threadsComplete = true;
		for (int i = 0; i < SESSION + 1; i++) {
			read(this.script.fetching());
		}
		waitFor(HeartbeatReading.State.WAITING, LEASE - 4);
		for (int i = 0; i < 4; i++) {
			read(this.script.fetching());
		}
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void memberOfTheConsumerProtocolThatLooksForItsCoordinatorWaits() {
		this.watch = watch(false, 500);
		beat(20);
		for (int i = 0; i < 46; i++) {
			read(this.script.fetching());
		}
		waitFor(HeartbeatReading.State.WAITING, LEASE - 4);
		for (int i = 0; i < 4; i++) {
			read(this.script.fetching());
		}
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void memberOfTheConsumerProtocolThatFallsSilentHasFailed() {
		this.watch = watch(false, 500);
		beat(20);
		for (int i = 0; i < 46; i++) {
			read(this.script.idle());
		}
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	@Test
	void memberOfTheConsumerProtocolThatHasFailedIsNotWaitedForAlthoughItAsksOn() {
		this.watch = watch(false, 500);
		beat(20);
		this.failedNanos = this.script.nanos();
		for (int i = 0; i < 46; i++) {
			read(this.script.fetching());
		}
		assertThat(this.last.state()).isEqualTo(HeartbeatReading.State.LOST);
	}

	/**
	 * Heartbeats every other second, the last one two seconds ago.
	 */
	private void beat(int times) {
		for (int i = 0; i < times; i++) {
			read(this.script.heartbeat().fetching());
			read(this.script.fetching());
		}
	}

	private void waitFor(HeartbeatReading.State state, int seconds) {
		for (int i = 0; i < seconds; i++) {
			read(this.script.fetching());
			assertThat(this.last.state()).as("after " + Duration.ofNanos(this.last.silenceNanos())).isEqualTo(state);
		}
	}

	private void readWhileBusy(PulseScript script) {
		this.watch.isDeaf(true, script.nanos());
		read(script);
	}

	private void read(PulseScript script) {
		this.last = this.watch.read(script.reading(), false, this.failedNanos, script.nanos());
	}

}
