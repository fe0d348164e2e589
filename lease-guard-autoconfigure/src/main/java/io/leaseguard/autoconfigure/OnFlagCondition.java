package io.leaseguard.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The condition of {@link ConditionalOnFlag}.
 */
class OnFlagCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		MergedAnnotation<ConditionalOnFlag> annotation = metadata.getAnnotations().get(ConditionalOnFlag.class);
		String name = annotation.getString("name");
		boolean flag = read(name, context.getEnvironment());
		return new ConditionOutcome(flag == annotation.getBoolean("havingValue"),
				ConditionMessage.forCondition(ConditionalOnFlag.class).because(name + " is " + flag));
	}

	private static boolean read(String name, Environment environment) {
		try {
			return Binder.get(environment).bind(name, Boolean.class).orElse(true);
		}
		catch (BindException ex) {
			return true;
		}
	}

}
