package io.leaseguard.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The sample application: three listeners, a producer that keeps them busy, faults to
 * inject over HTTP, and a console to look at it all.
 *
 * @since 0.1.0
 */
@SpringBootApplication
public class SampleApplication {

	public static void main(String[] args) {
		SpringApplication.run(SampleApplication.class, args);
	}

}
