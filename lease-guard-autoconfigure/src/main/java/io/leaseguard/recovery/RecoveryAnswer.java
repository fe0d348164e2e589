package io.leaseguard.recovery;

/**
 * The answer to a person who asks for a repair of a consumer.
 *
 * @param consumerIndex the index of the child in its container, from zero
 * @param accepted whether it is carried out
 * @param message what happens now, or why nothing does
 * @since 0.1.0
 */
public record RecoveryAnswer(int consumerIndex, boolean accepted, String message) {
}
