package io.leaseguard.startup;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.kafka.event.ConsumerStartingEvent;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;

/**
 * Makes containers known that nothing tells of before they start: built by hand, outside
 * of the context and its factories. They can be judged, but no longer be changed or
 * refused.
 *
 * @since 0.1.0
 */
public final class LateContainers implements ApplicationListener<ConsumerStartingEvent>, Ordered {

	private static final Log logger = LogFactory.getLog(LateContainers.class);

	private final ObjectProvider<LeaseAdmission> admission;

	/**
	 * Create a listener.
	 * @param admission the admission
	 */
	public LateContainers(ObjectProvider<LeaseAdmission> admission) {
		this.admission = admission;
	}

	@Override
	public void onApplicationEvent(ConsumerStartingEvent event) {
		try {
			this.admission.getObject().found(event.getContainer(AbstractMessageListenerContainer.class));
		}
		catch (RuntimeException ex) {
			// An exception here would end the thread of the consumer.
			logger.warn("Could not judge the container of " + event, ex);
		}
	}

	@Override
	public int getOrder() {
		// Before whoever watches only what is assessed.
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
