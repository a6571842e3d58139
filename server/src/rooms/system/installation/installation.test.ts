import type { Answer } from '@greenroom/contract/call'
import { clientSave, clientSecretReveal, clientTest } from '@greenroom/contract/clients'
import { installationState, setupState, setupStepSet, smsTest } from '@greenroom/contract/installation'
import { type SetupStep, setupSteps } from '@greenroom/contract/statesAndKinds'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, registered, signedWith } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aNumber } from '../../../../test/world/base.ts'
import { withoutCaptcha } from '../../../access/access.accounts.fixture.ts'
import { begin, colleague, decide, enter, enterAsAdmin, waiting } from '../../../access/setup/setup.fixture.ts'
import { openReceiver } from '../../../bridge/delivery/delivery.receiver.fixture.ts'
import { partsOf } from './parts.rules.ts'
import { isJudged, isOptional, stepsOf } from './setupSteps.rules.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct({ BRIDGE_ALLOW_PRIVATE: 'on' })
  await withoutCaptcha(product)
  await begin(product)
  admin = await enterAsAdmin(product)
})
afterAll(() => product.close())

type State = Answer<typeof setupState>
const read = () => admin.call(setupState, {})
const stateOf = ({ steps }: State, step: SetupStep) => steps.find((one) => one.step === step)!.state

test('a new installation: what is done is what the server sees, step by step', async () => {
  const fresh = await read()
  expect(fresh.steps.map(({ step, state }) => `${step} ${state}`)).toEqual(
    setupSteps.map((step) => `${step} ${step === 'secure' ? 'done' : 'open'}`),
  )
  expect(fresh).toMatchObject({
    setUp: { endedAt: null },
    factor: true,
    clients: [],
    colleagues: { deciders: 1, invited: 0 },
    sms: { provider: 'console', sends: false },
    backups: { kind: 'embedded', lastAt: null },
    alone: { given: [], toConfirm: 0 },
  })
})

test('an app is connected: its secret, the first event, the newest refusal with field and rule, a command that came back', async () => {
  const receiver = await openReceiver()
  const { applied } = await admin.call(clientSave, { name: 'The app', endpoint: receiver.url })
  expect(applied).toBe(true)
  const [made] = (await read()).clients
  expect(made).toMatchObject({ name: 'The app', accepted: null, refused: null, test: null })
  const { secret } = await admin.call(clientSecretReveal, { secretId: made!.secretForYou! })
  expect((await read()).clients[0]!.secretForYou).toBeNull()

  const post = async (payload: string) => {
    const headers = { 'content-type': 'application/x-ndjson', ...signedWith(secret, payload) }
    await product.app.inject({ method: 'POST', url: '/app/v1/events', headers, payload })
  }
  const app = await connect(product)
  const [right] = app.linesOf([registered(9_001, 'woman')])
  const [wrong] = app.linesOf([registered(9_002, 'man')])
  const before = product.clock.now()
  await post(JSON.stringify({ ...wrong, data: { ...(wrong!.data as object), sex: 'other' } }))
  await post(JSON.stringify(right))
  const client = await vi.waitFor(async () => {
    const found = (await read()).clients.find(({ clientId }) => clientId === made!.clientId)!
    expect(found.accepted && found.refused).not.toBeNull()
    return found
  }, 10_000)
  expect(client.accepted).toMatchObject({ type: 'user.registered' })
  // Its own moment, not the minute's that counts it.
  expect(new Date(client.accepted!.at).getTime()).toBeGreaterThanOrEqual(before.getTime())
  expect(client.refused).toMatchObject({
    type: 'user.registered',
    errorCode: 10009,
    why: expect.stringContaining('sex'),
  })
  expect(stateOf(await read(), 'app')).toBe('open')

  await admin.call(clientTest, { clientId: client.clientId })
  product.outbox.start()
  await vi.waitFor(async () => expect(stateOf(await read(), 'app')).toBe('done'), 10_000)
  expect(receiver.received).toMatchObject([
    { type: 'connection.tested', subject: `client:${client.clientId}`, data: { by: 'admin' } },
  ])
  expect((await read()).clients.find(({ clientId }) => clientId === client.clientId)!.test).toMatchObject({
    state: 'delivered',
    attempts: 1,
    lastStatus: 204,
  })
  await receiver.close()
})

test('a test command goes to its client only, and to none that is closed', async () => {
  const { clients } = await read()
  const open = clients.find(({ endpoint }) => endpoint !== '')!
  const silent = clients.find(({ endpoint }) => endpoint === '')!
  expect(await admin.refused(clientTest, { clientId: silent.clientId })).toMatchObject({
    code: 20000,
    reason: 'delivery.clientClosed',
  })
  expect(await admin.refused(clientTest, { clientId: 999_999 })).toMatchObject({ code: 10032 })
  await product.database
    .updateTable('bridge.client')
    .set({ endpoint: 'https://app.example' })
    .where('id', '=', silent.clientId)
    .execute()
  await admin.call(clientTest, { clientId: open.clientId })
  const sent = await product.database
    .selectFrom('bridge.delivery')
    .select('client_id')
    .distinct()
    .where('type', '=', 'connection.tested')
    .execute()
  expect(sent).toEqual([{ client_id: open.clientId }])
})

test('a history is not connected by one account, in set-up too', async () => {
  expect(await admin.call(clientSave, { name: 'The past', historyDays: 90 })).toMatchObject({ applied: false })
})

test('what one may pass over needs a word; the server judges the others', async () => {
  for (const step of setupSteps) {
    if (isJudged(step))
      expect(await admin.refused(setupStepSet, { step, state: 'done' })).toMatchObject({
        code: 20000,
        reason: 'setup.judged',
      })
    if (isOptional(step))
      expect(await admin.refused(setupStepSet, { step, state: 'skipped' })).toMatchObject({ code: 11004 })
    else
      expect(await admin.refused(setupStepSet, { step, state: 'skipped', word: 'later' })).toMatchObject({
        code: 20000,
        reason: 'setup.needed',
      })
  }
  await admin.call(setupStepSet, { step: 'import', state: 'skipped', word: 'there is nothing' })
  await admin.call(setupStepSet, { step: 'basics', state: 'done' })
  const said = await read()
  expect(said.steps.find(({ step }) => step === 'import')).toMatchObject({
    state: 'skipped',
    word: 'there is nothing',
    by: 'admin',
    seen: false,
  })
  expect(stateOf(said, 'basics')).toBe('done')
  await admin.call(setupStepSet, { step: 'import', state: 'open' })
  expect(stateOf(await read(), 'import')).toBe('open')
  // An applied import is seen; an undone one no longer counts.
  const { id } = await product.database
    .insertInto('moving.import')
    .values({ state: 'applied', made_by: 'x', made_at: new Date(), touched_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const brought = await read()
  expect(brought.steps.find(({ step }) => step === 'import')).toMatchObject({ state: 'done', seen: true })
  expect(brought.moving).toEqual({ applied: 1, open: 0 })
  await product.database.updateTable('moving.import').set({ state: 'undone' }).where('id', '=', id).execute()
  expect(stateOf(await read(), 'import')).toBe('open')
})

test('a test message is limited like those of log-ins; printing it sends nothing', async () => {
  const phone = { areaCode: '86', phoneNumber: aNumber() }
  expect(await admin.refused(smsTest, { areaCode: '86', phoneNumber: '' })).toMatchObject({ code: 30010 })
  expect(await admin.refused(smsTest, { areaCode: '86', phoneNumber: '12' })).toMatchObject({ code: 30022 })
  await admin.call(smsTest, phone)
  expect(await admin.refused(smsTest, phone)).toMatchObject({ code: 1000104 })
  // The code opens nothing.
  const codes = await product.database.selectFrom('access.sms_code').select('code_hash').execute()
  expect(codes).toEqual([{ code_hash: null }])
  expect(stateOf(await read(), 'sms')).toBe('open')
})

test('others than administrators see nothing of it', async () => {
  const { client } = await person(product, { permissions: { 'system.bridge': 3, 'system.user': 3 } })
  expect(await client.refused(setupState, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
})

test('the second account ends set-up, and confirms what was done alone', async () => {
  await colleague(product, admin, 'anna', 'Administrator')
  await colleague(product, admin, 'ben', 'Finance maker')
  const before = await read()
  expect(before.alone.given).toEqual(['anna', 'ben'])
  expect(before.alone.acts).toBeGreaterThan(2)
  expect(stateOf(before, 'alone')).toBe('open')
  const anna = await enter(product, 'anna')
  const after = await anna.call(setupState, {})
  expect(after.setUp!.endedAt).not.toBeNull()
  expect(after.colleagues.deciders).toBe(2)
  expect([stateOf(after, 'colleagues'), stateOf(after, 'alone'), after.alone.toConfirm]).toEqual(['done', 'open', 1])
  const [request] = await waiting(anna)
  expect(await decide(anna, request!.approvalId, 'approve')).toMatchObject({ ok: true })
  expect(stateOf(await anna.call(setupState, {}), 'alone')).toBe('done')
})

test('the state: version, every part, what the database takes, the last backup', async () => {
  const state = await admin.call(installationState, {})
  expect(state.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(new Set(state.parts.map(({ kind }) => kind))).toEqual(
    new Set(['database', 'outbox', 'client', 'storage', 'sms', 'mail', 'jobs']),
  )
  expect(state.parts.find(({ kind }) => kind === 'sms')).toMatchObject({ name: 'console', state: 'off' })
  expect(state.parts.find(({ name }) => name === 'The app')).toMatchObject({ state: 'well', failed: 0 })
  expect(state.sizes.find(({ name }) => name === 'access')!.bytes).toBeGreaterThan(100_000)
  expect(state.backup).toMatchObject({ kind: 'embedded', lastAt: null })
})

test('a part is as well as what the server finds', () => {
  const common = { version: '17', since: new Date(0), sms_failed: 0, sms_last_at: null }
  const client = {
    name: 'app',
    enabled: true,
    endpoint: '',
    waiting: 0,
    dead: 0,
    last_event_at: null,
    last_delivered_at: null,
  }
  const found = {
    common,
    clients: [client],
    nodes: [],
    parked: { count: 0, since: null },
    lacking: [],
    pausedSince: null,
    storage: '/data/files',
  } as const
  const sms = { provider: 'twilio', sends: true }
  const mail = { server: 'mail.example:587', waiting: 0, dead: 0, lastAt: null, failed: '' }
  const states = (changed: Partial<Parameters<typeof partsOf>[0]>) =>
    Object.fromEntries(partsOf({ ...found, sms, mail, ...changed }).map(({ kind, state }) => [kind, state]))
  const well = {
    database: 'well',
    outbox: 'well',
    client: 'well',
    storage: 'well',
    sms: 'well',
    mail: 'well',
    jobs: 'well',
  }
  expect(states({})).toEqual(well)
  expect(states({ clients: [{ ...client, dead: 1 }] })).toEqual({ ...well, outbox: 'attention', client: 'attention' })
  expect(states({ clients: [{ ...client, enabled: false }] })).toEqual({ ...well, client: 'off' })
  expect(states({ pausedSince: new Date(0) })).toEqual({ ...well, outbox: 'off' })
  expect(states({ lacking: ['database', 'folder'] })).toEqual({ ...well, database: 'broken', storage: 'broken' })
  expect(states({ common: { ...common, sms_failed: 1 }, parked: { count: 2, since: new Date(0) } })).toEqual({
    ...well,
    sms: 'attention',
    jobs: 'attention',
  })
  expect(states({ sms: { ...sms, sends: false } })).toEqual({ ...well, sms: 'off' })
  expect(states({ mail: { ...mail, server: '' } })).toEqual({ ...well, mail: 'off' })
  expect(states({ mail: { ...mail, dead: 1 } })).toEqual({ ...well, mail: 'attention' })
  expect(states({ mail: { ...mail, failed: 'away' } })).toEqual({ ...well, mail: 'attention' })
  const node = { chain: 'trc20', name: 'node 0', since: new Date(0) }
  expect(states({ nodes: [{ ...node, state: 'away' }] })).toEqual({ ...well, chain: 'broken' })
})

test('what the server sees comes before what staff said', () => {
  const nothing = {
    factor: false,
    deciders: 1,
    setUpEnded: false,
    accepted: false,
    imported: false,
    reached: false,
    toConfirm: 0,
    backupHours: null,
  }
  const said = [{ step: 'app', state: 'skipped', word: 'later', by: 'admin', at: new Date(0) } as const]
  const app = (seen: typeof nothing) => stepsOf(seen, said).find(({ step }) => step === 'app')
  expect(app(nothing)).toMatchObject({ state: 'skipped', word: 'later', seen: false })
  expect(app({ ...nothing, accepted: true, reached: true })).toMatchObject({ state: 'done', word: '', seen: true })
  const backups = (backupHours: number | null) =>
    stepsOf({ ...nothing, backupHours } as Parameters<typeof stepsOf>[0], []).find(({ step }) => step === 'backups')!
      .state
  expect([backups(null), backups(1), backups(48), backups(49)]).toEqual(['open', 'done', 'done', 'open'])
})
