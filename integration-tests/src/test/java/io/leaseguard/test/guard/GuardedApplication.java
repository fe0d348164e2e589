package io.leaseguard.test.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;

import io.leaseguard.watchdog.ConsumerSnapshot;
import io.leaseguard.watchdog.LeaseEvent;
import io.leaseguard.watchdog.LeaseGuard;
import io.leaseguard.watchdog.ListenerSnapshot;

/**
 * An application as a user would write it, with one listener that can be blocked, started
 * with the starter alone.
 */
final class GuardedApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private GuardedApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static GuardedApplication start(String bootstrapServers, String topic, String... properties) {
		SpringApplication application = new SpringApplication(Application.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		List<String> arguments = new ArrayList<>(List.of("--spring.kafka.bootstrap-servers=" + bootstrapServers,
				"--spring.kafka.consumer.auto-offset-reset=earliest", "--topic=" + topic,
				"--spring.kafka.consumer.properties.session.timeout.ms=6000",
				"--spring.kafka.consumer.properties.heartbeat.interval.ms=1000", "--lease-guard.record-timeout=1s",
				"--lease-guard.record-overhead=0s", "--lease-guard.min-lease=6s",
				"--spring.kafka.consumer.max-poll-records=3", "--lease-guard.watchdog.interval=500ms",
				"--spring.main.banner-mode=off"));
		for (String property : properties) {
			arguments.add("--" + property);
		}
		return new GuardedApplication(application.run(arguments.toArray(String[]::new)));
	}

	ListenerSnapshot listener() {
		return Objects.requireNonNull(this.context.getBean(LeaseGuard.class).snapshot().listeners().get("payments"));
	}

	List<ConsumerSnapshot> consumers() {
		return listener().consumers();
	}

	Work work() {
		return this.context.getBean(Work.class);
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	@Override
	public void close() {
		work().gate.release(1_000_000);
		this.context.close();
	}

	/**
	 * What the listener is to do and what it has done.
	 */
	static final class Work {

		final Set<String> consumed = ConcurrentHashMap.newKeySet();

		final List<LeaseEvent> events = new CopyOnWriteArrayList<>();

		final Semaphore gate = new Semaphore(0);

		volatile boolean blocked;

		void block() {
			this.gate.drainPermits();
			this.blocked = true;
		}

		void release() {
			this.blocked = false;
			this.gate.release(1000);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Work work() {
			return new Work();
		}

		@Bean
		Listener listener(Work work) {
			return new Listener(work);
		}

	}

	static class Listener {

		private final Work work;

		Listener(Work work) {
			this.work = work;
		}

		@KafkaListener(id = "payments", topics = "${topic}", concurrency = "2")
		void listen(ConsumerRecord<String, String> record) throws InterruptedException {
			if (this.work.blocked) {
				this.work.gate.acquire();
			}
			this.work.consumed.add(record.topic() + "-" + record.partition() + "@" + record.offset());
		}

		@EventListener
		void event(LeaseEvent event) {
			this.work.events.add(event);
		}

	}

}
