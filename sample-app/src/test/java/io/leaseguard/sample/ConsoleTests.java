package io.leaseguard.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the console of the sample, in a browser, where the machine has one.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ConsoleTests {

	private static final String PAYMENTS = "[data-listener=payments] ";

	private static final String REFUNDS = "[data-listener=refunds] ";

	private static final String STATUS = ".status-name";

	private static final String HEALTH = "#health-status";

	/**
	 * Whatever a person could operate.
	 */
	private static final String INTERACTIVE = "[...document.querySelectorAll("
			+ "'a[href], button:enabled, summary, [tabindex=\"0\"]')].filter((node) => node.checkVisibility())";

	private static Browser browser;

	private final String origin;

	ConsoleTests(@LocalServerPort int port) {
		this.origin = "http://localhost:" + port + "/";
	}

	@BeforeAll
	static void openBrowser() {
		browser = Browser.open();
	}

	@AfterAll
	static void closeBrowser() {
		if (browser != null) {
			browser.close();
		}
	}

	@BeforeEach
	void openConsole() {
		browser.resize(1280, 1000);
		browser.get(this.origin);
		awaitText(HEALTH, "UP");
		await().untilAsserted(() -> assertThat(browser.text(PAYMENTS + STATUS).lines()).hasSize(2)
			.allMatch((status) -> status.matches("IDLE|WORKING")));
	}

	@AfterEach
	void undoFaults() {
		RestClient client = RestClient.create(this.origin);
		for (String undo : new String[] { "release", "remove-poison", "resume", "place-orders" }) {
			client.post().uri("faults/" + undo).retrieve().toBodilessEntity();
		}
	}

	@AfterEach
	void theBrowserHadNothingToComplainAboutAndAskedNobodyElse() {
		// A health that is DOWN answers with 503, which is an error for a browser.
		assertThat(browser.errors())
			.allMatch((error) -> error.contains("/actuator/health") && error.contains("status of 503"));
		assertThat(browser.requests()).isNotEmpty().allMatch((url) -> url.startsWith(this.origin));
	}

	@Test
	void everyConsumerIsABarWithItsMarksAndItsEquation() {
		assertThat(browser.text(".listener h2").lines()).containsExactly("payments", "refunds", "shipments");
		assertThat(browser.attribute("[role=meter]", "aria-label").lines()).containsExactlyInAnyOrder(
				"Lease used by payments, consumer 0", "Lease used by payments, consumer 1",
				"Lease used by refunds, consumer 0", "Lease used by shipments, consumer 0");
		assertThat(browser.text(PAYMENTS + ".equation")).isEqualTo("6 × (2s + 100ms) × 1.5 = 18s900ms < 19s");
		assertThat(browser.text(PAYMENTS + ".mark-meaning").lines()).containsExactly("Record timeout2 s",
				"Required lease18.9 s", "Lease19 s", "Detection delay19 s");
		assertThat(browser.text("#client-version")).matches("\\d+\\.\\d+\\.\\d+");
		assertThat(browser.text("#advisories")).contains("KAFKA-20253");
	}

	@Test
	void aFindingShowsItsFixAndLeadsToItsRule() {
		assertThat(browser.text(REFUNDS + ".finding")).contains("WARNING", "Give the back-off an end");
		browser.element(REFUNDS + ".finding a").click();
		await().untilAsserted(() -> assertThat(browser.text("h2:target")).isEqualTo("endless-retry"));
		assertThat(browser.text("#rules h2").lines()).contains("lease-too-short", "record-timeout-undeclared");
	}

	@Test
	void aStuckListenerTurnsItsBarUntilItIsReleased() throws IOException {
		click("#fault-stuck");
		awaitText("#fault-stuck", "Release");
		awaitText(PAYMENTS + STATUS, "OVERDUE");
		awaitText(HEALTH, "DOWN");
		awaitText(PAYMENTS + STATUS, "LEASE_EXPIRED");
		await().untilAsserted(() -> assertThat(browser.attribute(PAYMENTS + "[role=meter]", "aria-valuenow").lines())
			.allMatch((used) -> Double.parseDouble(used) > 1.1));
		assertThat(browser.attribute(PAYMENTS + ".consumer", "data-tone").lines()).containsOnly("bad");
		assertThat(browser.text(PAYMENTS + ".stack")).contains("PaymentListener.onPayment");
		assertThat(browser.evaluate("document.title")).startsWith("DOWN");
		takeScreenshot();
		click("#fault-stuck");
		awaitText(HEALTH, "UP");
		awaitText("#fault-stuck", "Block payments");
		await().untilAsserted(
				() -> assertThat(browser.attribute(PAYMENTS + ".consumer", "data-tone").lines()).containsOnly("calm"));
		assertThat(browser.text("#changes li").lines()).anyMatch((change) -> change.endsWith("LEASE_EXPIRED"))
			.anyMatch((change) -> change.endsWith("HealthUP"));
	}

	@Test
	void aBatchThatWillNotFitIsSeenOnTheBarBeforeItsLeaseEnds() {
		click("#fault-slow");
		await().untilAsserted(() -> {
			assertThat(browser.text(PAYMENTS + "[data-status=AT_RISK] .lease .of").lines()).isNotEmpty()
				.allMatch((lease) -> lease.matches(".* of 19 s, 1\\d\\d % expected"));
			assertThat(browser.text(PAYMENTS + "[data-status=AT_RISK] .detail")).contains("max.poll.records");
		});
		click("#fault-slow");
		awaitText("#fault-slow", "Slow down");
	}

	@Test
	void aPoisonRecordIsFoundUntilItIsRemoved() {
		click("#fault-poison");
		awaitText(REFUNDS + STATUS, "PROGRESS_STALLED");
		assertThat(browser.text(REFUNDS + ".detail")).contains("has failed", "IllegalStateException");
		awaitText(HEALTH, "DOWN");
		click("#fault-poison");
		awaitText(HEALTH, "UP");
		await().untilAsserted(() -> assertThat(browser.text(REFUNDS + STATUS)).isNotEqualTo("PROGRESS_STALLED"));
	}

	@Test
	void aDeadHeartbeatIsAmongTheLastRepairs() {
		click("#fault-heartbeat");
		await().untilAsserted(() -> assertThat(browser.text("#changes li").lines())
			.anyMatch((line) -> line.contains("rejoin healed")));
		assertThat(browser.text(PAYMENTS + ".recovery").lines())
			.anyMatch((line) -> line.contains("HEARTBEAT_LOSTrejoinhealed"));
	}

	@Test
	void aPauseIsMadeByKeyboardAndHealthStaysUp() {
		awaitText("#fault-pause", "Pause payments");
		browser.element("#fault-pause").sendKeys(Keys.ENTER);
		awaitText(PAYMENTS + STATUS, "PAUSED");
		assertThat(browser.text(HEALTH)).isEqualTo("UP");
		browser.focused().sendKeys(Keys.SPACE);
		awaitText("#fault-pause", "Pause payments");
	}

	@Test
	void whatCanNotBeInjectedSaysWhy() {
		assertThat(browser.element("#fault-authentication").isEnabled()).isFalse();
		assertThat(browser.text("#fault-authentication-says")).contains("-Dspring-boot.run.profiles=sasl");
	}

	@Test
	void everythingThatCanBeOperatedIsReachedByTab() {
		Set<String> reached = new LinkedHashSet<>();
		int count = Integer.parseInt(browser.evaluate(INTERACTIVE + ".length"));
		for (int i = 0; i < count; i++) {
			browser.focused().sendKeys(Keys.TAB);
			String index = browser.evaluate(INTERACTIVE + ".indexOf(document.activeElement)");
			assertThat(browser.evaluate("getComputedStyle(document.activeElement).outlineStyle")).as(index)
				.isEqualTo("solid");
			reached.add(index);
		}
		assertThat(reached).hasSize(count).doesNotContain("-1");
	}

	@Test
	void aPhoneNeedsNoHorizontalScrolling() {
		browser.resize(360, 780);
		assertThatNothingIsTooWide();
		click("#fault-slow");
		awaitText(PAYMENTS + STATUS, "OVERDUE");
		assertThatNothingIsTooWide();
		click("#fault-slow");
		awaitText("#fault-slow", "Slow down");
		browser.get(this.origin + "rules.html");
		await().untilAsserted(() -> assertThat(browser.text("#rules h2")).contains("lease-too-long"));
		assertThatNothingIsTooWide();
	}

	private void assertThatNothingIsTooWide() {
		assertThat(browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
			.isEqualTo("0");
	}

	private static void click(String selector) {
		await().until(() -> browser.element(selector).isEnabled());
		browser.element(selector).click();
	}

	private static void awaitText(String selector, String text) {
		await().untilAsserted(() -> assertThat(browser.text(selector).lines()).contains(text));
	}

	/**
	 * With {@code -Dscreenshot=../docs/images/console.png} the picture in the README is
	 * taken again.
	 */
	private static void takeScreenshot() throws IOException {
		String file = System.getProperty("screenshot");
		if (file != null) {
			Files.write(Path.of(file), browser.screenshot());
		}
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(250));
	}

}
