// Connects the back end of an app to Greenroom, with Go's standard library only (1.19 or newer). Paste what you need.
//
//	go run greenroom.go check ../../vectors.json   # does this file sign as Greenroom expects?
//	go run greenroom.go send                       # sends what is unsent, then the events of sample()
//	go run greenroom.go flush                      # sends what is unsent only
//	go run greenroom.go resend 2026-11-30T10:00:00Z  # sends again what was taken since, after a failover that lost it
//	go run greenroom.go receive                    # listens for commands on $PORT
//
// GREENROOM_URL is Greenroom's address, GREENROOM_SECRET the client's secret; during a rotation both, the new one first.
package main

import (
	"bytes"
	"crypto/hmac"
	crypto "crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	longestWait    = 30 * time.Second
	attempts       = 8
	mostEvents     = 10_000 // of one batch
	mostBytes      = 8 * 1024 * 1024
	clockWindow    = 5 * 60 // seconds
	largestCommand = 1024 * 1024
	// Here files, in your app tables: events written with the change that caused them, ids with what a command did.
	unsentFile = "unsent.ndjson"
	doneFile   = "commands.done"
	// What was taken in the last ten minutes, each line with its time (ms): a failover of Greenroom's database may lose it.
	takenFile  = "taken.ndjson"
	keepTaken  = 10 * time.Minute
	takenSlack = time.Minute
)

// secrets are the valid ones; the first signs.
func secrets() []string { return strings.Fields(os.Getenv("GREENROOM_SECRET")) }

// signature is that of Standard Webhooks: HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, with the bytes
// after `whsec_`.
func signature(secret, id, timestamp string, body []byte) string {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		panic("not a Greenroom secret: expected whsec_ and base64")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Sending

// Refused: Greenroom stays unreachable (status 0), or refused a whole batch. The events remain in unsentFile.
type Refused struct {
	status int
	text   string
}

func (refused Refused) Error() string {
	if refused.status == 0 {
		return refused.text
	}
	return fmt.Sprintf("Greenroom answered %d: %s", refused.status, refused.text)
}

type Data map[string]any

// Event is what is stored and sent: id (UUIDv7) and time are made once, and kept for every repeat.
type Event struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	At   string `json:"at"`
	Data Data   `json:"data"`
}

type Answer struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Held   bool   `json:"held"`
	Text   string `json:"-"`
}

// isOpen: `failed` is a fault of Greenroom, so send it again, unless it is `held`. `rejected` is final.
func (answer Answer) isOpen() bool { return answer.Status == "failed" && !answer.Held }

func lineOf(kind string, data Data) string {
	now := time.Now().UTC()
	id := make([]byte, 16)
	random(id)
	for place := range id[:6] {
		id[place] = byte(now.UnixMilli() >> (8 * (5 - place)))
	}
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	text := fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	line, err := json.Marshal(Event{text, kind, now.Format("2006-01-02T15:04:05.000Z"), data})
	must(err)
	return string(line)
}

func random(bytes []byte) {
	_, err := crypto.Read(bytes)
	must(err)
}

// pause grows, with chance in its upper half, so that many servers do not come back at once.
func pause(attempt int, retryAfter time.Duration) {
	first := 0.25
	if given, err := strconv.ParseFloat(os.Getenv("GREENROOM_FIRST_WAIT"), 64); err == nil {
		first = given
	}
	full := first * float64(int(1)<<(attempt-1)) * float64(time.Second)
	if full > float64(longestWait) {
		full = float64(longestWait)
	}
	wait := time.Duration(full/2 + full/2*rand.Float64())
	if retryAfter > wait {
		wait = retryAfter
	}
	time.Sleep(wait)
}

var client = http.Client{
	Timeout:       60 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// post posts one batch and returns the answer. Every try has the same webhook-id, so it is taken once.
func post(body []byte) ([]byte, error) {
	random16 := make([]byte, 16)
	random(random16)
	id := "msg_" + hex.EncodeToString(random16)
	for attempt := 1; ; attempt++ {
		text, retryAfter, err := once(id, body)
		var refused Refused
		if err == nil {
			return text, nil
		}
		// 409: the same batch is still in progress. Any other refusal is final.
		if errors.As(err, &refused) && refused.status != 409 && refused.status != 425 && refused.status != 429 &&
			refused.status != 0 && refused.status < 500 {
			return nil, refused
		}
		if attempt == attempts {
			return nil, err
		}
		pause(attempt, retryAfter)
	}
}

func once(id string, body []byte) ([]byte, time.Duration, error) {
	address := strings.TrimRight(os.Getenv("GREENROOM_URL"), "/") + "/app/v1/events"
	request, err := http.NewRequest("POST", address, bytes.NewReader(body))
	must(err)
	// A signature expires, so every try has its own; post repeats by itself, so net/http must not.
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	request.Header.Set("content-type", "application/x-ndjson")
	request.Header.Set("webhook-id", id)
	request.Header.Set("webhook-timestamp", timestamp)
	request.Header.Set("webhook-signature", signature(secrets()[0], id, timestamp, body))
	request.GetBody = nil
	response, err := client.Do(request)
	if err != nil {
		// No answer: whether the batch was taken is unknown, and repeating it is harmless.
		return nil, 0, Refused{0, "no answer: " + err.Error()}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, 0, Refused{0, "half an answer: " + err.Error()}
	}
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		return text, 0, nil
	}
	seconds, _ := strconv.Atoi(response.Header.Get("retry-after"))
	if seconds > 60 {
		seconds = 60
	}
	return nil, time.Duration(seconds) * time.Second, Refused{response.StatusCode, string(text)}
}

// batches are lines in order, as many together as a request may have.
func batches(lines []string) (all [][]string) {
	size := 0
	for _, line := range lines {
		last := len(all) - 1
		if last < 0 || len(all[last]) == mostEvents || size+len(line)+1 > mostBytes {
			all, size, last = append(all, nil), 0, last+1
		}
		all[last] = append(all[last], line)
		size += len(line) + 1
	}
	return all
}

// answersTo returns one answer per line, in order.
func answersTo(batch []string) ([]Answer, error) {
	text, err := post([]byte(strings.Join(batch, "\n") + "\n"))
	if err != nil {
		return nil, err
	}
	var answers []Answer
	for _, line := range linesOf(string(text)) {
		answer := Answer{Text: line}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			return nil, Refused{200, err.Error()}
		}
		answers = append(answers, answer)
	}
	if len(answers) != len(batch) {
		return nil, Refused{200, "other answers than events"}
	}
	for place, answer := range answers {
		if answer.ID != eventOf(batch[place]).ID {
			return nil, Refused{200, "other answers than events"}
		}
	}
	return answers, nil
}

func eventOf(line string) (event Event) {
	must(json.Unmarshal([]byte(line), &event))
	return event
}

// send sends a batch and returns its answers. Events that failed are sent again, with their ids, before anything later.
func send(batch []string) ([]Answer, error) {
	answers, err := answersTo(batch)
	for attempt := 1; err == nil && attempt < attempts; attempt++ {
		var failed []int
		var lines []string
		for place, answer := range answers {
			if answer.isOpen() {
				failed, lines = append(failed, place), append(lines, batch[place])
			}
		}
		if len(failed) == 0 {
			break
		}
		pause(attempt, 0)
		var again []Answer
		again, err = answersTo(lines)
		for at, answer := range again {
			answers[failed[at]] = answer
		}
	}
	return answers, err
}

func linesIn(name string) (lines []string) {
	text, err := os.ReadFile(name)
	if !errors.Is(err, os.ErrNotExist) {
		must(err)
	}
	return linesOf(string(text))
}

func linesOf(text string) (lines []string) {
	for _, line := range strings.Split(text, "\n") {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func store(lines ...string) { storeIn(unsentFile, lines) }

func storeIn(name string, lines []string) {
	text := ""
	if len(lines) > 0 {
		text = strings.Join(lines, "\n") + "\n"
	}
	must(os.WriteFile(name+".new", []byte(text), 0o600))
	must(os.Rename(name+".new", name))
}

// takenSince splits what was taken: the older lines as they are stored, and the newer ones as they were sent.
func takenSince(first time.Time) (older, newer []string) {
	for _, stored := range linesIn(takenFile) {
		at, line, _ := strings.Cut(stored, " ")
		if millis, _ := strconv.ParseInt(at, 10, 64); millis < first.UnixMilli() {
			older = append(older, stored)
		} else {
			newer = append(newer, line)
		}
	}
	return older, newer
}

// keep remembers what was taken just now, and forgets what is older than keepTaken.
func keep(lines []string) {
	older, _ := takenSince(time.Now().Add(-keepTaken))
	kept := linesIn(takenFile)[len(older):]
	for _, line := range lines {
		kept = append(kept, fmt.Sprintf("%d %s", time.Now().UnixMilli(), line))
	}
	storeIn(takenFile, kept)
}

// resend sends again, before anything later, what was taken since then and in the minute before. Ids make it harmless.
func resend(since string) error {
	at, err := time.Parse(time.RFC3339, since)
	if err != nil {
		return err
	}
	older, again := takenSince(at.Add(-takenSlack))
	known := map[string]bool{}
	for _, line := range again {
		known[line] = true
	}
	for _, line := range linesIn(unsentFile) {
		if !known[line] {
			again = append(again, line)
		}
	}
	store(again...)
	storeIn(takenFile, older)
	return flush()
}

// flush sends what is unsent. Decided events leave the store; what still fails stays, with its id, for the next run.
func flush() error {
	var kept []string
	later := linesIn(unsentFile)
	for _, batch := range batches(later) {
		answers, err := send(batch)
		if err != nil {
			return err
		}
		var taken []string
		for place, answer := range answers {
			fmt.Println(eventOf(batch[place]).Type, answer.Text)
			if answer.isOpen() {
				kept = append(kept, batch[place])
			} else if answer.Status == "accepted" || answer.Status == "duplicate" {
				taken = append(taken, batch[place])
			}
		}
		keep(taken)
		later = later[len(batch):]
		store(append(append([]string{}, kept...), later...)...)
	}
	return nil
}

// sample has two people, tokens bought, a gift, a gift she cannot pay, and an event with a mistake.
func sample() []string {
	order := fmt.Sprintf("go-%d", time.Now().UnixNano())
	registered := func(userID int, nickname, country, sex string) string {
		return lineOf("user.registered", Data{"userId": userID, "nickname": nickname, "sex": sex, "country": country,
			"language": "pt", "platform": "android", "deviceId": fmt.Sprintf("go-%d", userID)})
	}
	gift := func(giftID, tokens int) string {
		return lineOf("gift.sent", Data{"giftId": giftID, "senderId": 722, "receiverId": 721, "count": 1, "tokens": tokens})
	}
	return []string{
		registered(721, "Ana", "BR", "woman"),
		registered(722, "小龙", "CN", "woman"),
		lineOf("recharge.created", Data{"orderId": order, "userId": 722, "product": "tokens.500", "tokens": 500,
			"promoTokens": 25, "usdCents": 499, "gateway": "card"}),
		lineOf("recharge.paid", Data{"orderId": order, "gatewayReference": order, "feeUsdCents": 17}),
		gift(1, 100),
		gift(2, 9000),
		registered(723, "Bo", "BR", "robot"),
	}
}

// Receiving

type Command struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`
	At      string          `json:"at"`
	Subject string          `json:"subject"`
	Data    json.RawMessage `json:"data"`
}

// faultOf says why a request is no command of Greenroom: its signature by any valid secret, then its clock.
func faultOf(header http.Header, body []byte, now int64) string {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	good := false
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		for _, secret := range secrets() {
			good = hmac.Equal([]byte(signature(secret, id, timestamp, body)), []byte(given)) || good
		}
	}
	if !good {
		return "the signature matches no known secret"
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || seconds < now-clockWindow || seconds > now+clockWindow {
		return "the timestamp is too old or too new"
	}
	return ""
}

// handle is yours: make it durable and return nil, then it never comes again. After an error it comes again, for 3 days.
func handle(command Command) error {
	fmt.Println("received", command.Type, command.Subject)
	return nil
}

var oneAtATime sync.Mutex

// take returns the status to answer with. A command whose id was processed before is accepted and does nothing.
func take(header http.Header, body []byte) (int, string) {
	if fault := faultOf(header, body, time.Now().Unix()); fault != "" {
		return 401, fault
	}
	var command Command
	if json.Unmarshal(body, &command) != nil || command.ID == "" || command.Type == "" || command.Subject == "" ||
		command.Data == nil {
		return 400, "the body is not a command"
	}
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	for _, id := range linesIn(doneFile) {
		if id == command.ID {
			return 204, ""
		}
	}
	if err := handle(command); err != nil {
		fmt.Fprintln(os.Stderr, "failed", command.Type, err)
		return 500, "the handler failed"
	}
	if err := noteDone(command.ID); err != nil {
		return 500, "the id could not be stored"
	}
	return 204, ""
}

func noteDone(id string) error {
	file, err := os.OpenFile(doneFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err = file.WriteString(id + "\n"); err != nil {
		return err
	}
	return file.Sync()
}

func endpoint(response http.ResponseWriter, request *http.Request) {
	status, text := 405, "commands must be posted"
	if request.Method == http.MethodPost {
		// The signature is over the bytes as they came: never over JSON parsed and written again.
		body, err := io.ReadAll(io.LimitReader(request.Body, largestCommand+1))
		if err != nil {
			return
		}
		status, text = 413, "too large"
		if len(body) <= largestCommand {
			status, text = take(request.Header, body)
		}
	}
	response.WriteHeader(status)
	if text != "" {
		_, _ = io.WriteString(response, text)
	}
}

// Running

func check(name string) {
	var published struct {
		Secret  string
		Vectors []struct {
			Name, ID, Body, Signature string
			Timestamp                 int64
		}
	}
	text, err := os.ReadFile(name)
	must(err)
	must(json.Unmarshal(text, &published))
	for _, one := range published.Vectors {
		made := signature(published.Secret, one.ID, strconv.FormatInt(one.Timestamp, 10), []byte(one.Body))
		if made != one.Signature {
			must(fmt.Errorf("%s: %s instead of %s", one.Name, made, one.Signature))
		}
	}
	fmt.Println("signs as published:", len(published.Vectors))
}

func main() {
	switch append(os.Args, "")[1] {
	case "check":
		check(os.Args[2])
	case "send":
		store(append(linesIn(unsentFile), sample()...)...)
		must(flush())
	case "flush":
		must(flush())
	case "resend":
		must(resend(os.Args[2]))
	case "receive":
		port := os.Getenv("PORT")
		if port == "" {
			port = "4000"
		}
		listener, err := net.Listen("tcp", "127.0.0.1:"+port)
		must(err)
		fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
		must(http.Serve(listener, http.HandlerFunc(endpoint)))
	default:
		must(errors.New("usage: greenroom check VECTORS | send | flush | resend SINCE | receive"))
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
