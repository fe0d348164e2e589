package io.leaseguard.container;

import java.net.URL;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link KafkaClientVersion}.
 */
class KafkaClientVersionTests {

	@Test
	void theVersionIsThatOfTheJarOfTheConsumer() {
		URL jar = KafkaConsumer.class.getProtectionDomain().getCodeSource().getLocation();
		assertThat(jar.getPath()).endsWith("/kafka-clients-" + KafkaClientVersion.read() + ".jar");
	}

}
