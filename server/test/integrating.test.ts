// docs/integrating.md is followed word for word: its shell blocks run as they stand, in order, in one shell, beside the product's own
// process on a new database; between them a person does on the screens what the text says. Only the two ports are free ones.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { login } from '@greenroom/contract/access'
import { type Answer, type AnyCall, basePath, type Envelope, type Payload } from '@greenroom/contract/call'
import { clientList, clientSave, clientSecretReveal } from '@greenroom/contract/clients'
import { withOperationId } from '@greenroom/contract/operationId'
import { userGrant } from '@greenroom/contract/users'
import { generate } from 'otplib'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Example, languages, openExample } from '../../bridge-client/src/languages.fixture.ts'
import { freshDatabase } from './database.ts'
import { formOf } from './product.ts'
import { operator } from './programs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(join(root, 'docs/integrating.md'), 'utf8')
const blocks = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, text = '']) => text)

let clone: string
let shell: ReturnType<typeof shellIn>
let ports: { greenroom: number; commands: number }
let admin: Person
let secret: string
const url = () => `http://127.0.0.1:${ports.greenroom}`

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A shell that runs block after block and remembers, as a reader's does. */
function shellIn(folder: string, env: NodeJS.ProcessEnv) {
  // A group of its own: what it started in the background ends with it.
  const child: ChildProcess = spawn('sh', [], { cwd: folder, env, stdio: 'pipe', detached: true })
  let output = ''
  const wake: (() => void)[] = []
  const hear = (chunk: Buffer) => {
    output += String(chunk)
    for (const look of wake) look()
  }
  child.stdout!.on('data', hear)
  child.stderr!.on('data', hear)
  let count = 0
  return {
    /** Runs a block. @returns what it printed. @throws if its last command failed. */
    async run(text: string): Promise<string> {
      const end = `ended-${++count}-`
      const from = output.length
      child.stdin!.write(`${text}\necho "${end}$?"\n`)
      const [status] = await new Promise<string[]>((resolve) => {
        const look = () => {
          const found = new RegExp(`${end}(\\d+)\n`).exec(output)
          if (found) resolve([found[1]!])
        }
        wake.push(look)
      })
      wake.length = 0
      const printed = output.slice(from, output.indexOf(end))
      if (status !== '0') throw new Error(`${text}: ended with ${status}: ${printed}`)
      return printed
    },
    close: () => process.kill(-child.pid!, 'SIGKILL'),
  }
}

/** The next block, with the free ports; one with the name of a file is saved under it. */
let next = 0
async function block(about: RegExp): Promise<string> {
  const text = blocks[next++] ?? ''
  expect(text).toMatch(about)
  const own = text.replaceAll('8080', String(ports.greenroom)).replaceAll('4000', String(ports.commands))
  const file = /^# (\w+\.sh):/.exec(text)?.[1]
  if (file === undefined) return shell.run(own)
  writeFileSync(join(clone, file), own)
  return ''
}

beforeAll(async () => {
  ports = { greenroom: await freePort(), commands: await freePort() }
  clone = mkdtempSync(join(tmpdir(), 'greenroom-clone-'))
  symlinkSync(join(root, 'bridge-client'), join(clone, 'bridge-client'))
  // `npm` as in the clone, but for installing and building, which this run has behind it.
  mkdirSync(join(clone, 'bin'))
  const npm = `#!/bin/sh
case "$1 $2" in
  "start ") exec ${process.execPath} --disable-warning=ExperimentalWarning ${root}server/src/main.ts ;;
  "run admit") shift 3; exec ${process.execPath} ${root}server/src/cli/admit.ts "$@" ;;
esac
exit 1`
  writeFileSync(join(clone, 'bin/npm'), npm, { mode: 0o755 })
  shell = shellIn(clone, {
    ...operator(),
    PATH: `${clone}/bin:${process.env['PATH']}`,
    HOME: clone,
    LANG: 'C.UTF-8',
    PORT: String(ports.greenroom),
    DATA_DIR: join(clone, 'data'),
    DATABASE_URL: (await freshDatabase()).url,
  })
})
afterAll(() => {
  shell.close()
  rmSync(clone, { recursive: true, force: true })
})

type Line = { status: string; errorCode?: number; errorMsg?: string; result?: { balances?: unknown[] } }
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** Somebody at the screens: what they do there are these calls. @throws if one is refused. */
type Person = <C extends AnyCall>(call: C, payload: Payload<C>) => Promise<Answer<C>>
const withToken =
  (token: string): Person =>
  async (call, payload) => {
    const isGet = call.method === 'GET'
    const form = formOf(withOperationId(call, payload as object))
    const response = await fetch(`${url()}${basePath}${call.path}${isGet ? `?${form}` : ''}`, {
      method: call.method,
      headers: { token, ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(!isGet && { body: form }),
    })
    const envelope = (await response.json()) as Envelope<Answer<typeof call>>
    if (envelope.code !== 200) throw new Error(`${call.name} refused: ${JSON.stringify(envelope)}`)
    return envelope.result
  }
/** Logs in for the first time, with the authenticator that is bound by it. */
async function loggedIn(username: string, password: string): Promise<Person> {
  const { secret = '', challenge } = await withToken('')(login, { username, password })
  const macCode = await generate({ secret })
  return withToken((await withToken('')(login, { username, password, macCode, challenge })).token ?? '')
}

test('starts, adds a client, and shows its secret once', async () => {
  const printed = await block(/npm start/)
  const [, name = '', password = ''] = /Log in as (\S+) with password (\S+)/.exec(printed) ?? []
  admin = await loggedIn(name, password)

  const { applied } = await admin(clientSave, { name: 'My app', endpoint: `http://127.0.0.1:${ports.commands}/` })
  expect(applied).toBe(true)
  const [client] = (await admin(clientList, {})).records
  secret = (await admin(clientSecretReveal, { secretId: client!.secrets[0]!.secretId })).secret
  blocks[next] = blocks[next]!.replace('whsec_…', secret)
  await block(/^export GREENROOM_URL=.*\nexport GREENROOM_SECRET=whsec_[\w+/=]+$/m)
})

test('the first events are answered, and applied once', async () => {
  await block(/^# sign\.sh:/)
  await block(/^# events\.sh:/)
  const first = linesOf(await block(/^sh events\.sh\nsh sign\.sh POST events events\.ndjson$/m))
  expect(first.map(({ status }) => status)).toEqual([...Array(5).fill('accepted'), 'rejected'])
  expect(first[4]?.result?.balances).toEqual([
    { userId: 602, paidTokens: 425, promoTokens: 0, bonus: 0 },
    { userId: 601, paidTokens: 0, promoTokens: 0, bonus: 40 },
  ])
  expect(first[5]?.errorCode).toBe(60001)
  const again = linesOf(await shell.run('sh sign.sh POST events events.ndjson'))
  expect(again.slice(2, 5).map(({ status }) => status)).toEqual(Array(3).fill('duplicate'))
  expect(again[4]?.result).toEqual(first[4]?.result)
})

const granted = (user: number) =>
  admin(userGrant, { ids: [user], tokens: 10, kind: 'compensation', reason: 'to try it' })

test('the first command arrives', async () => {
  await block(/python3 .* receive/)
  await granted(602)
  expect(await block(/^until grep 'wallet\.changed/)).toContain('received wallet.changed user:602')
  // The port is for the next one.
  await shell.run('kill %2 2>/dev/null || kill $!; wait $! 2>/dev/null; true')
})

test('a wallet can be read, and the signature of a command is checked', async () => {
  expect(JSON.parse(await shell.run('sh sign.sh GET state/users/602'))).toMatchObject({ paidTokens: 425, ban: null })
  await block(/^# verify\.sh:/)
  expect(next).toBe(blocks.length)
  const body = '{"id":"c1","type":"user.banned"}'
  writeFileSync(join(clone, 'body'), body)
  const at = new Date()
  const signature = new Webhook(secret).sign('c1', at, body)
  const seconds = String(Math.floor(at.getTime() / 1_000))
  const verify = (...words: string[]) => shell.run(`sh verify.sh ${words.map((word) => `'${word}'`).join(' ')} body`)
  expect(await verify('c1', seconds, `v1,other ${signature}`)).toBe('good\n')
  await expect(verify('c2', seconds, signature)).rejects.toThrow('wrong signature')
  await expect(verify('c1', String(Number(seconds) - 400), signature)).rejects.toThrow('too old')
})

for (const language of languages) {
  if (!language.isHere) {
    test(`${language.name}: not on this machine, so not run against the product`, () => {
      expect(readFileSync(language.file, 'utf8')).toContain('/app/v1/events')
    })
    continue
  }
  test(`${language.name} sends, is refused with field and rule, and receives`, async () => {
    const example: Example = openExample(language, { url: url(), secret })
    try {
      const { output, errors } = await example.run('send')
      expect(errors).toBe('')
      const answers = linesOf(output.replace(/^\S+ /gm, ''))
      expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill('accepted'), 'rejected', 'rejected'])
      expect(answers[5]?.errorCode).toBe(60001)
      expect(answers[6]).toMatchObject({ errorCode: 10009, errorMsg: expect.stringMatching(/sex.*man.*woman/) })
      const payer = (answers[3]!.result!.balances as { userId: number }[])[0]!.userId
      const receiver = await example.receive(ports.commands)
      await granted(payer)
      await expect.poll(() => receiver.output()).toContain(`received wallet.changed user:${payer}`)
    } finally {
      example.close()
    }
  })
}
