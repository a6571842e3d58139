import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Connects the back end of an app to Greenroom, with the JDK only (17 or newer). Paste what you need.
 *
 * <pre>
 * java Greenroom.java check ../../vectors.json   # does this file sign as Greenroom expects?
 * java Greenroom.java send                       # sends what is unsent, then the events of sample()
 * java Greenroom.java flush                      # sends what is unsent only
 * java Greenroom.java resend 2026-11-30T10:00:00Z  # sends again what was taken since, after a failover that lost it
 * java Greenroom.java receive                    # listens for commands on $PORT
 * </pre>
 *
 * GREENROOM_URL is Greenroom's address, GREENROOM_SECRET the client's secret; during a rotation both, the new one first.
 */
public final class Greenroom {
    static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    static final int ATTEMPTS = 8;
    static final int MOST_EVENTS = 10_000; // of one batch
    static final int MOST_BYTES = 8 * 1024 * 1024;
    static final long CLOCK_WINDOW = 5 * 60; // seconds
    static final int LARGEST_COMMAND = 1024 * 1024;
    // Here files, in your app tables: events written with the change that caused them, ids with what a command did.
    static final Path UNSENT = Path.of("unsent.ndjson");
    static final Path DONE = Path.of("commands.done");
    // What was taken in the last ten minutes, each line with its time (ms): a failover of Greenroom's database may lose it.
    static final Path TAKEN = Path.of("taken.ndjson");
    static final Duration KEEP = Duration.ofMinutes(10);
    static final Duration MARGIN = Duration.ofMinutes(1);

    /** The valid secrets, the first of which signs. */
    static List<String> secrets() {
        return List.of(System.getenv("GREENROOM_SECRET").trim().split("\\s+"));
    }

    /** Standard Webhooks: HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, with the bytes after `whsec_`. */
    static String signature(String secret, String id, String timestamp, byte[] body) {
        try {
            byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    // Sending

    /** Greenroom stays unreachable (status 0), or refused a whole batch. The events remain in UNSENT. */
    static final class Refused extends IOException {
        final int status;

        Refused(int status, String text) {
            super(status == 0 ? text : "Greenroom answered " + status + ": " + text);
            this.status = status;
        }
    }

    static final SecureRandom random = new SecureRandom();
    static final DateTimeFormatter milliseconds =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** An event as it is stored and sent: its id (UUIDv7) and time are made once, and kept for every repeat. */
    static String lineOf(String type, Map<String, ?> data) {
        Instant now = Instant.now();
        byte[] bytes = new byte[10];
        random.nextBytes(bytes);
        bytes[0] = (byte) (bytes[0] & 0x0f | 0x70);
        bytes[2] = (byte) (bytes[2] & 0x3f | 0x80);
        String hex = String.format("%012x", now.toEpochMilli()) + HexFormat.of().formatHex(bytes);
        String id = hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
        return Json.write(fields("id", id, "type", type, "at", milliseconds.format(now), "data", data));
    }

    static Map<String, Object> fields(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2) map.put((String) namesAndValues[at], namesAndValues[at + 1]);
        return map;
    }

    /** Growing pauses, with chance in their upper half, so that many servers do not come back at once. */
    static void pause(int attempt, long retryAfterSeconds) throws InterruptedException {
        double first = 1_000 * Double.parseDouble(System.getenv().getOrDefault("GREENROOM_FIRST_WAIT", "0.25"));
        double full = Math.min(LONGEST_WAIT.toMillis(), first * Math.pow(2, Math.min(attempt - 1, 30)));
        double wait = full / 2 + full / 2 * ThreadLocalRandom.current().nextDouble();
        Thread.sleep(Math.max(retryAfterSeconds * 1_000, (long) wait));
    }

    static final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** Posts one batch and returns the answer's text. Every try has the same webhook-id, so it is taken once. */
    static String post(byte[] body) throws IOException, InterruptedException {
        URI address = URI.create(System.getenv("GREENROOM_URL").replaceFirst("/+$", "") + "/app/v1/events");
        byte[] chance = new byte[16];
        random.nextBytes(chance);
        String id = "msg_" + HexFormat.of().formatHex(chance);
        for (int attempt = 1; ; attempt++) {
            // A signature expires, so every try has its own.
            String timestamp = String.valueOf(Instant.now().getEpochSecond());
            HttpRequest request = HttpRequest.newBuilder(address)
                    .timeout(Duration.ofSeconds(60))
                    .header("content-type", "application/x-ndjson")
                    .header("webhook-id", id)
                    .header("webhook-timestamp", timestamp)
                    .header("webhook-signature", signature(secrets().get(0), id, timestamp, body))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            IOException failure;
            long retryAfter = 0;
            try {
                HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
                int status = response.statusCode();
                if (status >= 200 && status < 300) return response.body();
                // 409: the same batch is still in progress. Any other refusal is final.
                boolean mayHelp = status == 409 || status == 425 || status == 429 || status >= 500;
                failure = new Refused(status, response.body());
                if (!mayHelp) throw failure;
                String asked = response.headers().firstValue("retry-after").orElse("");
                if (asked.matches("\\d{1,9}")) retryAfter = Math.min(Long.parseLong(asked), 60);
            } catch (Refused refused) {
                throw refused;
            } catch (IOException error) {
                // No answer, or half of one: whether the batch was taken is unknown, and repeating it is harmless.
                failure = new Refused(0, "no answer: " + error);
            }
            if (attempt == ATTEMPTS) throw failure;
            pause(attempt, retryAfter);
        }
    }

    /** Lines in order, as many together as a request may have. */
    static List<List<String>> batches(List<String> lines) {
        List<List<String>> batches = new ArrayList<>();
        int size = 0;
        for (String line : lines) {
            int length = line.getBytes(StandardCharsets.UTF_8).length + 1;
            List<String> last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
            if (last == null || last.size() == MOST_EVENTS || size + length > MOST_BYTES) {
                batches.add(last = new ArrayList<>());
                size = 0;
            }
            last.add(line);
            size += length;
        }
        return batches;
    }

    record Answer(String id, String status, boolean held, String text) {
        static Answer of(String line) {
            Map<?, ?> json = (Map<?, ?>) Json.read(line);
            return new Answer((String) json.get("id"), (String) json.get("status"), json.get("held") == Boolean.TRUE, line);
        }

        /** `failed` is a fault of Greenroom: send it again, unless it is `held`. `rejected` is final. */
        boolean isOpen() {
            return status.equals("failed") && !held;
        }

        boolean isTaken() {
            return status.equals("accepted") || status.equals("duplicate");
        }
    }

    static String textIn(String line, String field) {
        return (String) ((Map<?, ?>) Json.read(line)).get(field);
    }

    /** One answer per line, in order. */
    static List<Answer> answersTo(List<String> batch) throws IOException, InterruptedException {
        String text = post((String.join("\n", batch) + "\n").getBytes(StandardCharsets.UTF_8));
        List<Answer> answers = new ArrayList<>(text.lines().filter(line -> !line.isEmpty()).map(Answer::of).toList());
        List<String> ids = batch.stream().map(line -> textIn(line, "id")).toList();
        if (!answers.stream().map(Answer::id).toList().equals(ids)) throw new Refused(200, "other answers than events");
        return answers;
    }

    /** Sends a batch and returns its answers. Events that failed are sent again, with their ids, before anything later. */
    static List<Answer> send(List<String> batch) throws IOException, InterruptedException {
        List<Answer> answers = answersTo(batch);
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            List<Integer> failed = new ArrayList<>();
            for (int place = 0; place < batch.size(); place++) if (answers.get(place).isOpen()) failed.add(place);
            if (failed.isEmpty()) break;
            pause(attempt, 0);
            List<Answer> again = answersTo(failed.stream().map(batch::get).toList());
            for (int at = 0; at < again.size(); at++) answers.set(failed.get(at), again.get(at));
        }
        return answers;
    }

    static List<String> linesIn(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    static void store(List<String> lines) throws IOException {
        store(lines, UNSENT);
    }

    static void store(List<String> lines, Path name) throws IOException {
        Path whole = Path.of(name + ".new");
        Files.write(whole, lines);
        Files.move(whole, name, StandardCopyOption.ATOMIC_MOVE);
    }

    static boolean isSince(String taken, Instant first) {
        return Long.parseLong(taken.substring(0, taken.indexOf(' '))) >= first.toEpochMilli();
    }

    /** Remembers what was taken just now, and forgets what is older than KEEP. */
    static void keep(List<String> lines) throws IOException {
        Instant now = Instant.now();
        List<String> recent = linesIn(TAKEN).stream().filter(line -> isSince(line, now.minus(KEEP))).toList();
        store(both(recent, lines.stream().map(line -> now.toEpochMilli() + " " + line).toList()), TAKEN);
    }

    /** Sends again, before anything later, what was taken since then and in the minute before. Ids make it harmless. */
    static void resend(Instant since) throws IOException, InterruptedException {
        Instant first = since.minus(MARGIN);
        List<String> taken = linesIn(TAKEN);
        List<String> again = taken.stream().filter(line -> isSince(line, first))
                .map(line -> line.substring(line.indexOf(' ') + 1)).toList();
        store(both(again, linesIn(UNSENT).stream().filter(line -> !again.contains(line)).toList()));
        store(taken.stream().filter(line -> !isSince(line, first)).toList(), TAKEN);
        flush();
    }

    static List<String> both(List<String> first, List<String> second) {
        List<String> lines = new ArrayList<>(first);
        lines.addAll(second);
        return lines;
    }

    /** Sends what is unsent. Decided events leave the store; what still fails stays, with its id, for the next run. */
    static void flush() throws IOException, InterruptedException {
        List<String> kept = new ArrayList<>();
        List<String> later = linesIn(UNSENT);
        for (List<String> batch : batches(later)) {
            List<Answer> answers = send(batch);
            List<String> taken = new ArrayList<>();
            for (int place = 0; place < batch.size(); place++) {
                System.out.println(textIn(batch.get(place), "type") + " " + answers.get(place).text());
                if (answers.get(place).isOpen()) kept.add(batch.get(place));
                else if (answers.get(place).isTaken()) taken.add(batch.get(place));
            }
            keep(taken);
            later = later.subList(batch.size(), later.size());
            store(both(kept, later));
        }
    }

    static String registered(int userId, String nickname, String country, String sex) {
        return lineOf("user.registered", fields("userId", userId, "nickname", nickname, "sex", sex, "country", country,
                "language", "pt", "platform", "android", "deviceId", "java-" + userId));
    }

    static String gift(int giftId, int tokens) {
        return lineOf("gift.sent",
                fields("giftId", giftId, "senderId", 732, "receiverId", 731, "count", 1, "tokens", tokens));
    }

    /** Two people, tokens bought, a gift, a gift she cannot pay, and an event with a mistake. */
    static List<String> sample() {
        String order = "java-" + System.currentTimeMillis() + "-" + random.nextInt(1_000);
        return List.of(
                registered(731, "Ana", "BR", "woman"),
                registered(732, "\u5c0f\u9f99", "CN", "woman"),
                lineOf("recharge.created", fields("orderId", order, "userId", 732, "product", "tokens.500", "tokens", 500,
                        "promoTokens", 25, "usdCents", 499, "gateway", "card")),
                lineOf("recharge.paid", fields("orderId", order, "gatewayReference", order, "feeUsdCents", 17)),
                gift(1, 100),
                gift(2, 9_000),
                registered(733, "Bo", "BR", "robot"));
    }

    // Receiving

    record Reply(int status, String text) {}

    /** Why a request is no command of Greenroom, or null: its signature by any valid secret, then its clock. */
    static String faultOf(String id, String timestamp, String signatures, byte[] body, long now) {
        boolean good = false;
        for (String given : signatures.split(" "))
            for (String secret : secrets())
                good |= MessageDigest.isEqual(
                        signature(secret, id, timestamp, body).getBytes(StandardCharsets.UTF_8),
                        given.getBytes(StandardCharsets.UTF_8));
        if (!good) return "the signature matches no known secret";
        boolean timely = timestamp.matches("\\d{1,12}") && Math.abs(now - Long.parseLong(timestamp)) <= CLOCK_WINDOW;
        return timely ? null : "the timestamp is too old or too new";
    }

    /** Yours: make it durable and return, then it never comes again. If this throws, it comes again, for 3 days. */
    static void handle(Map<?, ?> command) {
        System.out.println("received " + command.get("type") + " " + command.get("subject"));
    }

    /** What to answer. A command whose id was processed before is accepted and does nothing; one is done at a time. */
    static synchronized Reply take(String id, String timestamp, String signatures, byte[] body) {
        String fault = faultOf(id, timestamp, signatures, body, Instant.now().getEpochSecond());
        if (fault != null) return new Reply(401, fault);
        Map<?, ?> command;
        try {
            command = (Map<?, ?>) Json.read(new String(body, StandardCharsets.UTF_8));
        } catch (RuntimeException error) {
            return new Reply(400, "the body is not a command");
        }
        if (!command.keySet().containsAll(List.of("id", "type", "subject", "data")))
            return new Reply(400, "the body is not a command");
        String commandId = String.valueOf(command.get("id"));
        try {
            if (linesIn(DONE).contains(commandId)) return new Reply(204, "");
            handle(command);
            try (FileChannel file = FileChannel.open(DONE, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                file.write(StandardCharsets.UTF_8.encode(commandId + "\n"));
                file.force(true);
            }
            return new Reply(204, "");
        } catch (IOException | RuntimeException error) {
            System.err.println("failed " + command.get("type") + " " + error);
            return new Reply(500, "the handler failed");
        }
    }

    static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            // The signature is over the bytes as they came: never over JSON parsed and written again.
            byte[] body = exchange.getRequestBody().readNBytes(LARGEST_COMMAND + 1);
            Reply reply = !exchange.getRequestMethod().equals("POST")
                    ? new Reply(405, "commands must be posted")
                    : body.length > LARGEST_COMMAND
                            ? new Reply(413, "too large")
                            : take(header(exchange, "webhook-id"), header(exchange, "webhook-timestamp"),
                                    header(exchange, "webhook-signature"), body);
            byte[] text = reply.text().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), text.length == 0 ? -1 : text.length);
            exchange.getResponseBody().write(text);
        }
    }

    static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    /** The little JSON that is needed; in your app use its library. */
    static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        static Object read(String text) {
            Json json = new Json(text);
            Object value = json.value();
            if (json.next() != '\0') throw new IllegalArgumentException("more than one value");
            return value;
        }

        /** The next character that is not a space, without taking it. */
        private char next() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private boolean takes(char wanted) {
            boolean found = next() == wanted;
            if (found) at++;
            return found;
        }

        private void must(char wanted) {
            if (!takes(wanted)) throw new IllegalArgumentException("no " + wanted + " at " + at);
        }

        private Object value() {
            if (takes('{')) {
                Map<String, Object> map = new LinkedHashMap<>();
                if (takes('}')) return map;
                do {
                    must('"');
                    String name = string();
                    must(':');
                    map.put(name, value());
                } while (takes(','));
                must('}');
                return map;
            }
            if (takes('[')) {
                List<Object> list = new ArrayList<>();
                if (takes(']')) return list;
                do list.add(value());
                while (takes(','));
                must(']');
                return list;
            }
            if (takes('"')) return string();
            int start = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            return switch (word) {
                case "true" -> Boolean.TRUE;
                case "false" -> Boolean.FALSE;
                case "null" -> null;
                default -> word.matches("-?\\d{1,18}") ? (Object) Long.valueOf(word) : Double.valueOf(word);
            };
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            for (char one; (one = text.charAt(at++)) != '"'; ) {
                if (one != '\\') string.append(one);
                else if (text.charAt(at) == 'u') {
                    string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 5;
                } else {
                    int escape = "bfnrt".indexOf(text.charAt(at));
                    string.append(escape < 0 ? text.charAt(at) : "\b\f\n\r\t".charAt(escape));
                    at++;
                }
            }
            return string.toString();
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map)
                return "{" + String.join(",", map.entrySet().stream()
                        .map(field -> write(field.getKey()) + ":" + write(field.getValue())).toList()) + "}";
            if (value instanceof List<?> list) return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
            if (!(value instanceof String string)) return String.valueOf(value);
            StringBuilder written = new StringBuilder("\"");
            for (char one : string.toCharArray())
                if (one == '"' || one == '\\') written.append('\\').append(one);
                else if (one < ' ') written.append(String.format("\\u%04x", (int) one));
                else written.append(one);
            return written.append('"').toString();
        }
    }

    // Running

    static void check(Path file) throws IOException {
        Map<?, ?> published = (Map<?, ?>) Json.read(Files.readString(file));
        List<?> vectors = (List<?>) published.get("vectors");
        for (Object each : vectors) {
            Map<?, ?> one = (Map<?, ?>) each;
            byte[] body = ((String) one.get("body")).getBytes(StandardCharsets.UTF_8);
            String secret = (String) published.get("secret");
            String made = signature(secret, (String) one.get("id"), "" + one.get("timestamp"), body);
            if (!made.equals(one.get("signature")))
                throw new IllegalStateException(one.get("name") + ": " + made + " instead of " + one.get("signature"));
        }
        System.out.println("signs as published: " + vectors.size());
    }

    public static void main(String[] words) throws Exception {
        switch (words.length == 0 ? "" : words[0]) {
            case "check" -> check(Path.of(words[1]));
            case "send", "flush", "resend" -> {
                if (words[0].equals("send")) store(both(linesIn(UNSENT), sample()));
                try {
                    if (words[0].equals("resend")) resend(Instant.parse(words[1]));
                    else flush();
                } catch (Refused refused) {
                    System.err.println(refused.getMessage());
                    System.exit(1);
                }
            }
            case "receive" -> {
                int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
                HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
                server.createContext("/", Greenroom::answer);
                server.start();
                System.out.println("listening on " + server.getAddress().getPort());
            }
            default -> throw new IllegalArgumentException(
                "usage: java Greenroom.java check VECTORS | send | flush | resend SINCE | receive");
        }
    }
}
