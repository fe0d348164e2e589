package io.leaseguard.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares beside a {@code @KafkaListener} how long its work may take, so that the terms
 * stand where the work is. May be used as a meta-annotation, on the method or on the
 * class; the method counts before the class, and {@code lease-guard.listeners.<id>}
 * before both, so that operators have the last word. What is left open here is taken from
 * {@code lease-guard}. <pre class="code">
 * &#064;LeaseTerms(recordTimeout = "2s", maxDetectionDelay = "${orders.detection-delay}")
 * &#064;KafkaListener(id = "orders", topics = "orders")
 * void listen(Order order) { … }
 * </pre>
 * <p>
 * Every attribute is a text that may hold placeholders ({@code ${…}}) and expressions
 * ({@code #{…}}, with {@code __listener} for the bean of the listener). A duration is
 * written as Spring Boot reads it, for example {@code 2s}, {@code 500ms} or {@code PT2S},
 * but never as a bare number other than zero: nobody can tell by it whether seconds or
 * milliseconds are meant. Empty stands for "not declared". Such a number, or a value out
 * of its range, keeps the application from starting, with a message that names the method
 * and the attribute.
 * <p>
 * A listener class with {@code @KafkaHandler} methods has one lease for all of them, so
 * the annotation belongs on the class.
 *
 * @since 0.1.0
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface LeaseTerms {

	/**
	 * Whether to guard this listener.
	 * @return {@code true} or {@code false}
	 */
	String enabled() default "";

	/**
	 * The hard timeout of one record in this listener, at least 5 ms.
	 * @return a duration
	 */
	String recordTimeout() default "";

	/**
	 * The hard timeout of a whole poll, at least 5 ms. Means nothing to a record
	 * listener.
	 * @return a duration
	 */
	String batchTimeout() default "";

	/**
	 * What one record costs beside the listener, for example conversion and commit; not
	 * negative.
	 * @return a duration
	 */
	String recordOverhead() default "";

	/**
	 * The head-room by which the time of a batch is multiplied, at least 1.
	 * @return a number
	 */
	String safetyFactor() default "";

	/**
	 * How long a stuck consumer of this listener may keep its partitions, above zero.
	 * @return a duration
	 */
	String maxDetectionDelay() default "";

	/**
	 * The shortest lease to derive, not negative.
	 * @return a duration
	 */
	String minLease() default "";

	/**
	 * The longest single back-off on the consumer thread between two attempts at a
	 * record, not negative.
	 * @return a duration
	 */
	String retryBackoff() default "";

	/**
	 * The longest single recovery of a failed record on the consumer thread, for example
	 * publishing to a dead-letter topic; not negative.
	 * @return a duration
	 */
	String recoveryTimeout() default "";

}
