package io.leaseguard.watchdog;

/**
 * Is shown each new snapshot, on the thread of the watchdog. Must not block.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface SnapshotListener {

	/**
	 * Take note of a new snapshot.
	 * @param snapshot the snapshot
	 */
	void onSnapshot(LeaseSnapshot snapshot);

}
