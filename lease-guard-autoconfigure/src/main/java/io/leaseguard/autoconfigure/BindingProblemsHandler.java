package io.leaseguard.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ObjectUtils;

import io.leaseguard.lease.Finding;
import io.leaseguard.startup.BareNumber;

/**
 * Notes what is wrong with the properties of the guard in one run of the binder, and lets
 * it go on. Properties of others pass untouched.
 */
final class BindingProblemsHandler extends AbstractBindHandler {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("lease-guard");

	/**
	 * By name, since the values of one listener may be bound several times.
	 */
	private final Map<ConfigurationPropertyName, Finding> problems = new LinkedHashMap<>();

	private final Set<ConfigurationPropertyName> read = new HashSet<>();

	private final BindingProblems outcome;

	private boolean ours;

	BindingProblemsHandler(BindHandler parent, BindingProblems outcome) {
		super(parent);
		this.outcome = outcome;
	}

	@Override
	public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
		if (context.getDepth() == 0) {
			// Others may bind the same names to a type of their own.
			this.ours = ROOT.equals(name) && target.getType().resolve() == LeaseGuardProperties.class;
		}
		return super.onStart(name, target, context);
	}

	@Override
	public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Object result) {
		Object value = super.onSuccess(name, target, context, result);
		if (this.ours) {
			this.read.add(name);
		}
		if (this.ours && target.getType().resolve() == Duration.class) {
			WrittenValue written = WrittenValue.of(name, context);
			if (BareNumber.is(written.text())) {
				this.problems.putIfAbsent(name, written.lacksUnit());
				return null;
			}
		}
		return value;
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) throws Exception {
		if (!this.ours || context.getDepth() == 0) {
			return super.onFailure(name, target, context, error);
		}
		try {
			return super.onFailure(name, target, context, error);
		}
		catch (Exception ex) {
			this.read.add(name);
			this.problems.putIfAbsent(name,
					WrittenValue.of(name, context).unfit(target.getType().resolve(Object.class)));
			return null;
		}
	}

	@Override
	public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			@Nullable Object result) throws Exception {
		if (!this.ours || context.getDepth() != 0) {
			super.onFinish(name, target, context, result);
			return;
		}
		try {
			super.onFinish(name, target, context, result);
		}
		catch (UnboundConfigurationPropertiesException ex) {
			// What could not be converted counts as unbound, and so does what is empty.
			ex.getUnboundProperties()
				.forEach((property) -> this.problems.computeIfAbsent(property.getName(),
						(unbound) -> KnownNames.contain(unbound) ? WrittenValue.of(unbound, context).empty()
								: UnknownProperty.finding(unbound, context)));
		}
		// An orchestrator may set a variable of this name, and a section may be empty.
		if (Origins.properties(ROOT, context)
			.stream()
			.anyMatch((property) -> !Origins.isVariable(property) && !ObjectUtils.isEmpty(property.getValue()))) {
			this.problems.put(ROOT, WrittenValue.of(ROOT, context).unfit(LeaseGuardProperties.class));
		}
		List<Finding> findings = new ArrayList<>(this.problems.values());
		findings.addAll(UnreadVariables.find(context, this.read));
		Map<String, String> origins = new HashMap<>();
		this.read.forEach((property) -> origins.put(KnownNames.text(property), Origins.inForce(property, context)));
		this.outcome.found(findings, origins);
	}

}
