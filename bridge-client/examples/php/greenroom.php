<?php
/*
 * Connects the back end of an app to Greenroom, with PHP's standard library only (8.0 or newer). Paste what you need.
 *
 *     php greenroom.php check ../../vectors.json      # does this file sign as Greenroom expects?
 *     php greenroom.php send                          # sends what is unsent, then the events of sample()
 *     php greenroom.php flush                         # sends what is unsent only
 *     php greenroom.php resend 2026-11-30T10:00:00Z   # sends again what was taken since, after a failover that lost it
 *     php -S 127.0.0.1:4000 greenroom.php             # listens for commands
 *
 * GREENROOM_URL is Greenroom's address, GREENROOM_SECRET the client's secret; during a rotation both, the new one first.
 */
declare(strict_types=1);

const LONGEST_WAIT = 30;
const ATTEMPTS = 8;
const TIMEOUT = 60;
const MOST_EVENTS = 10_000; // of one batch
const MOST_BYTES = 8 * 1024 * 1024;
const CLOCK_WINDOW = 5 * 60; // seconds
const LARGEST_COMMAND = 1024 * 1024;
// Here files, in your app tables: events written with the change that caused them, ids with what a command did.
const UNSENT = 'unsent.ndjson';
const DONE = 'commands.done';
// What was taken in the last ten minutes, each line with its time (ms): a failover of Greenroom's database may lose it.
const TAKEN = 'taken.ndjson';
const KEEP = 10 * 60; // seconds
const MARGIN = 60;

/** The valid secrets, the first of which signs. */
function secrets(): array
{
    return preg_split('/\s+/', trim((string) getenv('GREENROOM_SECRET')));
}

/** Standard Webhooks: HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, with the bytes after `whsec_`. */
function signature(string $secret, string $id, string $timestamp, string $body): string
{
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
}

// Sending

/** Greenroom stays unreachable (status 0), or refused a whole batch. The events remain in UNSENT. */
final class Refused extends RuntimeException
{
    public function __construct(public int $status, string $text)
    {
        parent::__construct($status === 0 ? $text : "Greenroom answered $status: $text");
    }
}

/** Text that stays readable, and an empty list or object as what it is. */
function json(mixed $value): string
{
    return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}

/** An event as it is stored and sent: its id (UUIDv7) and time are made once, and kept for every repeat. */
function lineOf(string $type, array $data): string
{
    $now = (int) floor(microtime(true) * 1000);
    $hex = sprintf('%012x', $now) . bin2hex(random_bytes(10));
    $hex[12] = '7';
    $hex[16] = '89ab'[random_int(0, 3)];
    $id = preg_replace('/(.{8})(.{4})(.{4})(.{4})(.{12})/', '$1-$2-$3-$4-$5', $hex);
    $at = gmdate('Y-m-d\TH:i:s', intdiv($now, 1000)) . sprintf('.%03dZ', $now % 1000);
    return json(['id' => $id, 'type' => $type, 'at' => $at, 'data' => $data]);
}

/** Growing pauses, with chance in their upper half, so that many servers do not come back at once. */
function pause(int $attempt, float $retryAfter = 0): void
{
    $first = (float) (getenv('GREENROOM_FIRST_WAIT') ?: 0.25);
    $full = min(LONGEST_WAIT, $first * 2 ** min($attempt - 1, 30));
    usleep((int) (1e6 * max($retryAfter, $full / 2 + $full / 2 * lcg_value())));
}

/** Posts one batch and returns the answer's text. Every try has the same webhook-id, so it is taken once. */
function post(string $body): string
{
    $id = 'msg_' . bin2hex(random_bytes(16));
    for ($attempt = 1; ; $attempt++) {
        // A signature expires, so every try has its own.
        $timestamp = (string) time();
        $headers = [
            'content-type: application/x-ndjson',
            "webhook-id: $id",
            "webhook-timestamp: $timestamp",
            'webhook-signature: ' . signature(secrets()[0], $id, $timestamp, $body),
            'connection: close',
        ];
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => $headers,
            'content' => $body,
            'timeout' => TIMEOUT,
            'follow_location' => 0,
            'ignore_errors' => true,
            'protocol_version' => 1.1,
        ]]);
        $http_response_header = [];
        $text = @file_get_contents(rtrim((string) getenv('GREENROOM_URL'), '/') . '/app/v1/events', false, $context);
        $answered = implode("\n", $http_response_header);
        $status = preg_match('/^HTTP\S+ (\d+)/', $answered, $found) ? (int) $found[1] : 0;
        $retryAfter = 0.0;
        if ($text === false || $status === 0 || isCut($answered, $text)) {
            // No answer, or half of one: whether the batch was taken is unknown, and repeating it is harmless.
            $failure = new Refused(0, 'no answer: ' . (error_get_last()['message'] ?? 'the connection was cut'));
        } elseif ($status >= 200 && $status < 300) {
            return $text;
        } else {
            $failure = new Refused($status, $text);
            // 409: the same batch is still in progress. Any other refusal is final.
            if (!in_array($status, [409, 425, 429], true) && $status < 500) {
                throw $failure;
            }
            $retryAfter = preg_match('/^retry-after: *(\d+)/mi', $answered, $found) ? min((float) $found[1], 60.0) : 0.0;
        }
        if ($attempt === ATTEMPTS) {
            throw $failure;
        }
        pause($attempt, $retryAfter);
    }
}

function isCut(string $headers, string $text): bool
{
    return preg_match('/^content-length: *(\d+)/mi', $headers, $found) === 1 && strlen($text) < (int) $found[1];
}

/** Lines in order, as many together as a request may have. */
function batches(array $lines): iterable
{
    [$batch, $size] = [[], 0];
    foreach ($lines as $line) {
        $length = strlen($line) + 1;
        if ($batch && (count($batch) === MOST_EVENTS || $size + $length > MOST_BYTES)) {
            yield $batch;
            [$batch, $size] = [[], 0];
        }
        $batch[] = $line;
        $size += $length;
    }
    if ($batch) {
        yield $batch;
    }
}

/** One answer per line, in order. */
function answersTo(array $batch): array
{
    $texts = array_values(array_filter(explode("\n", post(implode("\n", $batch) . "\n"))));
    $answers = array_map(fn ($text) => json_decode($text, false, 64, JSON_THROW_ON_ERROR), $texts);
    $ids = array_map(fn ($line) => json_decode($line)->id, $batch);
    if (array_map(fn ($answer) => $answer->id, $answers) !== $ids) {
        throw new Refused(200, 'other answers than events');
    }
    return $answers;
}

/** `failed` is a fault of Greenroom: send it again, unless it is `held`. `rejected` is final. */
function isOpen(object $answer): bool
{
    return $answer->status === 'failed' && !($answer->held ?? false);
}

/** Sends a batch and returns its answers. Events that failed are sent again, with their ids, before anything later. */
function send(array $batch): array
{
    $answers = answersTo($batch);
    for ($attempt = 1; $attempt < ATTEMPTS; $attempt++) {
        $failed = array_keys(array_filter($answers, 'isOpen'));
        if (!$failed) {
            break;
        }
        pause($attempt);
        foreach (answersTo(array_map(fn ($place) => $batch[$place], $failed)) as $at => $answer) {
            $answers[$failed[$at]] = $answer;
        }
    }
    return $answers;
}

function unsent(): array
{
    return linesIn(UNSENT);
}

function linesIn(string $name): array
{
    return file_exists($name) ? array_values(array_filter(explode("\n", file_get_contents($name)))) : [];
}

function store(array $lines, string $name = UNSENT): void
{
    file_put_contents("$name.new", implode('', array_map(fn ($line) => "$line\n", $lines)));
    rename("$name.new", $name);
}

/** Remembers what was taken just now, and forgets what is older than KEEP. */
function keep(array $lines): void
{
    $now = (int) (microtime(true) * 1000);
    $recent = array_filter(linesIn(TAKEN), fn ($line) => (int) $line >= $now - KEEP * 1000);
    store([...array_values($recent), ...array_map(fn ($line) => "$now $line", $lines)], TAKEN);
}

/** Sends again, before anything later, what was taken since then and in the minute before. Ids make it harmless. */
function resend(string $since): void
{
    $first = (strtotime($since) - MARGIN) * 1000;
    [$again, $older] = [[], []];
    foreach (linesIn(TAKEN) as $line) {
        if ((int) $line >= $first) {
            $again[] = explode(' ', $line, 2)[1];
        } else {
            $older[] = $line;
        }
    }
    store([...$again, ...array_values(array_diff(unsent(), $again))]);
    store($older, TAKEN);
    flushUnsent();
}

/** Sends what is unsent. Decided events leave the store; what still fails stays, with its id, for the next run. */
function flushUnsent(): void
{
    [$kept, $later] = [[], unsent()];
    foreach (batches($later) as $batch) {
        $taken = [];
        foreach (send($batch) as $place => $answer) {
            echo json_decode($batch[$place])->type, ' ', json($answer), "\n";
            if (isOpen($answer)) {
                $kept[] = $batch[$place];
            } elseif (in_array($answer->status, ['accepted', 'duplicate'], true)) {
                $taken[] = $batch[$place];
            }
        }
        keep($taken);
        $later = array_slice($later, count($batch));
        store([...$kept, ...$later]);
    }
}

/** Two people, tokens bought, a gift, a gift she cannot pay, and an event with a mistake. */
function sample(): array
{
    $person = ['sex' => 'woman', 'language' => 'pt', 'platform' => 'android'];
    $order = 'php-' . hrtime(true) . random_int(0, 999);
    $gift = ['senderId' => 712, 'receiverId' => 711, 'count' => 1];
    $registered = fn (int $userId, string $nickname, string $country, array $more = []) => lineOf('user.registered', [
        ...$person, 'userId' => $userId, 'nickname' => $nickname, 'country' => $country, 'deviceId' => "php-$userId",
        ...$more,
    ]);
    return [
        $registered(711, 'Ana', 'BR'),
        $registered(712, '小龙', 'CN'),
        lineOf('recharge.created', ['orderId' => $order, 'userId' => 712, 'product' => 'tokens.500', 'tokens' => 500,
            'promoTokens' => 25, 'usdCents' => 499, 'gateway' => 'card']),
        lineOf('recharge.paid', ['orderId' => $order, 'gatewayReference' => $order, 'feeUsdCents' => 17]),
        lineOf('gift.sent', [...$gift, 'giftId' => 1, 'tokens' => 100]),
        lineOf('gift.sent', [...$gift, 'giftId' => 2, 'tokens' => 9000]),
        $registered(713, 'Bo', 'BR', ['sex' => 'robot']),
    ];
}

// Receiving

/** Why a request is no command of Greenroom, or null: its signature by any valid secret, then its clock. */
function faultOf(string $id, string $timestamp, string $signatures, string $body, int $now): ?string
{
    $good = false;
    foreach (explode(' ', $signatures) as $given) {
        foreach (secrets() as $secret) {
            $good = hash_equals(signature($secret, $id, $timestamp, $body), $given) || $good;
        }
    }
    if (!$good) {
        return 'the signature matches no known secret';
    }
    return preg_match('/^\d{1,12}$/D', $timestamp) === 1 && abs($now - (int) $timestamp) <= CLOCK_WINDOW
        ? null
        : 'the timestamp is too old or too new';
}

/** Yours: make it durable and return, then it never comes again. If this throws, it comes again, for 3 days. */
function handle(object $command): void
{
    error_log("received $command->type $command->subject");
}

/** The status to answer with. A command whose id was processed before is accepted and does nothing. */
function take(array $server, string $body): array
{
    if ($server['REQUEST_METHOD'] !== 'POST') {
        return [405, 'commands must be posted'];
    }
    if (strlen($body) > LARGEST_COMMAND) {
        return [413, 'too large'];
    }
    // PHP's names of the headers webhook-id, webhook-timestamp and webhook-signature.
    $header = fn (string $name) => (string) ($server["HTTP_WEBHOOK_$name"] ?? '');
    $fault = faultOf($header('ID'), $header('TIMESTAMP'), $header('SIGNATURE'), $body, time());
    if ($fault !== null) {
        return [401, $fault];
    }
    $command = json_decode($body);
    if (!is_object($command) || !isset($command->id, $command->type, $command->subject, $command->data)) {
        return [400, 'the body is not a command'];
    }
    $done = fopen(DONE, 'c+');
    flock($done, LOCK_EX); // one at a time; the lock ends with the request
    if (in_array($command->id, explode("\n", stream_get_contents($done)), true)) {
        return [204, ''];
    }
    try {
        handle($command);
    } catch (Throwable $error) {
        error_log("failed $command->type: {$error->getMessage()}");
        return [500, 'the handler failed'];
    }
    fwrite($done, "$command->id\n");
    fflush($done);
    return [204, ''];
}

// Running

if (PHP_SAPI !== 'cli') {
    // Without this PHP may answer 200 when it dies, and the command would count as done.
    http_response_code(500);
    // The signature is over the bytes as they came: never over JSON parsed and written again.
    [$status, $text] = take($_SERVER, (string) file_get_contents('php://input', false, null, 0, LARGEST_COMMAND + 1));
    http_response_code($status);
    header('content-type: text/plain');
    echo $text;
} elseif (($argv[1] ?? '') === 'check') {
    $published = json_decode(file_get_contents($argv[2]));
    foreach ($published->vectors as $one) {
        $made = signature($published->secret, $one->id, (string) $one->timestamp, $one->body);
        if ($made !== $one->signature) {
            fwrite(STDERR, "$one->name: $made instead of $one->signature\n");
            exit(1);
        }
    }
    echo 'signs as published: ', count($published->vectors), "\n";
} elseif (in_array($argv[1] ?? '', ['send', 'flush', 'resend'], true)) {
    if ($argv[1] === 'send') {
        store([...unsent(), ...sample()]);
    }
    try {
        $argv[1] === 'resend' ? resend($argv[2]) : flushUnsent();
    } catch (Refused $refused) {
        fwrite(STDERR, $refused->getMessage() . "\n");
        exit(1);
    }
} else {
    fwrite(STDERR, "usage: php greenroom.php check VECTORS | send | flush | resend SINCE\n");
    exit(1);
}
