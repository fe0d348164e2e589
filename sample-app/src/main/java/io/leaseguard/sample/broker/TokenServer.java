package io.leaseguard.sample.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Gives out the tokens that the broker asks for, over HTTP, until it is broken. It has a
 * port of its own, as a token server has: consumers need it before this application
 * answers requests.
 *
 * @since 0.1.0
 */
public class TokenServer implements AutoCloseable {

	private static final String PATH = "/token";

	private static final int OK = 200;

	private static final int UNAVAILABLE = 503;

	private final HttpServer server;

	private volatile boolean broken;

	TokenServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext(PATH, this::answer);
		this.server.start();
	}

	private void answer(HttpExchange exchange) throws IOException {
		byte[] token = token(Instant.now()).getBytes(StandardCharsets.US_ASCII);
		try (exchange) {
			if (this.broken) {
				exchange.sendResponseHeaders(UNAVAILABLE, -1);
				return;
			}
			exchange.sendResponseHeaders(OK, token.length);
			try (OutputStream body = exchange.getResponseBody()) {
				body.write(token);
			}
		}
	}

	private static String token(Instant now) {
		return part("{\"alg\":\"none\"}") + "." + part("{\"sub\":\"sample\",\"iat\":%d,\"exp\":%d}"
			.formatted(now.getEpochSecond(), now.plus(SaslListener.TOKEN_LIFE).getEpochSecond())) + ".";
	}

	private static String part(String json) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
	}

	String url() {
		InetSocketAddress address = this.server.getAddress();
		return "http://" + address.getHostString() + ":" + address.getPort() + PATH;
	}

	/**
	 * Refuse whoever asks for a token.
	 */
	public void breakDown() {
		this.broken = true;
	}

	/**
	 * Give out tokens again. A client that was refused asks again within ten seconds.
	 */
	public void mend() {
		this.broken = false;
	}

	/**
	 * Return whether it gives out no tokens.
	 * @return whether it is broken
	 */
	public boolean broken() {
		return this.broken;
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
