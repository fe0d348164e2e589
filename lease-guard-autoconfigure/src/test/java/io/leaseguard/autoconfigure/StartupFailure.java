package io.leaseguard.autoconfigure;

import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * What Spring Boot says of an application that has not started, by the analyzers that are
 * really registered.
 */
final class StartupFailure {

	private StartupFailure() {
	}

	static FailureAnalysis analyze(@Nullable Throwable failure) {
		Throwable thrown = Objects.requireNonNull(failure, "The application has started");
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((message, ex) -> {
				// Some need a context, and are about other failures.
			}))
			.stream()
			.map((analyzer) -> analyzer.analyze(thrown))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> new AssertionError("Nothing explains it", thrown));
	}

}
