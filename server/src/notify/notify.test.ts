// Mail over a real SMTP server on loopback, and the outbox in front of it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkCode, linkInfo, passwordByLink } from '@greenroom/contract/access'
import {
  installationState,
  mailTest,
  messageAgain,
  messageWithdraw,
  setupState,
  smsTest,
} from '@greenroom/contract/installation'
import { approvalDecide } from '@greenroom/contract/system'
import { inviteWays, staffCode, staffList, staffSave } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../test/product.ts'
import { withoutCaptcha } from '../access/access.accounts.fixture.ts'
import { readConfig } from '../config.ts'
import { inTransaction } from '../kit/database/database.ts'
import { openMailer } from './notify.mail.ts'
import { openNotifyOutbox } from './notify.outbox.ts'
import { isGivenUp, keptAnswer, maskMail, pauseAfter, triedForMs } from './notify.rules.ts'
import { mailTo, openNotifier } from './notify.service.ts'
import { ownMail } from './reader.suite.ts'
import { bell } from './told.suite.ts'
import { browsers } from './webPush.suite.ts'

type Taken = { to: string[]; text: string; secure: boolean; user: string | undefined }

const folder = mkdtempSync(join(tmpdir(), 'greenroom-mail-'))
const pem = (name: string) => join(folder, `${name}.pem`)
execFileSync(
  'openssl',
  `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost
   -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout ${pem('key')} -out ${pem('cert')}`.split(/\s+/),
)

/** A mail server: refuses whom it does not know, and takes the rest. */
async function mailServer(options: { starttls: boolean; password?: string; port?: number }) {
  const taken: Taken[] = []
  const server = new SMTPServer({
    key: readFileSync(pem('key')),
    cert: readFileSync(pem('cert')),
    hideSTARTTLS: !options.starttls,
    disabledCommands: options.password === undefined ? ['AUTH'] : [],
    authOptional: options.password === undefined,
    onAuth: ({ username, password }, _, done) =>
      password === options.password ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _, done) =>
      done(
        address.startsWith('nobody@')
          ? Object.assign(new Error(`5.1.1 <${address}> no such user`), { responseCode: 550 })
          : address.startsWith('later@')
            ? Object.assign(new Error('4.2.1 come back later'), { responseCode: 451 })
            : null,
      ),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString('utf8'),
          secure: session.secure,
          user: session.user as string | undefined,
        })
        done(null)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { taken, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

const settings = (port: number, more: Record<string, string> = {}) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_TLS: 'off',
  MAIL_FROM: 'Greenroom <greenroom@example.com>',
  PUBLIC_URL: 'http://localhost:1',
  ...more,
})

let server: Awaited<ReturnType<typeof mailServer>>
let product: TestProduct
let admin: Client
beforeAll(async () => {
  server = await mailServer({ starttls: false })
  // Its push service is on this machine.
  product = await startProduct(settings(server.port, { BRIDGE_ALLOW_PRIVATE: 'on' }))
  await withoutCaptcha(product)
  admin = await product.administrator()
})
afterAll(async () => {
  await product.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const id = '01900000-0000-7000-8000-000000000001'
const mail = { id, to: 'anna@example.com', subject: 'Über', text: 'Grüße\n.\nEnd' }

test('a letter has a sender, words as they are, and an id that a second copy has, too', async () => {
  const mailer = openMailer(readConfig(settings(server.port)))
  expect(await mailer.send(mail)).toMatchObject({ sent: true, answer: expect.stringMatching(/^250 /) })
  mailer.close()
  const [letter] = server.taken.splice(0)
  expect(letter).toMatchObject({ to: ['anna@example.com'], secure: false })
  expect(letter!.text).toContain(`Message-ID: <${id}@example.com>`)
  expect(letter!.text).toContain('From: Greenroom <greenroom@example.com>')
  expect(letter!.text).toContain('Auto-Submitted: auto-generated')
})

test('STARTTLS is demanded unless it is off, with a certificate that is trusted, and the password is sent within it', async () => {
  const closed = await mailServer({ starttls: true, password: 'pass' })
  const login = { SMTP_TLS: 'starttls', SMTP_USER: 'greenroom', SMTP_PASSWORD: 'pass' }
  const send = async (port: number, more: Record<string, string>) => {
    const mailer = openMailer(readConfig(settings(port, more)))
    const outcome = await mailer.send(mail)
    mailer.close()
    return outcome
  }
  expect(await send(closed.port, { ...login, SMTP_CA: pem('cert') })).toMatchObject({ sent: true })
  expect(closed.taken).toMatchObject([{ secure: true, user: 'greenroom' }])
  // A certificate of nobody, a wrong password, a file that is not there: mended by who runs the server, then it goes.
  expect(await send(closed.port, login)).toMatchObject({ sent: false, final: false, answer: /certificate|self-signed/ })
  const wrong = { ...login, SMTP_CA: pem('cert'), SMTP_PASSWORD: 'other' }
  expect(await send(closed.port, wrong)).toMatchObject({ sent: false, final: false, answer: /wrong password|535/ })
  expect(await send(closed.port, { ...login, SMTP_CA: pem('none') })).toMatchObject({ sent: false, final: false })
  // A server that cannot, where it must.
  expect(await send(server.port, { SMTP_TLS: 'starttls' })).toMatchObject({ sent: false, final: false })
  expect(server.taken).toEqual([])
  await closed.close()
})

test('settings that do not fit together are refused', () => {
  expect(() => readConfig({ SMTP_HOST: 'mail' })).toThrow('MAIL_FROM must be set too')
  expect(() => readConfig({ SMTP_HOST: 'mail', MAIL_FROM: 'nobody' })).toThrow('must be a mail address')
  expect(() => readConfig({ SMTP_HOST: 'mail', MAIL_FROM: 'a@b', SMTP_USER: 'x' })).toThrow('SMTP_PASSWORD')
  expect(() => readConfig({ SMTP_TLS: 'maybe' })).toThrow('starttls, tls or off')
  expect(() => readConfig({ ALERT_URL: 'https://a.example' })).toThrow('ALERT_SECRET must be set too')
  expect(() => readConfig({ ALERT_SECRET: 'short' })).toThrow('must be whsec_')
})

test('pauses grow, and a letter is given up after a day or for good', () => {
  expect([0, 1, 2, 6, 7, 99].map(pauseAfter)).toEqual([30, 30, 120, 3_600, 3_600, 3_600].map((s) => s * 1_000))
  const at = new Date(0)
  const after = (ms: number) => new Date(ms)
  const failed = { sent: false, final: false, answer: '' } as const
  expect(isGivenUp(failed, at, after(triedForMs - 1))).toBe(false)
  expect(isGivenUp(failed, at, after(triedForMs))).toBe(true)
  expect(isGivenUp({ ...failed, final: true }, at, at)).toBe(true)
  expect(isGivenUp({ sent: true, answer: '' }, at, after(triedForMs))).toBe(false)
  expect(['anna@example.com', '@x', 'x', 'a@b'].map(maskMail)).toEqual(['a…@example.com', '…', '…', 'a…@b'])
  expect(keptAnswer('550 <a@b>\n no "secret"', ['a@b', '', 'secret'])).toBe('550 <…> no "…"')
})

const messages = () =>
  product.database.selectFrom('notify.message').select(['state', 'attempts', 'answer', 'sealed', 'receiver']).execute()
const due = () => sql`update notify.message set next_at = made_at where state = 'waiting'`.execute(product.database)
const notifier = () =>
  openNotifier({
    seals: product.seals,
    url: 'http://localhost:1',
    mailer: openMailer(readConfig(settings(server.port))),
    sms: { notices: true, sends: false },
    webhook: false,
  })
const tell = (to: string, about: string) =>
  inTransaction(product.database, (tx) =>
    notifier().tell(tx, [
      mailTo({ moment: 'invited', about, staffId: null }, { to, subject: 'Hello', text: 'A secret', language: 'en' }),
    ]),
  )

test('one letter each: told twice, and sent by two at once, it arrives once, and its words are forgotten', async () => {
  await tell('anna@example.com', 'one')
  await tell('anna@example.com', 'one')
  const [before] = await messages()
  expect(before).toMatchObject({ state: 'waiting', receiver: 'a…@example.com' })
  expect(JSON.stringify(before)).not.toMatch(/anna|secret/)
  const other = openNotifyOutbox({
    database: product.database,
    seals: product.seals,
    senders: { push: never, mail: async () => ({ sent: true, answer: 'other' }), sms: never, webhook: never },
    onError: (error) => {
      throw error
    },
  })
  const tried = await Promise.all([product.letters.round(), other.round()])
  expect(tried.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await messages()).toMatchObject([{ state: 'sent', attempts: 1, sealed: null }])
  expect(await product.letters.round()).toBe(0)
  server.taken.splice(0)
  await sql`delete from notify.message`.execute(product.database)
})
const never = async () => ({ sent: false, final: true, answer: 'never' }) as const

test('nothing is told of what was rolled back', async () => {
  await inTransaction(product.database, async (tx) => {
    await sql`insert into notify.message (id, moment, key, way, receiver, sealed, made_at, next_at)
      values (${id}, 'invited', 'x', 'mail', 'x', 'a.b', now(), now())`.execute(tx)
    throw new Error('undone')
  }).catch(() => {})
  expect(await messages()).toEqual([])
})

test('a server that is away: the letter waits and arrives later; a refused receiver is given up at once, and seen', async () => {
  await tell('anna@example.com', 'later')
  await tell('nobody@example.com', 'refused')
  await tell('later@example.com', 'busy')
  const { port } = server
  await server.close()
  expect(await product.letters.round()).toBe(3)
  expect((await messages()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(3).fill('waiting 1'))
  expect((await messages())[0]!.answer).toContain('ECONNREFUSED')
  // Nobody tries it before its time.
  expect(await product.letters.round()).toBe(0)
  const partNow = async () => (await admin.call(installationState, {})).parts.find(({ kind }) => kind === 'mail')
  expect(await partNow()).toMatchObject({ name: `127.0.0.1:${port}`, state: 'attention', waiting: 3, failed: 0 })

  server = await mailServer({ starttls: false, port })
  await due()
  expect(await product.letters.round()).toBe(3)
  expect(server.taken.splice(0).map(({ to }) => to)).toEqual([['anna@example.com']])
  const now = await messages()
  expect(now.map(({ state }) => state).toSorted()).toEqual(['dead', 'sent', 'waiting'])
  const { messages: dead } = await admin.call(installationState, {})
  expect(dead).toMatchObject([{ moment: 'invited', way: 'mail', receiver: 'n…@example.com', attempts: 2 }])
  expect(dead[0]!.answer).toContain('no such user')
  expect(dead[0]!.answer).not.toContain('nobody@')
  expect(await partNow()).toMatchObject({ state: 'attention', waiting: 1, failed: 1 })

  // Sent again it is refused again; withdrawn it is over, and says nothing more.
  await admin.call(messageAgain, { messageId: dead[0]!.id })
  expect(await admin.refused(messageAgain, { messageId: dead[0]!.id })).toMatchObject({ code: 10032 })
  await product.letters.round()
  await admin.call(messageWithdraw, { messageId: dead[0]!.id })
  expect(await admin.refused(messageWithdraw, { messageId: dead[0]!.id })).toMatchObject({ code: 10032 })
  expect((await admin.call(installationState, {})).messages).toEqual([])
  // The one that is asked to come back for a day.
  await sql`update notify.message set first_at = first_at - interval '24 hours', next_at = made_at where state = 'waiting'`.execute(
    product.database,
  )
  await product.letters.round()
  expect((await messages()).map(({ state }) => state).toSorted()).toEqual(['dead', 'sent', 'withdrawn'])
  await sql`delete from notify.message`.execute(product.database)
})

test('set-up sends a test mail, and shows what came back', async () => {
  expect((await admin.call(setupState, {})).mail).toEqual({ server: `127.0.0.1:${server.port}`, linked: true })
  expect(await admin.call(mailTest, { to: 'anna@example.com' })).toMatchObject({
    accepted: true,
    answer: expect.stringMatching(/^250 /),
  })
  expect(server.taken.splice(0)).toMatchObject([{ to: ['anna@example.com'] }])
  expect(await admin.call(mailTest, { to: 'nobody@example.com' })).toMatchObject({
    accepted: false,
    answer: expect.stringContaining('no such user'),
  })
  expect(await admin.refused(mailTest, { to: 'no address' })).toMatchObject({ code: 10009, reason: 'field.invalid' })
  const logged = await product.database
    .selectFrom('log.readable')
    .select(['target', 'after'])
    .where('operation', '=', 'installation.mailTest')
    .orderBy('id')
    .execute()
  expect(logged).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toMatch(/anna@|nobody@/)
})

test('without SMTP nothing is sent, and invitations are not offered by mail', async () => {
  const bare = await startProduct()
  const other = await bare.administrator()
  expect(await other.refused(mailTest, { to: 'anna@example.com' })).toMatchObject({ code: 20000, reason: 'mail.off' })
  expect(await other.call(inviteWays, {})).toEqual({ mail: false, sms: false, printed: true })
  expect(
    await other.refused(staffSave, {
      username: 'eve',
      roleIds: [],
      invite: true,
      sendBy: 'mail',
      email: 'a@example.com',
    }),
  ).toMatchObject({ code: 20000, reason: 'invite.way' })
  await bare.close()
})

const words = (text: string) => Buffer.from(text.split('\r\n\r\n').slice(1).join(' ').replaceAll('=\r\n', ''))

test('a colleague is invited by mail: the letter has the link, which proves the address and needs no more', async () => {
  const idOf = async (name: string) =>
    (await product.database.selectFrom('access.role').select('id').where('name', '=', name).executeTakeFirstOrThrow())
      .id
  const invite = { invite: true, sendBy: 'mail' } as const
  const roleIds = [await idOf('Analyst')]
  expect(await admin.call(inviteWays, {})).toEqual({ mail: true, sms: true, printed: true })
  expect(await admin.refused(staffSave, { username: 'anna', roleIds, ...invite })).toMatchObject({
    code: 10009,
    reason: 'field.required',
  })
  expect(
    await admin.refused(staffSave, { username: 'anna', roleIds, sendBy: 'mail', email: 'anna@example.com' }),
  ).toMatchObject({ code: 20000, reason: 'invite.way' })
  const made = await admin.call(staffSave, { username: 'anna', roleIds, ...invite, email: 'anna@example.com' })
  expect(made).toMatchObject({ sentTo: 'a…@example.com', links: [{ username: 'anna' }] })
  await product.letters.round()
  const [letter] = server.taken.splice(0)
  const { token } = made.links![0]!
  expect(words(letter!.text).toString().replaceAll('=3D', '=')).toContain(`http://localhost:1/invite#${token}`)
  const visitor = product.as(undefined)
  expect(await visitor.call(linkInfo, { token })).toMatchObject({ state: 'open', phone: '', provesPhone: false })
  await visitor.call(passwordByLink, { token, newPassword: 'Right-p4ss' })
  const email = async (username: string) =>
    (
      await product.database
        .selectFrom('access.staff')
        .select('email')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).email
  expect(await email('anna')).toBe('anna@example.com')

  // With a right that counts, the letter alone opens nothing: the approver has the code, before and after.
  const counting = [await idOf('Finance maker')]
  const asked = await admin.call(staffSave, { username: 'ben', roleIds: counting, ...invite, email: 'ben@example.com' })
  expect(asked).toMatchObject({ sentTo: 'b…@example.com', approvalId: expect.any(String) })
  await product.letters.round()
  expect(words(server.taken.splice(0)[0]!.text).toString()).toMatch(/approves it and gives you a\s+code/)
  const half = asked.links![0]!.token
  expect(await visitor.call(linkInfo, { token: half })).toMatchObject({ state: 'waits', needsCode: true })
  expect(await visitor.refused(passwordByLink, { token: half, newPassword: 'Right-p4ss' })).toMatchObject({
    code: 12002,
  })
  const second = await product.second()
  await second.call(approvalDecide, { ids: [asked.approvalId!], decision: 'approve' })
  expect(await visitor.refused(passwordByLink, { token: half, newPassword: 'Right-p4ss' })).toMatchObject({
    code: 12002,
  })
  const { codes } = await second.call(staffCode, { approvalId: asked.approvalId! })
  await visitor.call(passwordByLink, { token: half, code: codes[0]!.code, newPassword: 'Right-p4ss' })
  expect(await email('ben')).toBe('ben@example.com')
  expect((await admin.call(staffList, { q: 'ben' })).records).toHaveLength(1)
})

/** A provider of text messages, as Alibaba Cloud's answers. */
async function smsServer() {
  const sent: { number: string; params: { code?: string; text?: string } }[] = []
  const answer = { Code: 'OK', Message: 'OK' }
  const provider = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const given = new URLSearchParams([
        ...new URL(request.url!, 'http://localhost').searchParams,
        ...new URLSearchParams(body),
      ])
      if (answer.Code === 'OK')
        sent.push({ number: given.get('PhoneNumbers')!, params: JSON.parse(given.get('TemplateParam')!) })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  return { sent, answer, url: `http://127.0.0.1:${port}`, close: () => provider.close() }
}

test('where text messages reach people, an invitation goes by one, and its holder proves the number', async () => {
  const sms = await smsServer()
  const texting = await startProduct({
    PUBLIC_URL: 'http://localhost:1',
    SMS_PROVIDER: 'aliyun',
    ALIYUN_ACCESS_KEY_ID: 'id',
    ALIYUN_ACCESS_KEY_SECRET: 'key',
    ALIYUN_SMS_SIGN_NAME: 'Greenroom',
    ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1',
    ALIYUN_SMS_NOTICE_TEMPLATE_CODE: 'SMS_2',
    ALIYUN_SMS_ENDPOINT: sms.url,
  })
  await withoutCaptcha(texting)
  const by = await texting.administrator()
  expect(await by.call(inviteWays, {})).toEqual({ mail: false, sms: true, printed: false })
  const invite = { username: 'carl', roleIds: [] as number[], invite: true, sendBy: 'sms' as const }
  expect(await by.refused(staffSave, invite)).toMatchObject({ code: 12003, reason: 'staff.phone' })
  const made = await by.call(staffSave, { ...invite, areaCode: '86', phone: '13800001234' })
  expect(made.sentTo).toMatch(/^\+86/)
  expect(made.sentTo).not.toContain('13800001234')
  const { token } = made.links![0]!
  await texting.letters.round()
  expect(sms.sent.splice(0)).toEqual([
    { number: '8613800001234', params: { text: expect.stringContaining(`http://localhost:1/invite#${token}`) } },
  ])

  const visitor = texting.as(undefined)
  expect(await visitor.call(linkInfo, { token })).toMatchObject({
    state: 'open',
    phone: made.sentTo,
    provesPhone: true,
  })
  const newPassword = 'Right-p4ss'
  const refused = (phoneCode?: string) =>
    visitor.refused(passwordByLink, { token, newPassword, ...(phoneCode !== undefined && { phoneCode }) })
  expect(await refused()).toMatchObject({ code: 12002, reason: 'code.wrong' })
  await visitor.call(linkCode, { token })
  const [{ params }] = sms.sent.splice(0) as [(typeof sms.sent)[number]]
  const { code = '' } = params
  expect(await refused(code === '000000' ? '000001' : '000000')).toMatchObject({ code: 12002, reason: 'code.wrong' })
  await visitor.call(passwordByLink, { token, newPassword, phoneCode: code })
  expect(await visitor.refused(linkCode, { token })).toMatchObject({ code: 12002, reason: 'link.wrong' })
  const account = await texting.database
    .selectFrom('access.staff')
    .select(['phone', 'phone_by', 'email'])
    .where('username', '=', 'carl')
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ phone: '13800001234', phone_by: null, email: '' })

  // One without a number proves none.
  const { links } = await by.call(staffSave, { username: 'dora', roleIds: [], invite: true })
  const bare = links![0]!.token
  expect(await visitor.refused(linkCode, { token: bare })).toMatchObject({ code: 12003 })
  await visitor.call(passwordByLink, { token: bare, newPassword })

  // A provider that refuses: the test message says why, the letter waits.
  Object.assign(sms.answer, { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'too many' })
  expect(await by.refused(smsTest, { areaCode: '86', phoneNumber: '13800005678' })).toMatchObject({
    code: 11002,
    reason: 'sms.refused',
  })
  await by.call(staffSave, { ...invite, username: 'emil', areaCode: '86', phone: '13800009999' })
  await texting.letters.round()
  const [waiting] = await texting.database
    .selectFrom('notify.message')
    .select(['state', 'answer'])
    .where('state', '<>', 'sent')
    .execute()
  expect(waiting).toEqual({ state: 'waiting', answer: expect.stringContaining('isv.BUSINESS_LIMIT_CONTROL') })
  await texting.close()
  sms.close()
})

const on = { product: () => product, admin: () => admin, notifier, taken: () => server.taken }
ownMail(on)

bell(on)
browsers(on)
