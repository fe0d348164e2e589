package io.leaseguard.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches by a flag that is on unless it is switched off, read exactly as
 * {@link LeaseGuardProperties} have it: {@code off} and {@code no} are {@code false}, and
 * what is neither of both does not switch the guard off without a word, but is refused
 * when the properties are bound.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnFlagCondition.class)
@interface ConditionalOnFlag {

	/**
	 * The name of the flag.
	 * @return the name of a property
	 */
	String name();

	/**
	 * What the flag must be.
	 * @return the value
	 */
	boolean havingValue() default true;

}
