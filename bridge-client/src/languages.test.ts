// The examples in Python, PHP, Go and Java sign, send, keep and receive as this client does. A language that is not on this
// machine is checked by its text only: the tests' names say so.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { batchLimits } from './events.ts'
import { type SmallGreenroom, secret, smallGreenroom } from './greenroom.fixture.ts'
import { type Example, examplesFolder, languages, openExample } from './languages.fixture.ts'
import { defaultRetry } from './transport.ts'

const vectorsFile = fileURLToPath(new URL('../vectors.json', import.meta.url))
const published = JSON.parse(readFileSync(vectorsFile, 'utf8')) as {
  signed: string
  headers: Record<string, string>
  prefix: string
  contentType: string
  vectors: unknown[]
}

test('every folder of examples is a language that is tested', () => {
  const folders = readdirSync(examplesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual(languages.map(({ name }) => name).sort())
})

describe.each(languages)('$name', ({ name, file }) => {
  const text = readFileSync(file, 'utf8')

  test('names what is signed, the headers, and the limits as published', () => {
    const named = [published.signed, ...Object.values(published.headers), `${published.prefix}`, published.contentType]
    expect(named.filter((words) => !text.includes(words))).toEqual([])
    expect(text).toContain('/app/v1/events')
    const numbers = text.replaceAll('_', '')
    for (const number of [String(batchLimits.events), '8 * 1024 * 1024', '5 * 60', '409', '425', '429'])
      expect([number, numbers.includes(number)]).toEqual([number, true])
    expect(numbers).toMatch(new RegExp(`attempts\\b[^\n]*\\b${defaultRetry.attempts}\\b`, 'i'))
    expect(numbers).toMatch(new RegExp(`longest.?wait\\b[^\n]*\\b${defaultRetry.longestWaitMs / 1_000}\\b`, 'i'))
    expect(text).toMatch(new RegExp(`\\b${defaultRetry.firstWaitMs / 1_000}\\b`))
  })

  test('uses its standard library only, says how to run it, and no line is over 125 characters', () => {
    const foreign = {
      python:
        /^\s*(?:import|from) (?!base64|hashlib|hmac|http|json|os|random|sys|time|uuid|datetime|threading|urllib)/m,
      php: /\b(?:require|include)(?:_once)?\b|vendor\/|^use /m,
      go: /^\t(?:\w+ )?"[^"\n]*\.[^"\n]*\/[^"\n]*"$/m,
      java: /^import (?!javax?\.|com\.sun\.net\.httpserver\.)/m,
    }[name]
    expect(text).not.toMatch(foreign!)
    for (const verb of ['check ../../vectors.json', 'send', 'flush', 'resend 20', name === 'php' ? '-S' : 'receive'])
      expect(text).toContain(verb)
    expect(text.split('\n').filter((line) => line.length > 125)).toEqual([])
  })
})

const freePort = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Events that the example sent, by what came to the server since. */
const typesOf = (answers: string) =>
  answers
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[0])
const statusesOf = (answers: string) =>
  answers
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line.slice(line.indexOf(' ') + 1)) as { status: string }).status)

for (const language of languages) {
  if (!language.isHere) {
    test(`${language.name}: not on this machine, vectors only`, () => {
      expect(readFileSync(language.file, 'utf8')).toContain(published.signed)
    })
    continue
  }

  describe(`${language.name}, run`, () => {
    let greenroom: SmallGreenroom
    let example: Example
    beforeAll(async () => {
      greenroom = await smallGreenroom()
      example = openExample(language, { url: `${greenroom.url}/`, secret })
    })
    afterAll(async () => {
      example.close()
      await greenroom.close()
    })
    const stored = () => {
      const file = join(example.folder, 'unsent.ndjson')
      return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
    }

    test('signs the published vectors', async () => {
      expect(await example.run('check', vectorsFile)).toEqual({
        code: 0,
        output: `signs as published: ${published.vectors.length}\n`,
        errors: '',
      })
    })

    test('sends; a lost answer, 503 and what failed come again with the same ids; refusals are final', async () => {
      greenroom.failing.push(503, 0, 429, 409)
      greenroom.faults.set('recharge.paid', 2)
      const { code, output, errors } = await example.run('send')
      expect([code, errors]).toEqual([0, ''])
      expect(typesOf(output)).toEqual(
        'user.registered user.registered recharge.created recharge.paid gift.sent gift.sent user.registered'.split(' '),
      )
      expect(statusesOf(output)).toEqual([...Array(5).fill('accepted'), 'rejected', 'accepted'])
      expect(greenroom.came.every(({ signed, path }) => signed && path === '/app/v1/events')).toBe(true)
      expect(greenroom.came.map(({ lines }) => lines.length)).toEqual([7, 7, 7, 7, 7, 1, 1])
      expect(new Set(greenroom.came.slice(0, 5).map(({ id, body }) => id + body)).size).toBe(1)
      expect(greenroom.came[5]!.lines[0]).toEqual(greenroom.came[0]!.lines[3])
      expect(greenroom.came[6]!.lines[0]).toEqual(greenroom.came[0]!.lines[3])
      // Bytes, not only the signature: names arrive as they are.
      expect(greenroom.came[0]!.lines[1]!.data).toMatchObject({ nickname: '小龙' })
      for (const { id, at } of greenroom.came[0]!.lines) {
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(new Date(at).getTime())
      }
      expect(stored()).toEqual([])
    })

    test('keeps what is not decided, and sends it first the next time, with its ids', async () => {
      greenroom.came.length = 0
      greenroom.faults.set('recharge.paid', Number.POSITIVE_INFINITY)
      greenroom.heldAfter = Number.POSITIVE_INFINITY
      const failed = await example.run('send')
      expect(statusesOf(failed.output)[3]).toBe('failed')
      // As often as the client tries by itself.
      const times = greenroom.came.length
      greenroom.came.length = 0
      const client = createClient({ url: greenroom.url, secret, retry: { firstWaitMs: 1 } })
      await client.send([{ type: 'recharge.paid', data: { orderId: 'o', gatewayReference: 'g', feeUsdCents: 1 } }])
      expect(times).toBe(greenroom.came.length)
      const [kept, ...others] = stored()
      expect([JSON.parse(kept!).type, others]).toEqual(['recharge.paid', []])

      greenroom.came.length = 0
      greenroom.failing.push(401)
      const refused = await example.run('send')
      expect([refused.code, refused.output]).toEqual([1, ''])
      expect(refused.errors).toContain('401')
      expect(greenroom.came).toHaveLength(1)
      expect(stored()[0]).toBe(kept)
      expect(stored()).toHaveLength(8)

      greenroom.came.length = 0
      greenroom.faults.clear()
      greenroom.heldAfter = 1
      greenroom.faults.set('recharge.created', 1)
      const { output } = await example.run('send')
      expect(greenroom.came.map(({ lines }) => lines.length)).toEqual([15])
      expect(JSON.stringify(greenroom.came[0]!.lines[0])).toBe(JSON.stringify(JSON.parse(kept!)))
      // What Greenroom holds is its own from then on.
      expect(statusesOf(output).filter((status) => status === 'failed')).toHaveLength(2)
      expect(stored()).toEqual([])
    })

    test('sends only what is unsent, if asked to', async () => {
      greenroom.came.length = 0
      const line = {
        id: '019a9f6b-31c8-7e02-8b16-a94d7f3c5e60',
        type: 'user.registered',
        at: '2026-11-20T13:04:59.080Z',
      }
      writeFileSync(join(example.folder, 'unsent.ndjson'), `${JSON.stringify({ ...line, data: { userId: 1 } })}\n`)
      const { code, output } = await example.run('flush')
      expect([code, typesOf(output)]).toEqual([0, ['user.registered']])
      expect(greenroom.came.flatMap(({ lines }) => lines)).toMatchObject([line])
      expect(stored()).toEqual([])
    })

    test('sends again what was taken since a moment, in its order and with its ids, before anything unsent', async () => {
      greenroom.faults.clear()
      const taken = join(example.folder, 'taken.ndjson')
      const lineOf = (n: number) =>
        JSON.stringify({ id: `019a9f6b-31c8-7e02-8b16-a94d7f3c5e6${n}`, type: 'user.registered', data: { userId: n } })
      const ago = (seconds: number) => Date.now() - seconds * 1_000
      writeFileSync(
        taken,
        [
          `${ago(700)} ${lineOf(0)}`,
          `${ago(200)} ${lineOf(1)}`,
          `${ago(90)} ${lineOf(2)}`,
          `${ago(20)} ${lineOf(3)}`,
          '',
        ].join('\n'),
      )
      writeFileSync(join(example.folder, 'unsent.ndjson'), `${lineOf(3)}\n${lineOf(4)}\n`)
      greenroom.came.length = 0
      // What was answered in the minute before is sent, too.
      const { code, output, errors } = await example.run('resend', new Date(ago(60)).toISOString())
      expect([code, errors]).toEqual([0, ''])
      expect(greenroom.came.map(({ lines }) => lines.map(({ data }) => data))).toEqual([
        [2, 3, 4].map((userId) => ({ userId })),
      ])
      expect(statusesOf(output)).toEqual(['accepted', 'accepted', 'accepted'])
      expect(stored()).toEqual([])
      // It is kept once more, and what is ten minutes old is not.
      const kept = readFileSync(taken, 'utf8').trimEnd().split('\n')
      expect(kept.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([1, 2, 3, 4].map(lineOf))
    })

    test('receives: signature by either secret, clock, and each id once', async () => {
      const port = await freePort()
      const receiver = await example.receive(port)
      const post = async (body: string, { by = secret, at = new Date(), id = 'c1', method = 'POST' } = {}) => {
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${new Webhook(by).sign(id, at, body)}`,
        }
        return (await fetch(receiver.url, { method, headers, ...(method === 'POST' && { body }) })).status
      }
      const data = { userId: 42, kind: 'id', deviceIds: [], until: null, reason: '垃圾' }
      const command = (id: string) =>
        JSON.stringify({ id, type: 'user.banned', at: new Date().toISOString(), subject: 'user:42', data })
      const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
      expect(await post(command('c1'))).toBe(204)
      expect(await post(command('c1'))).toBe(204)
      expect(await post(command('c2'), { id: 'c2', at: ago(4) })).toBe(204)
      expect(await post(command('c3'), { at: ago(6) })).toBe(401)
      expect(await post(command('c3'), { at: ago(-6) })).toBe(401)
      expect(await post(command('c3'), { by: `whsec_${Buffer.alloc(32, 9).toString('base64')}` })).toBe(401)
      expect(await post('x')).toBe(400)
      expect(await post('{}')).toBe(400)
      expect(await post('x'.repeat(1024 * 1024 + 1))).toBe(413)
      expect(await post('', { method: 'GET' })).toBe(405)
      await expect.poll(() => receiver.output().match(/received user\.banned user:42/g)).toHaveLength(2)
      expect(readFileSync(join(example.folder, 'commands.done'), 'utf8')).toBe('c1\nc2\n')
    })
  })
}
