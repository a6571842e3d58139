"""Connects the back end of an app to Greenroom, with Python's standard library only. Paste what you need.

    python3 greenroom.py check ../../vectors.json   # does this file sign as Greenroom expects?
    python3 greenroom.py send                       # sends what is unsent, then the events of sample()
    python3 greenroom.py flush                      # sends what is unsent only
    python3 greenroom.py resend 2026-11-30T10:00:00Z  # sends again what was taken since, after a failover that lost it
    python3 greenroom.py receive                    # listens for commands on $PORT

GREENROOM_URL is Greenroom's address, GREENROOM_SECRET the client's secret; during a rotation both, the new one first.
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import sys
import time
import uuid
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.parse import urlsplit

FIRST_WAIT = float(os.environ.get("GREENROOM_FIRST_WAIT", 0.25))  # seconds; it doubles up to LONGEST_WAIT
LONGEST_WAIT, ATTEMPTS, TIMEOUT = 30, 8, 60
MOST_EVENTS, MOST_BYTES = 10_000, 8 * 1024 * 1024  # of one batch
CLOCK_WINDOW = 5 * 60  # seconds
LARGEST_COMMAND = 1024 * 1024
# Here files, in your app tables: events written with the change that caused them, ids with what a command did.
UNSENT, DONE = "unsent.ndjson", "commands.done"
# What was taken in the last ten minutes, each line with its time (ms): a failover of Greenroom's database may lose it.
TAKEN, KEEP, MARGIN = "taken.ndjson", 10 * 60, 60  # seconds


def secrets():
    """The valid secrets, the first of which signs."""
    return os.environ["GREENROOM_SECRET"].split()


def signature(secret, message_id, timestamp, body):
    """Standard Webhooks: HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, with the bytes after `whsec_`."""
    key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


# Sending


class Refused(Exception):
    """Greenroom stays unreachable (`status` is None), or refused a whole batch. The events remain in UNSENT."""

    def __init__(self, status, text):
        super().__init__(text if status is None else f"Greenroom answered {status}: {text}")
        self.status = status


def line_of(event_type, data):
    """An event as it is stored and sent: its id (UUIDv7) and time are made once, and kept for every repeat."""
    now = time.time_ns() // 1_000_000
    value = now << 80 | 7 << 76 | random.SystemRandom().getrandbits(12) << 64 | 2 << 62
    event_id = str(uuid.UUID(int=value | random.SystemRandom().getrandbits(62)))
    at = datetime.fromtimestamp(now / 1000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"id": event_id, "type": event_type, "at": at, "data": data}, ensure_ascii=False)


def wait(attempt, retry_after=0.0):
    """Growing pauses, with chance in their upper half, so that many servers do not come back at once."""
    full = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(attempt - 1, 30))
    time.sleep(max(retry_after, full / 2 + full / 2 * random.random()))


def post(body):
    """Posts one batch and returns the answer's text. Every try has the same webhook-id, so it is taken once."""
    target = urlsplit(os.environ["GREENROOM_URL"].rstrip("/"))
    message_id = "msg_" + uuid.uuid4().hex
    for attempt in range(1, ATTEMPTS + 1):
        # A signature expires, so every try has its own.
        timestamp = int(time.time())
        headers = {
            "content-type": "application/x-ndjson",
            "webhook-id": message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": signature(secrets()[0], message_id, timestamp, body),
        }
        kind = http.client.HTTPSConnection if target.scheme == "https" else http.client.HTTPConnection
        connection = kind(target.netloc, timeout=TIMEOUT)
        retry_after = 0.0
        try:
            connection.request("POST", target.path + "/app/v1/events", body, headers)
            response = connection.getresponse()
            text = response.read().decode()
            if 200 <= response.status < 300:
                return text
            failure = Refused(response.status, text)
            # 409: the same batch is still in progress. Any other refusal is final.
            if response.status not in (409, 425, 429) and response.status < 500:
                raise failure
            asked = response.getheader("retry-after", "")
            retry_after = min(float(asked), 60.0) if asked.isdigit() else 0.0
        except (OSError, http.client.HTTPException) as error:
            # No answer, or half of one: whether the batch was taken is unknown, and repeating it is harmless.
            failure = Refused(None, f"no answer: {error!r}")
        finally:
            connection.close()
        if attempt == ATTEMPTS:
            raise failure
        wait(attempt, retry_after)


def batches(lines):
    """Lines in order, as many together as a request may have."""
    batch, size = [], 0
    for line in lines:
        length = len(line.encode()) + 1
        if batch and (len(batch) == MOST_EVENTS or size + length > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(line)
        size += length
    if batch:
        yield batch


def answers_to(batch):
    """One answer per line, in order."""
    answers = [json.loads(text) for text in post("".join(line + "\n" for line in batch).encode()).splitlines() if text]
    if [answer["id"] for answer in answers] != [json.loads(line)["id"] for line in batch]:
        raise Refused(200, "other answers than events")
    return answers


def is_open(answer):
    """`failed` is a fault of Greenroom: send it again, unless it is `held`. `rejected` is final."""
    return answer["status"] == "failed" and not answer.get("held")


def send(batch):
    """Sends a batch and returns its answers. Events that failed are sent again, with their ids, before anything later."""
    answers = answers_to(batch)
    for attempt in range(1, ATTEMPTS):
        failed = [place for place, answer in enumerate(answers) if is_open(answer)]
        if not failed:
            break
        wait(attempt)
        for place, answer in zip(failed, answers_to([batch[place] for place in failed])):
            answers[place] = answer
    return answers


def lines_in(name):
    if not os.path.exists(name):
        return []
    with open(name, encoding="utf-8", newline="") as file:
        return [line for line in file.read().split("\n") if line]


def unsent():
    return lines_in(UNSENT)


def store(lines, name=UNSENT):
    with open(name + ".new", "w", encoding="utf-8", newline="") as file:
        file.write("".join(line + "\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())
    os.replace(name + ".new", name)


def taken_at(line):
    return int(line.split(" ", 1)[0])


def keep(lines):
    """Remembers what was taken just now, and forgets what is older than KEEP."""
    now = time.time_ns() // 1_000_000
    recent = [line for line in lines_in(TAKEN) if taken_at(line) >= now - KEEP * 1000]
    store(recent + [f"{now} {line}" for line in lines], TAKEN)


def resend(since):
    """Sends again, before anything later, what was taken since then and in the minute before. Ids make it harmless."""
    first = (datetime.fromisoformat(since.replace("Z", "+00:00")).timestamp() - MARGIN) * 1000
    taken = lines_in(TAKEN)
    again = [line.split(" ", 1)[1] for line in taken if taken_at(line) >= first]
    store(again + [line for line in unsent() if line not in set(again)])
    store([line for line in taken if taken_at(line) < first], TAKEN)
    flush()


def flush():
    """Sends what is unsent. Decided events leave the store; what still fails stays, with its id, for the next run."""
    kept, later = [], unsent()
    for batch in batches(later):
        answers = send(batch)
        for line, answer in zip(batch, answers):
            print(json.loads(line)["type"], json.dumps(answer, ensure_ascii=False), flush=True)
        kept += [line for line, answer in zip(batch, answers) if is_open(answer)]
        later = later[len(batch):]
        keep([line for line, answer in zip(batch, answers) if answer["status"] in ("accepted", "duplicate")])
        store(kept + later)


def sample():
    """Two people, tokens bought, a gift, a gift she cannot pay, and an event with a mistake."""
    person = {"sex": "woman", "language": "pt", "platform": "android"}
    order = f"python-{time.time_ns()}"
    gift = {"senderId": 702, "receiverId": 701, "count": 1}
    return [
        line_of("user.registered", {**person, "userId": 701, "nickname": "Ana", "country": "BR", "deviceId": "py-1"}),
        line_of("user.registered", {**person, "userId": 702, "nickname": "小龙", "country": "CN", "deviceId": "py-2"}),
        line_of("recharge.created", {"orderId": order, "userId": 702, "product": "tokens.500", "tokens": 500,
                                     "promoTokens": 25, "usdCents": 499, "gateway": "card"}),
        line_of("recharge.paid", {"orderId": order, "gatewayReference": order, "feeUsdCents": 17}),
        line_of("gift.sent", {**gift, "giftId": 1, "tokens": 100}),
        line_of("gift.sent", {**gift, "giftId": 2, "tokens": 9000}),
        line_of("user.registered", {**person, "userId": 703, "nickname": "Bo", "country": "BR", "deviceId": "py-3",
                                    "sex": "robot"}),
    ]


# Receiving


def fault_of(headers, body, now):
    """Why a request is no command of Greenroom, or None: its signature by any valid secret, then its clock."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    given = headers.get("webhook-signature", "").split()
    expected = [signature(secret, message_id, timestamp, body) for secret in secrets()]
    if not any(hmac.compare_digest(one.encode(), other.encode()) for one in given for other in expected):
        return "the signature matches no known secret"
    if not timestamp.isdigit() or abs(now - int(timestamp)) > CLOCK_WINDOW:
        return "the timestamp is too old or too new"
    return None


def handle(command):
    """Yours: make it durable and return, then it never comes again. If this raises, it comes again, for 3 days."""
    print("received", command["type"], command["subject"], flush=True)


def done():
    if not os.path.exists(DONE):
        return set()
    with open(DONE, encoding="utf-8") as file:
        return set(file.read().split())


one_at_a_time = Lock()


def take(headers, body):
    """The status to answer with. A command whose id was processed before is accepted and does nothing."""
    fault = fault_of(headers, body, time.time())
    if fault:
        return 401, fault
    try:
        command = json.loads(body)
        command_id, _ = str(command["id"]), (command["type"], command["subject"], command["data"])
    except (ValueError, KeyError, TypeError):
        return 400, "the body is not a command"
    with one_at_a_time:
        if command_id in done():
            return 204, ""
        try:
            handle(command)
        except Exception as error:  # Whatever it is, Greenroom sends the command again.
            print("failed", command["type"], repr(error), file=sys.stderr, flush=True)
            return 500, "the handler failed"
        with open(DONE, "a", encoding="utf-8") as file:
            file.write(command_id + "\n")
            file.flush()
            os.fsync(file.fileno())
    return 204, ""


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > LARGEST_COMMAND:
            return self.answer(413, "too large")
        # The signature is over the bytes as they came: never over JSON parsed and written again.
        return self.answer(*take(self.headers, self.rfile.read(int(length))))

    def do_GET(self):
        self.answer(405, "commands must be posted")

    def answer(self, status, text):
        self.send_response(status)
        if text:
            self.send_header("content-type", "text/plain")
            self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


# Running


def check(path):
    with open(path, encoding="utf-8") as file:
        published = json.load(file)
    for one in published["vectors"]:
        made = signature(published["secret"], one["id"], one["timestamp"], one["body"].encode())
        if made != one["signature"]:
            sys.exit(f"{one['name']}: {made} instead of {one['signature']}")
    print("signs as published:", len(published["vectors"]))


if __name__ == "__main__":
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    if verb == "check":
        check(sys.argv[2])
    elif verb in ("send", "flush", "resend"):
        if verb == "send":
            store(unsent() + sample())
        try:
            flush() if verb != "resend" else resend(sys.argv[2])
        except Refused as error:
            sys.exit(str(error))
    elif verb == "receive":
        server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 4000))), Endpoint)
        print("listening on", server.server_address[1], flush=True)
        server.serve_forever()
    else:
        sys.exit(__doc__)
