package io.leaseguard.autoconfigure;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles the classes of a page, which leaves imports out.
 */
final class PageCompiler {

	private static final String HEADER = """
			package page;

			import java.time.*;
			import java.util.*;
			import io.leaseguard.annotation.LeaseTerms;
			import org.springframework.beans.factory.annotation.Value;
			import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
			import org.springframework.context.annotation.*;
			import org.springframework.kafka.annotation.*;
			import org.springframework.kafka.config.*;
			import org.springframework.kafka.core.*;
			import org.springframework.kafka.listener.*;
			import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
			import org.springframework.stereotype.Component;
			import org.springframework.util.backoff.FixedBackOff;

			""";

	private PageCompiler() {
	}

	static Class<?>[] compile(Map<String, String> sources, Path folder) throws IOException, ClassNotFoundException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		List<Path> files = new ArrayList<>();
		for (Map.Entry<String, String> source : sources.entrySet()) {
			files.add(Files.writeString(folder.resolve(source.getKey() + ".java"), HEADER + source.getValue()));
		}
		List<String> options = List.of("-d", folder.toString(), "-parameters", "-proc:none", "-classpath", classPath());
		StringWriter messages = new StringWriter();
		try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
			boolean compiled = compiler
				.getTask(messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
				.call();
			assertThat(compiled).as(messages.toString()).isTrue();
		}
		URLClassLoader loader = new URLClassLoader(new URL[] { folder.toUri().toURL() },
				PageCompiler.class.getClassLoader());
		List<Class<?>> classes = new ArrayList<>();
		for (String name : sources.keySet()) {
			classes.add(loader.loadClass("page." + name));
		}
		return classes.toArray(Class<?>[]::new);
	}

	private static String classPath() {
		return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
	}

}
