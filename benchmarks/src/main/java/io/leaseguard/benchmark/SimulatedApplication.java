package io.leaseguard.benchmark;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.event.ConsumerStartingEvent;

/**
 * An application with many guarded listeners and no broker. It is put together by
 * auto-configuration and properties alone, so it has whatever the guard does by then.
 */
public final class SimulatedApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private final List<SimulatedListener> listeners;

	private final SimulatedClock clock;

	private SimulatedApplication(ConfigurableApplicationContext context, List<SimulatedListener> listeners,
			SimulatedClock clock) {
		this.context = context;
		this.listeners = listeners;
		this.clock = clock;
	}

	/**
	 * Start an application whose consumers poll but have no records.
	 * @param consumers how many there are, each of a listener of its own
	 * @param properties properties of the application, which win over the usual ones
	 * @return the application
	 */
	public static SimulatedApplication start(int consumers, String... properties) {
		SimulatedClock clock = new SimulatedClock();
		List<String> ids = IntStream.range(0, consumers).mapToObj("listener-%05d"::formatted).toList();
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties("spring.main.banner-mode=off", "logging.level.root=off",
					// The longest lease, because time passes quickly.
					"spring.kafka.consumer.max-poll-interval=24d", "lease-guard.max-detection-delay=100d",
					"spring.jmx.enabled=false", "management.endpoints.web.exposure.include=*",
					"spring.kafka.bootstrap-servers=127.0.0.1:1", "lease-guard.record-timeout=2s",
					// Ticks are made by hand.
					"lease-guard.watchdog.interval=1d")
			.initializers((starting) -> ids.forEach((id) -> register((GenericApplicationContext) starting, id, clock)))
			.run(List.of(properties).stream().map("--"::concat).toArray(String[]::new));
		List<SimulatedListener> listeners = ids.stream()
			.map((id) -> context.getBean(id, SimulatedListener.class))
			.toList();
		for (SimulatedListener listener : listeners) {
			listener.connect();
			context.publishEvent(new ConsumerStartingEvent(listener, listener));
		}
		return new SimulatedApplication(context, listeners, clock);
	}

	@SuppressWarnings("unchecked")
	private static void register(GenericApplicationContext context, String id, SimulatedClock clock) {
		context.registerBean(id, SimulatedListener.class,
				() -> new SimulatedListener(context.getBean(ConsumerFactory.class), id, clock));
	}

	/**
	 * Return the listeners.
	 * @return the listeners
	 */
	public List<SimulatedListener> listeners() {
		return this.listeners;
	}

	/**
	 * Listen to events.
	 * @param type their type
	 * @param listener what to do about them
	 * @param <E> their type
	 */
	<E> void listen(Class<E> type, Consumer<E> listener) {
		this.context.addApplicationListener((ApplicationEvent event) -> {
			if (event instanceof PayloadApplicationEvent<?> payload && type.isInstance(payload.getPayload())) {
				listener.accept(type.cast(payload.getPayload()));
			}
			else if (type.isInstance(event)) {
				listener.accept(type.cast(event));
			}
		});
	}

	/**
	 * Return the clock of the clients.
	 * @return the clock
	 */
	public SimulatedClock clock() {
		return this.clock;
	}

	/**
	 * Return the beans of a type.
	 * @param type their type
	 * @param <T> their type
	 * @return the beans in order
	 */
	public <T> List<T> beans(Class<T> type) {
		return this.context.getBeanProvider(type).orderedStream().toList();
	}

	/**
	 * Return a bean of the application.
	 * @param name its name
	 * @param type its type
	 * @param <T> its type
	 * @return the bean
	 */
	<T> T bean(String name, Class<T> type) {
		return this.context.getBean(name, type);
	}

	/**
	 * Return a bean of the application.
	 * @param type its type
	 * @param <T> its type
	 * @return the bean
	 */
	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * An application that has nothing but what is on the class path.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
