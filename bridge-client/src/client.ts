// The client: everything an app's back end needs to communicate with Greenroom.
import type { EventAnswer } from '@greenroom/contract/bridge.schema'
import { type Command, type Headers, type UnknownCommand, verifierOf } from './commands.ts'
import { BridgeError, SendError } from './errors.ts'
import { type Answer, type Batch, batchesOf, batchLimits, type Event, type EventLine, lineOf } from './events.ts'
import { openQueue, type Queue, type QueueOptions } from './queue.ts'
import { type Handlers, type Listener, listenerOf, type ReceiveOptions } from './receive.ts'
import { openState, type State } from './state.ts'
import { defaultRetry, type OnRetry, openTransport, pause, type Retry, waitAfter } from './transport.ts'

export type ClientOptions = {
  /** Greenroom's address: `https://greenroom.example.com`. */
  url: string
  /**
   * As `/sys/bridge` shows it once: `whsec_…`. During a rotation pass both, the new one first: it signs, all verify.
   */
  secret: string | readonly string[]
  fetch?: typeof fetch
  retry?: Partial<Retry>
  /** Time-out per try of a request: 60,000. */
  timeoutMs?: number
  /** Smaller batches than the server allows, for tests and limited proxies. */
  batch?: { events?: number; bytes?: number }
}

export type Client = {
  /**
   * Sends events and returns their answers, both in order. A refused event is an answer, not an error. Events that failed
   * are sent again, with their ids, until they are decided, the server keeps them, or `retry.attempts` is reached.
   *
   * @throws SendError if Greenroom stays unreachable, or refuses a whole batch.
   */
  send(events: readonly Event[], options?: SendOptions): Promise<Answer[]>
  /** Sends events that already have ids: ones you stored, or `SendError.unanswered`. */
  sendLines(lines: readonly EventLine[], options?: SendOptions): Promise<Answer[]>
  /** Collects single events into batches. */
  queue(options?: QueueOptions): Queue
  state: State
  /** @throws NotACommand, whose `status` is what to answer. */
  verifyCommand(headers: Headers, rawBody: string | Buffer): Command | UnknownCommand
  /** A listener for `http.createServer` or your own route. */
  receive(handlers: Handlers, options?: ReceiveOptions): Listener
}

export type SendOptions = { signal?: AbortSignal; retry?: Partial<Retry>; onRetry?: OnRetry }

export function createClient(options: ClientOptions): Client {
  const secrets = [options.secret].flat()
  const [secret] = secrets
  if (secret === undefined) throw new Error('a secret is required')
  const retry = { ...defaultRetry, ...options.retry }
  const transport = openTransport({
    url: options.url,
    secret,
    fetch: options.fetch ?? fetch,
    retry,
    timeoutMs: options.timeoutMs ?? 60_000,
  })
  const limits = { ...batchLimits, ...options.batch }
  const verify = verifierOf(secrets)

  /** An answer that broke off, or that a proxy gave in Greenroom's place, is none: the batch is sent again. */
  async function answersTo(batch: Batch, sending: SendOptions): Promise<Answer[]> {
    const limit = { ...retry, ...sending.retry }
    for (let attempt = 1; ; attempt++) {
      const response = await transport.request({ method: 'POST', path: '/app/v1/events', body: batch.body, ...sending })
      try {
        return answersOf(await response.text(), batch.lines)
      } catch (error) {
        if (sending.signal?.aborted) throw sending.signal.reason
        const failure = error instanceof BridgeError ? error : new BridgeError(200, `not answers: ${String(error)}`)
        if (attempt >= limit.attempts) throw failure
        const waitMs = waitAfter(attempt, Math.random(), limit)
        sending.onRetry?.(failure, attempt, waitMs)
        await pause(waitMs, sending.signal)
      }
    }
  }

  /** Nothing that comes later is sent before: an event may need the one that failed. */
  async function untilDecided(batch: Batch, sending: SendOptions): Promise<Answer[]> {
    const answers = await answersTo(batch, sending)
    const limit = { ...retry, ...sending.retry }
    for (let attempt = 1; attempt < limit.attempts; attempt++) {
      const failed = answers.flatMap((answer, place) => (isToSendAgain(answer) ? [place] : []))
      if (failed.length === 0) break
      await pause(waitAfter(attempt, Math.random(), limit), sending.signal)
      const lines = failed.map((place) => batch.lines[place]!)
      for (const again of batchesOf(lines, limits))
        for (const answer of await answersTo(again, sending)) answers[failed.shift()!] = answer
    }
    return answers
  }

  async function sendLines(lines: readonly EventLine[], sending: SendOptions = {}): Promise<Answer[]> {
    const answers: Answer[] = []
    for (const batch of batchesOf(lines, limits)) {
      try {
        answers.push(...(await untilDecided(batch, sending)))
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error
        throw new SendError(error, answers, lines.slice(answers.length))
      }
    }
    return answers
  }

  return {
    send: (events, sending) => sendLines(events.map(lineOf), sending),
    sendLines,
    queue: (overrides = {}) =>
      openQueue(
        (lines) =>
          sendLines(lines, {
            retry: { attempts: Number.POSITIVE_INFINITY },
            ...(overrides.onWait && { onRetry: overrides.onWait }),
          }),
        overrides,
      ),
    state: openState(transport),
    verifyCommand: verify,
    receive: (handlers, overrides) => listenerOf(verify, handlers, overrides),
  }
}

/** A fault of the server, which does not keep the event itself yet. */
const isToSendAgain = ({ status, held }: Answer) => status === 'failed' && !held

/** @throws BridgeError unless there is an answer to each line, in order. */
function answersOf(text: string, lines: readonly EventLine[]): Answer[] {
  const answers = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as EventAnswer as Answer)
  const odd = answers.findIndex((answer, place) => answer.id.toLowerCase() !== lines[place]?.id.toLowerCase())
  if (odd !== -1 || answers.length !== lines.length)
    throw new BridgeError(200, `${answers.length} answers to ${lines.length} events, or out of order`)
  return answers
}
