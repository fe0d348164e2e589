package io.leaseguard.sample;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.springframework.boot.json.JsonParser;
import org.springframework.boot.json.JsonParserFactory;

/**
 * A Chromium without a window, where the machine has one. The system properties
 * {@code browser.binary} and {@code browser.driver} say where, or the environment
 * variables {@code CHROME_BIN} and {@code CHROMEDRIVER}; nothing is ever downloaded.
 */
final class Browser implements AutoCloseable {

	private static final JsonParser json = JsonParserFactory.getJsonParser();

	private final ChromeDriver driver;

	private Browser(Path binary, Path executable) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(binary.toFile());
		options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync",
				"--disable-dev-shm-usage");
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		logs.enable(LogType.PERFORMANCE, Level.ALL);
		options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
		ChromeDriverService service = new ChromeDriverService.Builder().usingDriverExecutable(executable.toFile())
			.usingAnyFreePort()
			.build();
		this.driver = new ChromeDriver(service, options);
	}

	/**
	 * Open a browser, or skip the test where there is none. Where there is a browser, a
	 * missing driver fails a test in CI.
	 */
	static Browser open() {
		Optional<Path> binary = find("browser.binary", "CHROME_BIN", "/usr/bin/chromium", "/usr/bin/chromium-browser",
				"/usr/bin/google-chrome");
		Assumptions.assumeTrue(binary.isPresent(),
				"No Chromium on this machine: set -Dbrowser.binary to look at the console with one");
		Optional<Path> driver = find("browser.driver", "CHROMEDRIVER", "/usr/bin/chromedriver");
		if (driver.isEmpty()) {
			String message = "There is a Chromium but no chromedriver: set -Dbrowser.driver";
			if ("true".equals(System.getenv("CI"))) {
				throw new IllegalStateException(message);
			}
			Assumptions.abort(message);
		}
		return new Browser(binary.orElseThrow(), driver.orElseThrow());
	}

	private static Optional<Path> find(String property, String variable, String... usual) {
		String told = System.getProperty(property, System.getenv(variable));
		return Stream.of((told != null) ? new String[] { told } : usual)
			.map(Path::of)
			.filter(Files::isExecutable)
			.findFirst();
	}

	void get(String url) {
		this.driver.get(url);
	}

	void resize(int width, int height) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
	}

	WebElement element(String selector) {
		return this.driver.findElement(By.cssSelector(selector));
	}

	WebElement focused() {
		return this.driver.switchTo().activeElement();
	}

	/**
	 * Evaluate JavaScript.
	 * @param expression an expression
	 * @param arguments its arguments, {@code arguments[0]} and so on
	 * @return its value as text
	 */
	String evaluate(String expression, Object... arguments) {
		Object value = this.driver.executeScript("return " + expression, arguments);
		return Objects.toString(value);
	}

	/**
	 * Return the text of all elements that match, one a line.
	 */
	String text(String selector) {
		return evaluate("[...document.querySelectorAll(arguments[0])].map((node) => node.textContent).join('\\n')",
				selector);
	}

	/**
	 * Return an attribute of all elements that match, one a line.
	 */
	String attribute(String selector, String name) {
		return evaluate("[...document.querySelectorAll(arguments[0])].map((node) => node.getAttribute(arguments[1]))"
				+ ".join('\\n')", selector, name);
	}

	byte[] screenshot() {
		return this.driver.getScreenshotAs(OutputType.BYTES);
	}

	/**
	 * Return the errors that the browser has logged since it was asked last.
	 */
	List<String> errors() {
		return this.driver.manage()
			.logs()
			.get(LogType.BROWSER)
			.getAll()
			.stream()
			.filter((entry) -> entry.getLevel().intValue() >= Level.WARNING.intValue())
			.map(LogEntry::getMessage)
			.toList();
	}

	/**
	 * Return what the page has requested since the browser was asked last.
	 */
	List<String> requests() {
		return this.driver.manage()
			.logs()
			.get(LogType.PERFORMANCE)
			.getAll()
			.stream()
			.map((entry) -> member(json.parseMap(entry.getMessage()), "message"))
			.filter((message) -> "Network.requestWillBeSent".equals(message.get("method")))
			.map((message) -> Objects.toString(member(member(message, "params"), "request").get("url")))
			.toList();
	}

	private static Map<?, ?> member(Map<?, ?> map, String name) {
		@Nullable Object value = map.get(name);
		return (value instanceof Map<?, ?> member) ? member : Map.of();
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
