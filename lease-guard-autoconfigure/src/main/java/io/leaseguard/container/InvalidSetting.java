package io.leaseguard.container;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.Severity;

/**
 * A value that the Kafka client or its container will refuse. Only ever of a key that
 * makes the lease, the pulse or the membership, so that showing it gives no secret away.
 *
 * @param key the key
 * @param value the value as it was given
 * @param reason why it is refused
 * @param accepted what is taken in its place
 * @param meant what the value may have meant, in the accepted form; {@code null} when
 * nobody can tell
 * @since 0.1.0
 */
public record InvalidSetting(String key, Object value, String reason, String accepted, @Nullable String meant) {

	/**
	 * The id of the rule.
	 */
	public static final String ID = "invalid-value";

	private static final int LONGEST = 80;

	/**
	 * Return the finding.
	 * @param listener the listener id
	 * @return the finding, an error
	 */
	public Finding finding(String listener) {
		String example = (this.meant != null) ? ", for example %s=%s".formatted(this.key, this.meant) : "";
		return new Finding(ID, Severity.ERROR, listener,
				"%s is '%s' (%s), which is refused: %s.".formatted(this.key, shown(), type(), this.reason),
				"Set %s to %s%s.".formatted(this.key, this.accepted, example), Map.of());
	}

	private String shown() {
		String text = LeaseKeys.text(this.value);
		return (text.length() > LONGEST) ? text.substring(0, LONGEST) + "…" : text;
	}

	private String type() {
		String name = this.value.getClass().getSimpleName();
		return name.isEmpty() ? this.value.getClass().getName() : name;
	}

}
