package io.leaseguard.lease.rule;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.leaseguard.lease.Finding;
import io.leaseguard.lease.LeaseKeys;
import io.leaseguard.lease.Severity;

/**
 * A map in the place of a value, as a YAML parser makes of a key with dots. The client
 * takes no notice of it, so that a setting which is plainly there has no effect.
 */
class NestedMapRule implements LeaseRule {

	static final String ID = "nested-map";

	private static final int DEEPEST = 8;

	@Override
	public @Nullable Finding examine(LeaseCase leaseCase) {
		Set<String> meant = new LinkedHashSet<>();
		Set<String> roots = new LinkedHashSet<>();
		leaseCase.facts().configuration().forEach((key, value) -> {
			if (value instanceof Map<?, ?> map && unfold(key, map, meant, 1)) {
				roots.add(key);
			}
		});
		if (meant.isEmpty()) {
			return null;
		}
		String keys = String.join(" and ", meant);
		return leaseCase.finding(ID, Severity.ERROR,
				"The key '%s' holds a Map, which Kafka does not unfold: %s in it has no effect."
					.formatted(String.join("' and '", roots), keys),
				"Put %s into the configuration as one key with dots.".formatted(keys), Map.of());
	}

	private boolean unfold(String prefix, Map<?, ?> map, Set<String> meant, int depth) {
		boolean found = false;
		for (Map.Entry<?, ?> entry : map.entrySet()) {
			if (entry.getKey() instanceof String name) {
				String key = prefix + "." + name;
				if (LeaseKeys.NUMBERS.contains(key)) {
					meant.add(key);
					found = true;
				}
				else if (entry.getValue() instanceof Map<?, ?> inner && depth < DEEPEST) {
					found |= unfold(key, inner, meant, depth + 1);
				}
			}
		}
		return found;
	}

}
