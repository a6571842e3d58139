import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { BridgeError, SendError } from './errors.ts'
import { batchesOf, type Event, lineOf } from './events.ts'
import { type SmallGreenroom, secret, smallGreenroom } from './greenroom.fixture.ts'
import { newEventId } from './ids.ts'
import { waitAfter } from './transport.ts'

let greenroom: SmallGreenroom
beforeEach(async () => {
  greenroom = await smallGreenroom()
})
afterEach(() => greenroom.close())

const retry = { attempts: 4, firstWaitMs: 1, longestWaitMs: 4 }
const clientOf = (options = {}) => createClient({ url: greenroom.url, secret, retry, ...options })
const viewed = (seconds: number): Event => ({
  type: 'live.viewed',
  data: { viewId: `v${seconds}`, liveId: 'a', userId: 1, seconds },
})
const gift = (tokens: number): Event => ({
  type: 'gift.sent',
  data: { giftId: 1, senderId: 2, receiverId: 1, count: 1, tokens },
})

test('signs requests, and returns typed answers in order', async () => {
  const answers = await clientOf().send([viewed(1), gift(10), gift(5_000)])
  expect(greenroom.came).toHaveLength(1)
  expect(greenroom.came[0]).toMatchObject({ signed: true, path: '/app/v1/events' })
  expect(answers.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'rejected'])
  expect(answers[1]?.result?.balances).toEqual([{ userId: 502, paidTokens: 425, promoTokens: 0, bonus: 0 }])
  expect(answers[2]?.errorCode).toBe(60001)
})

test('makes UUIDv7 ids from the event’s time, and keeps given ids', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z')
  const own = newEventId(at)
  await clientOf().send([
    { ...viewed(1), at },
    { ...viewed(2), id: own, at: at.toISOString() },
  ])
  const [first, second] = greenroom.came[0]!.lines
  expect(first?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(first!.id.replace('-', '').slice(0, 12), 16)).toBe(at.getTime())
  expect(first?.at).toBe('2026-02-03T04:05:06.789Z')
  expect(second?.id).toBe(own)
})

describe('batches', () => {
  test('hold 10,000 events and 8 MiB', () => {
    const small = Array.from({ length: 20_001 }, (_, place) => lineOf(viewed(place)))
    expect(batchesOf(small).map(({ lines }) => lines.length)).toEqual([10_000, 10_000, 1])
    const text = '汉'.repeat(2_000)
    const large = Array.from({ length: 3_000 }, () =>
      lineOf({ type: 'agent.applied', data: { userId: 1, contact: '', note: text } }),
    )
    const bodies = batchesOf(large).map(({ body }) => Buffer.byteLength(body))
    expect(bodies.length).toBeGreaterThan(1)
    expect(Math.max(...bodies)).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(batchesOf(large).flatMap(({ lines }) => lines)).toEqual(large)
    expect(() => batchesOf(large, { events: 10, bytes: 100 })).toThrow(/a batch takes 100/)
    expect(batchesOf([])).toEqual([])
  })

  test('are sent one after the other, each with its own id', async () => {
    const answers = await clientOf({ batch: { events: 2 } }).send([1, 2, 3, 4, 5].map(viewed))
    expect(greenroom.came.map(({ lines }) => lines.length)).toEqual([2, 2, 1])
    expect(new Set(greenroom.came.map(({ id }) => id)).size).toBe(3)
    expect(answers.map(({ id }) => id)).toEqual(greenroom.came.flatMap(({ lines }) => lines.map(({ id }) => id)))
  })
})

describe('failures', () => {
  test('are retried with the same id and body, signed again', async () => {
    greenroom.failing.push(503, 0, 429)
    const [answer] = await clientOf().send([gift(1)])
    expect(answer?.status).toBe('accepted')
    expect(greenroom.came).toHaveLength(4)
    expect(new Set(greenroom.came.map(({ id }) => id)).size).toBe(1)
    expect(new Set(greenroom.came.map(({ body }) => body)).size).toBe(1)
    expect(greenroom.came.every(({ signed }) => signed)).toBe(true)
  })

  test('end after the last try, with the unanswered events', async () => {
    greenroom.failing.push(500, 500, 500, 500)
    const failed = await clientOf({ batch: { events: 1 } })
      .send([viewed(1), viewed(2)])
      .then(
        () => null,
        (error: unknown) => error as SendError,
      )
    expect(failed).toBeInstanceOf(SendError)
    expect(failed).toMatchObject({ status: 500, problem: 'No. status 500' })
    expect(failed?.unanswered.map(({ data }) => data)).toEqual([viewed(1).data, viewed(2).data])
    // The same lines again, once Greenroom is back.
    const answers = await clientOf().sendLines(failed!.unanswered)
    expect(answers.map(({ status }) => status)).toEqual(['accepted', 'accepted'])
  })

  test('keep the answers of earlier batches', async () => {
    greenroom.failing.push(200, 400)
    const failed = await clientOf({ batch: { events: 1 } })
      .send([viewed(1), viewed(2)])
      .then(
        () => null,
        (error: unknown) => error as SendError,
      )
    expect(failed?.answers).toHaveLength(1)
    expect(failed?.unanswered).toHaveLength(1)
  })

  test('of single events by a fault of Greenroom are sent again with the same id, before anything later', async () => {
    const [first, bad, later] = [viewed(1), gift(1), viewed(2)].map(lineOf)
    greenroom.faults.set(bad!.id, 3)
    const answers = await clientOf({ batch: { events: 2 } }).sendLines([first!, bad!, later!])
    expect(answers.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(greenroom.came.map(({ lines }) => lines.map(({ id }) => id))).toEqual([
      [first!.id, bad!.id],
      ...[1, 2, 3].map(() => [bad!.id]),
      [later!.id],
    ])
    expect(answers.map(({ id }) => id)).toEqual([first!.id, bad!.id, later!.id])
  })

  test('of single events end when Greenroom keeps them, or with the last try', async () => {
    const [kept, given] = [lineOf(gift(1)), lineOf(gift(2))]
    for (const { id } of [kept, given]) greenroom.faults.set(id, 99)
    const [held] = await clientOf({ retry: { ...retry, attempts: 8 } }).sendLines([kept])
    expect(held).toMatchObject({ status: 'failed', held: true })
    expect(greenroom.came).toHaveLength(5)
    const [failed] = await clientOf().sendLines([given])
    expect(failed).toMatchObject({ id: given.id, status: 'failed' })
    expect(failed).not.toHaveProperty('held')
    expect(greenroom.came).toHaveLength(5 + retry.attempts)
  })

  test.each([400, 413, 415])('that a retry can’t fix are not retried: %i', async (status) => {
    greenroom.failing.push(status)
    await expect(clientOf().send([viewed(1)])).rejects.toMatchObject({ status })
    expect(greenroom.came).toHaveLength(1)
  })

  test.each([401, 403, 404, 500, 502])('that are not about the batch are retried: %i', async (status) => {
    greenroom.failing.push(status, status)
    const retried: unknown[] = []
    const [answer] = await clientOf().send([viewed(1)], { onRetry: ({ status: of }, n) => retried.push([of, n]) })
    expect(answer?.status).toBe('accepted')
    expect(retried).toEqual([
      [status, 1],
      [status, 2],
    ])
    expect(new Set(greenroom.came.map(({ id }) => id)).size).toBe(1)
  })

  test('say Greenroom’s code: what a program does about a clock is not what it does about a secret', async () => {
    greenroom.problemCode = 'clock'
    greenroom.failing.push(401)
    await expect(clientOf({ retry: { attempts: 1 } }).send([viewed(1)])).rejects.toMatchObject({
      status: 401,
      code: 'clock',
    })
  })

  test('an answer of a proxy in Greenroom’s place is none', async () => {
    greenroom.instead.push('<html>Please log in</html>', '', '{"id":"another","status":"accepted"}\n')
    const [answer] = await clientOf().send([viewed(1)])
    expect(answer?.status).toBe('accepted')
    expect(greenroom.came).toHaveLength(4)
  })

  test('what is read is not found at once', async () => {
    greenroom.failing.push(404)
    await expect(clientOf().state.user(1)).rejects.toMatchObject({ status: 404 })
    expect(greenroom.came).toHaveLength(1)
  })

  test('are reported if nobody answers', async () => {
    const client = createClient({ url: 'http://127.0.0.1:1', secret, retry: { ...retry, attempts: 2 } })
    await expect(client.send([viewed(1)])).rejects.toThrow(/no answer from http:\/\/127\.0\.0\.1:1/)
  })

  test('wait longer each time, up to a maximum, with jitter', () => {
    const times = { firstWaitMs: 100, longestWaitMs: 1_000 }
    expect([1, 2, 3, 9].map((attempt) => waitAfter(attempt, 1, times))).toEqual([100, 200, 400, 1_000])
    expect(waitAfter(1, 0, times)).toBe(50)
  })
})

test('reads the state with its ETag', async () => {
  const client = clientOf()
  const first = await client.state.user(502)
  expect(await client.state.user(502)).toEqual(first)
  expect(greenroom.came.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, '"one"'])
  expect(greenroom.came.every(({ signed }) => signed)).toBe(true)
  client.state.forget()
  await client.state.user(502)
  expect(greenroom.came[2]?.ifNoneMatch).toBeUndefined()
})

test('does not start without a valid secret', () => {
  expect(() => createClient({ url: 'http://x', secret: 'whsec_' })).toThrow(/secret/i)
  expect(() => createClient({ url: 'http://x', secret: [] })).toThrow(/secret/)
})

describe('the queue', () => {
  test('sends by count, by time, and on demand', async () => {
    const queue = clientOf().queue({ maxEvents: 3, maxWaitMs: 20 })
    await Promise.all([1, 2, 3].map((n) => queue.push(viewed(n))))
    const requested = await queue.ask(gift(5_000))
    expect(requested.errorCode).toBe(60001)
    expect(greenroom.came.map(({ lines }) => lines.length)).toEqual([3, 1])
    await queue.push(viewed(4))
    await queue.flush()
    expect(queue.size).toBe(0)
    expect(greenroom.came).toHaveLength(3)
    await queue.close()
    await expect(queue.push(viewed(5))).rejects.toBeInstanceOf(BridgeError)
  })

  test('keeps the order, one batch at a time, through an outage', async () => {
    greenroom.failing.push(503, 0)
    const answered: string[] = []
    const sent: string[] = []
    const queue = clientOf().queue({
      maxEvents: 10,
      maxWaitMs: 1,
      onAnswer: (answer, line) => {
        answered.push(answer.id)
        sent.push(line.id)
      },
    })
    for (let n = 0; n < 95; n++) await queue.push(viewed(n))
    await queue.close()
    expect(answered).toHaveLength(95)
    expect(answered).toEqual(sent)
    const well = greenroom.came
      .slice(2)
      .flatMap(({ lines }) => lines.map(({ data }) => (data as { seconds: number }).seconds))
    expect(well).toEqual(Array.from({ length: 95 }, (_, n) => n))
  })

  test('keeps an event that fails, in its place, until Greenroom decides it or keeps it itself', async () => {
    const [once, always] = [lineOf(gift(1)), lineOf(gift(2))]
    greenroom.faults.set(once.id, 1).set(always.id, 99)
    const answered: string[] = []
    const queue = clientOf({ retry: { firstWaitMs: 1, longestWaitMs: 2 } }).queue({
      maxEvents: 2,
      maxWaitMs: 1,
      onAnswer: ({ status, held }, { id }) => answered.push(`${id} ${status}${held ? ' held' : ''}`),
    })
    const after = lineOf(viewed(3))
    for (const line of [once, always, after] as Event[]) await queue.push(line)
    await queue.close()
    expect(answered).toEqual([`${once.id} accepted`, `${always.id} failed held`, `${after.id} accepted`])
    expect(greenroom.came.at(-1)!.lines.map(({ id }) => id)).toEqual([after.id])
  })

  test('applies back-pressure while it is full', async () => {
    const queue = clientOf().queue({ maxEvents: 2, maxWaitMs: 5, capacity: 4 })
    let most = 0
    for (let n = 0; n < 30; n++) {
      await queue.push(viewed(n))
      most = Math.max(most, queue.size)
    }
    await queue.close()
    expect(most).toBeLessThanOrEqual(4)
    expect(greenroom.came.flatMap(({ lines }) => lines)).toHaveLength(30)
  })

  test('sends again what was taken since a moment, before what waits, and what was refused not', async () => {
    const answered: string[] = []
    const queue = clientOf().queue({
      maxEvents: 10,
      maxWaitMs: 1,
      onAnswer: ({ id, status }) => answered.push(`${id} ${status}`),
    })
    const since = new Date()
    const [first, refused, second] = [viewed(1), gift(5_000), viewed(2)].map(lineOf)
    for (const line of [first, refused, second] as Event[]) await queue.push(line)
    await queue.flush()
    const before = greenroom.came.length
    const later = queue.push(lineOf(viewed(3)) as Event)
    expect(await queue.resend(since)).toEqual({ sent: 2, taken: 2, refused: 0, complete: true })
    await later
    await queue.flush()
    const again = greenroom.came.slice(before).flatMap(({ lines }) => lines.map(({ id }) => id))
    expect(again.slice(0, 2)).toEqual([first!.id, second!.id])
    expect(again).toHaveLength(3)
    expect(answered.filter((one) => one.startsWith(first!.id))).toHaveLength(2)
    // Once more: it is kept as before, once.
    expect(await queue.resend(since)).toMatchObject({ sent: 3 })
    expect(await queue.resend(new Date(Date.now() + 120_000))).toEqual({
      sent: 0,
      taken: 0,
      refused: 0,
      complete: true,
    })
    // Before the queue began, nobody knows.
    expect(await queue.resend(new Date(since.getTime() - 3_600_000))).toMatchObject({ complete: false })
    await queue.close()
    await expect(queue.resend(since)).rejects.toBeInstanceOf(BridgeError)
  })

  test('keeps what was taken for a while only', async () => {
    const since = new Date()
    const small = clientOf().queue({ maxEvents: 1_000, maxWaitMs: 1, keepEvents: 2_000 })
    for (let n = 0; n < 5_000; n++) await small.push(viewed(n))
    await small.flush()
    const { sent, complete } = await small.resend(since)
    expect(sent).toBeGreaterThanOrEqual(2_000)
    expect(sent).toBeLessThan(5_000)
    expect(complete).toBe(false)
    await small.close()
    const none = clientOf().queue({ maxWaitMs: 1, keepMs: 0 })
    await none.push(viewed(1))
    await none.flush()
    expect(await none.resend(since)).toMatchObject({ sent: 0, complete: false })
    await none.close()
  })

  test('reports a refused batch, and continues', async () => {
    greenroom.failing.push(400)
    const dropped: number[] = []
    const queue = clientOf().queue({ maxEvents: 1, onError: (_, events) => dropped.push(events.length) })
    await expect(queue.ask(viewed(1))).rejects.toMatchObject({ status: 400 })
    expect((await queue.ask(viewed(2))).status).toBe('accepted')
    await queue.close()
    expect(dropped).toEqual([1])
  })

  test('keeps a batch for as long as a server with a wrong clock, secret or address answers, and says that it waits', async () => {
    const faults = [401, 401, 403, 404, 404, 500, 401, 0, 503, 401, 401, 401]
    greenroom.failing.push(...faults)
    const waits: (number | null)[] = []
    const [answered, lost]: [string[], unknown[]] = [[], []]
    const queue = clientOf({ retry: { attempts: 2, firstWaitMs: 1, longestWaitMs: 2 } }).queue({
      maxEvents: 10,
      maxWaitMs: 1,
      onWait: ({ status }) => waits.push(status),
      onError: (error) => lost.push(error),
      onAnswer: ({ status }) => answered.push(status),
    })
    for (let n = 0; n < 35; n++) await queue.push(viewed(n))
    await queue.close()
    expect(waits).toEqual(faults.map((status) => status || null))
    expect([answered, lost]).toEqual([Array.from({ length: 35 }, () => 'accepted'), []])
  })
})
