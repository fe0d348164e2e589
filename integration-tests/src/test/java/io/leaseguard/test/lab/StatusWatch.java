package io.leaseguard.test.lab;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.ListenerSnapshot;

/**
 * Looks at a guarded subject all the time, so that nothing passes unseen: which status
 * was seen when, and whether the listener was ever down.
 */
final class StatusWatch implements AutoCloseable {

	private static final long PERIOD_MILLIS = 20;

	private final Subject subject;

	private final List<Sighting> sightings = new CopyOnWriteArrayList<>();

	private final Map<Integer, Sighting> latest = new HashMap<>();

	private final Thread thread;

	private volatile boolean closed;

	StatusWatch(Subject subject) {
		this.subject = subject;
		this.thread = new Thread(this::watch, "watch-" + subject.id());
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void watch() {
		while (!this.closed) {
			look(this.subject.listener());
			try {
				Thread.sleep(PERIOD_MILLIS);
			}
			catch (InterruptedException ex) {
				return;
			}
		}
	}

	private void look(ListenerSnapshot listener) {
		for (ConsumerSnapshot consumer : listener.consumers()) {
			Sighting now = new Sighting(System.nanoTime(), consumer.index(), consumer.status().name(), consumer.down(),
					consumer.detail());
			Sighting before = this.latest.put(consumer.index(), now);
			if (before == null || !before.sameAs(now)) {
				this.sightings.add(now);
			}
		}
	}

	/**
	 * Return the first sighting of one of some statuses since a moment, {@code null} when
	 * there is none yet.
	 */
	@Nullable Sighting first(Set<String> statuses, long sinceNanos) {
		return this.sightings.stream()
			.filter((sighting) -> sighting.nanos() - sinceNanos >= 0 && statuses.contains(sighting.status()))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return all sightings of a consumer that was down.
	 */
	List<Sighting> downs() {
		return this.sightings.stream().filter(Sighting::down).toList();
	}

	/**
	 * Return all that was seen since a moment, for a failure message.
	 */
	String story(long sinceNanos) {
		return this.sightings.stream()
			.map((sighting) -> "%+.1fs #%d %s%s%s".formatted((sighting.nanos() - sinceNanos) / 1e9, sighting.index(),
					sighting.status(), sighting.down() ? " DOWN" : "",
					(sighting.detail() != null) ? " (" + sighting.detail() + ")" : ""))
			.collect(Collectors.joining("; "));
	}

	@Override
	public void close() throws InterruptedException {
		this.closed = true;
		this.thread.interrupt();
		this.thread.join();
	}

	/**
	 * A consumer seen in a new state.
	 *
	 * @param nanos when
	 * @param index index of the consumer
	 * @param status its status
	 * @param down whether it was down
	 * @param detail the detail, if any
	 */
	record Sighting(long nanos, int index, String status, boolean down, @Nullable String detail) {

		boolean sameAs(Sighting other) {
			return this.status.equals(other.status) && this.down == other.down
					&& Objects.equals(this.detail, other.detail);
		}

	}

}
