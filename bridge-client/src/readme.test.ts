// The guide works as written: its code is that of `examples/`, which runs here against a server that checks signatures.
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallGreenroom, secret, smallGreenroom } from './greenroom.fixture.ts'

const here = fileURLToPath(new URL('../', import.meta.url))
const readme = readFileSync(`${here}README.md`, 'utf8')
const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code ?? '')
const example = (name: string) => readFileSync(`${here}examples/${name}`, 'utf8')

let greenroom: SmallGreenroom
beforeAll(async () => {
  greenroom = await smallGreenroom()
})
afterAll(() => greenroom.close())

const start = (name: string) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${here}examples/${name}`], {
    env: { PATH: process.env['PATH'], GREENROOM_URL: greenroom.url, GREENROOM_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function run(name: string): Promise<string> {
  const child = start(name)
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return code === 0 ? output : `ended with ${String(code)}: ${output}`
}

test('every code block is an example, and every example is in the guide', () => {
  const names = readdirSync(`${here}examples`).filter((name) => name.endsWith('.mjs'))
  expect(new Set(blocks)).toEqual(new Set(names.map(example)))
})

test('sign.sh is that of docs/integrating.md', () => {
  expect(readFileSync(`${here}../docs/integrating.md`, 'utf8')).toContain(`\`\`\`sh\n${example('sign.sh')}\`\`\``)
})

test('sends', async () => {
  expect(await run('send.mjs')).toMatch(/wallet: \{"userId":502.*\nrefused: 60001 token insufficient\n$/)
})

test('queues', async () => {
  const before = greenroom.came.length
  expect(await run('queue.mjs')).toBe('text: accepted\n')
  expect(greenroom.came.slice(before).flatMap(({ lines }) => lines)).toHaveLength(6)
})

test('reads', async () => {
  expect(await run('state.mjs')).toBe('502 has 400 + 0 tokens and 0 bonus\n')
})

test('receives', async () => {
  const child = start('receive.mjs')
  let output = ''
  const received = (text: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const found = text.exec(output)
        if (found) resolve(found)
      }
      child.stdout.on('data', look)
      look()
    })
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  try {
    const [, port] = await received(/listening on (\d+)/)
    const data = { userId: 42, kind: 'id', deviceIds: [], until: null, reason: 'spam' }
    const body = JSON.stringify({
      id: 'c1',
      type: 'user.banned',
      at: new Date().toISOString(),
      subject: 'user:42',
      data,
    })
    const at = new Date()
    const headers = {
      'webhook-id': 'c1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('c1', at, body),
    }
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status).toBe(204)
    await received(/banned: 42 until permanently: spam/)
  } finally {
    child.kill()
  }
})

test('is built to standalone JavaScript with types', async () => {
  const out = fileURLToPath(new URL('../../.cache/bridge-client-built', import.meta.url))
  try {
    execFileSync(process.execPath, [`${here}scripts/build.mjs`, out])
    const built = (await import(`${out}/bridge-client/src/index.js`)) as typeof import('./index.ts')
    const client = built.createClient({ url: greenroom.url, secret })
    const [answer] = await client.send([{ type: 'message.read', data: { messageId: 'm', userIds: [1] } }])
    expect(answer?.status).toBe('accepted')
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|d\.ts)$/.test(name))
    const text = files.map((name) => readFileSync(`${out}/${name}`, 'utf8')).join('\n')
    expect(text).not.toMatch(/@greenroom\/contract|\.ts'/)
    expect(files.some((name) => name.includes('test'))).toBe(false)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})
