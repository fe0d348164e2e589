package io.leaseguard.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

import io.leaseguard.test.broker.SharedBroker;

/**
 * The broker of all tests of this JVM. It is a process of its own, so the tests run on
 * every version of the client.
 */
final class EmbeddedBroker {

	private EmbeddedBroker() {
	}

	static String bootstrapServers() {
		return SharedBroker.bootstrapServers();
	}

	static void createTopic(String name, int partitions) {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
			admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Topic '" + name + "' could not be made", ex.getCause());
		}
	}

}
