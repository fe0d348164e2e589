package io.leaseguard.test.lab;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.apache.kafka.common.serialization.Deserializer;

/**
 * A deserializer that can be made to hang, as one does that asks a registry over the
 * network. It runs inside {@code poll()}.
 */
public final class GatedDeserializer implements Deserializer<String> {

	/**
	 * The property that names the subject.
	 */
	static final String SUBJECT = "laboratory.subject";

	private String subject = "";

	@Override
	public void configure(Map<String, ?> configs, boolean isKey) {
		this.subject = String.valueOf(configs.get(SUBJECT));
	}

	@Override
	public String deserialize(String topic, byte[] data) {
		Work.of(this.subject).deserializerGate.pass();
		return new String(data, StandardCharsets.UTF_8);
	}

}
