import {
  bridgeTraffic,
  clientDelete,
  clientEnable,
  clientList,
  clientSave,
  clientSecretEnd,
  clientSecretReveal,
  clientSecretRotate,
  clientUpdate,
  deliveryList,
  deliveryReplay,
  rejectionList,
} from '@greenroom/contract/clients'
import { approvalDecide, approvalInfo } from '@greenroom/contract/system'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addedClient, signedWith } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { unique, type World } from '../../../../test/world/base.ts'
import { aBridgeClient, aDeadLetter } from '../../../../test/world/bridge.ts'
import { openReceiver } from '../../../bridge/delivery/delivery.receiver.fixture.ts'
import { send } from '../../../bridge/index.ts'
import { inTransaction, type ValueOf } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'

let product: TestProduct
let admin: Client
let world: World
const reason = 'requested by the app team'
const endpoint = 'https://app.example.com/greenroom'

beforeAll(async () => {
  product = await startProduct({ BRIDGE_ALLOW_PRIVATE: 'on' })
  admin = await product.administrator()
  world = { product, admin }
})
afterAll(() => product.close())

const read = async (clientId: number, by = admin) =>
  (await by.call(clientList, { size: 200 })).records.find((row) => row.clientId === clientId)!
const permissions = { 'system.bridge': 3, 'system.approval': 3 } as const
const approve = async (checker: Client, approvalId: string) =>
  (await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })).outcomes[0]!
/** The answer to an empty batch signed with this secret. */
const signedBy = async (secret: string) => {
  const headers = { 'content-type': 'application/x-ndjson', ...signedWith(secret, '') }
  return (await product.app.inject({ method: 'POST', url: '/app/v1/events', headers, payload: '' })).statusCode
}
const entriesOf = (target: string) =>
  product.database.selectFrom('log.readable').selectAll().where('target', '=', target).orderBy('id').execute()

describe('clients', () => {
  it('is created when a second member of staff approves; the maker fetches the secret, once', async () => {
    const [maker, checker] = [await person(product, { permissions }), await person(product, { permissions })]
    const name = unique('App ')
    const requested = { name, endpoint, note: 'the staging app' }
    const { approvalId } = await maker.client.call(clientSave, requested)
    expect((await admin.call(clientList, { size: 200 })).records.map((row) => row.name)).not.toContain(name)
    expect(await maker.client.refused(clientSave, requested)).toMatchObject({ code: 20000, reason: 'approval.waits' })
    const { approval } = await checker.client.call(approvalInfo, { approvalId })
    expect(approval.title).toBe(`Add app client ${name}, commands to ${endpoint}`)
    expect(await approve(maker.client, approvalId)).toMatchObject({
      ok: false,
      errorCode: 10026,
      reason: 'approval.yourself',
    })
    expect(await approve(checker.client, approvalId)).toMatchObject({ ok: true })

    const row = (await maker.client.call(clientList, { size: 200 })).records.find((one) => one.name === name)!
    expect(row).toMatchObject({
      name,
      endpoint,
      enabled: true,
      note: 'the staging app',
      version: 1,
      waiting: 0,
      dead: 0,
    })
    const [shown] = row.secrets
    const { secretId } = shown!
    expect(shown).toMatchObject({ createdBy: maker.username, expiresAt: null, forYou: true })
    expect((await read(row.clientId, checker.client)).secrets[0]).toMatchObject({ forYou: false })
    for (const other of [checker.client, admin])
      expect(await other.refused(clientSecretReveal, { secretId })).toEqual({
        code: 10026,
        fields: ['secretId'],
        reason: 'secret.notYours',
      })
    const both = await Promise.all([1, 2, 3].map(() => maker.client.send(clientSecretReveal, { secretId })))
    const got = both.flatMap((answer) => (answer.code === 200 ? [answer.result.secret] : []))
    expect(both.flatMap((answer) => (answer.code === 500 ? [answer.errorCode] : []))).toEqual([20000, 20000])
    expect(got).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)])
    const [secret = ''] = got
    expect(shown!.hint).toBe(secret.slice(0, 10))
    expect((await read(row.clientId, maker.client)).secrets[0]).toMatchObject({ forYou: false })

    const stored = JSON.stringify([
      row,
      approval,
      await entriesOf(`client ${row.clientId}`),
      await entriesOf(`approval ${approvalId}`),
      await product.database.selectFrom('bridge.client_secret').selectAll().execute(),
    ])
    expect(stored).not.toContain(secret.slice(10))
    const operations = (await entriesOf(`client ${row.clientId}`)).map((entry) => entry.operation)
    expect(operations).toEqual(['client.save', 'client.secretReveal'])
    await product.bridge.clients.refresh()
    expect(await signedBy(secret)).toBe(200)
  })

  it('is not created if its name was taken meanwhile', async () => {
    const [maker, checker] = [await person(product, { permissions }), await person(product, { permissions })]
    const name = unique('App ')
    const { approvalId } = await maker.client.call(clientSave, { name })
    await addedClient(product, { name: name.toUpperCase() })
    expect(await approve(checker.client, approvalId)).toMatchObject({
      ok: false,
      errorCode: 20000,
      reason: 'approval.notApplied',
    })
    expect((await checker.client.call(approvalInfo, { approvalId })).approval.state).toBe('failed')
  })

  it('gets a new endpoint when a second member of staff approves; name and note change at once', async () => {
    const [maker, checker] = [await person(product, { permissions }), await person(product, { permissions })]
    const clientId = await aBridgeClient(world)
    const name = unique('App ')
    expect(await maker.client.call(clientUpdate, { clientId, version: 1, name, endpoint, note: 'new' })).toEqual({
      applied: true,
    })
    const moved = 'https://elsewhere.example.com/commands'
    const change = { clientId, version: 2, name, endpoint: moved, note: 'new' }
    const { applied, approvalId } = await maker.client.call(clientUpdate, change)
    expect(applied).toBe(false)
    expect(await read(clientId)).toMatchObject({ endpoint, version: 2, pendingUpdateId: approvalId })
    expect(await admin.refused(clientUpdate, change)).toMatchObject({ code: 20000, reason: 'approval.waits' })
    expect(await approve(maker.client, approvalId!)).toMatchObject({
      ok: false,
      errorCode: 10026,
      reason: 'approval.yourself',
    })
    expect(await approve(checker.client, approvalId!)).toMatchObject({ ok: true })
    expect(await read(clientId)).toMatchObject({
      endpoint: moved,
      version: 3,
      updatedBy: maker.username,
      pendingUpdateId: null,
    })

    const again = await maker.client.call(clientUpdate, { ...change, version: 3, endpoint: '' })
    await admin.call(clientUpdate, { ...change, version: 3, note: 'meanwhile' })
    expect(await approve(checker.client, again.approvalId!)).toMatchObject({
      ok: false,
      errorCode: 20000,
      reason: 'approval.notApplied',
    })
    expect(await read(clientId)).toMatchObject({ endpoint: moved, note: 'meanwhile' })
  })

  it('refuses a duplicate name, an invalid address, and an unknown id', async () => {
    const name = unique('App ')
    const { clientId } = await addedClient(product, { name })
    expect(await admin.refused(clientSave, { name: name.toUpperCase() })).toEqual({
      code: 10027,
      fields: ['name'],
      reason: 'client.name',
    })
    const other = await aBridgeClient(world)
    expect(await admin.refused(clientUpdate, { clientId: other, version: 1, name })).toMatchObject({
      code: 10027,
      reason: 'client.name',
    })
    for (const wrong of ['ftp://app.example.com', 'app.example.com', 'javascript:alert(1)'])
      expect(await admin.refused(clientSave, { name: unique('App '), endpoint: wrong })).toMatchObject({
        code: 10009,
        reason: 'field.invalid',
      })
    expect(await admin.refused(clientSave, { name: '' })).toMatchObject({ code: 10009, reason: 'field.required' })
    const none = 987_654
    expect(await admin.refused(clientUpdate, { clientId: none, version: 1, name: 'x' })).toMatchObject({ code: 10032 })
    expect(await admin.refused(clientEnable, { clientId: none, enabled: true, reason })).toMatchObject({ code: 10032 })
    expect(await admin.refused(clientDelete, { clientId: none, reason })).toMatchObject({ code: 10032 })
    expect(await admin.refused(clientSecretRotate, { clientId: none, keepHours: 1 })).toMatchObject({ code: 10032 })
    expect(await admin.refused(clientSecretEnd, { secretId: none, reason })).toMatchObject({ code: 10032 })
    expect(await read(clientId)).toMatchObject({ version: 1 })
  })

  it('refuses a stale version with the differences', async () => {
    const clientId = await aBridgeClient(world)
    const name = unique('App ')
    await admin.call(clientUpdate, { clientId, version: 1, name, endpoint, note: 'theirs' })
    const answer = await admin.send(clientUpdate, { clientId, version: 1, name, endpoint, note: 'yours' })
    expect(answer).toMatchObject({
      errorCode: 20000,
      detail: expect.arrayContaining([expect.objectContaining({ reason: 'stale.by' })]),
    })
    expect(answer.code === 500 && answer.detail?.map(({ field }) => field)).toEqual(['version', 'note'])
  })

  it('enables and disables with a reason, each once', async () => {
    const clientId = await aBridgeClient(world)
    expect(await admin.refused(clientEnable, { clientId, enabled: false } as never)).toEqual({
      code: 11004,
      fields: ['reason'],
    })
    expect(await admin.refused(clientEnable, { clientId, enabled: true, reason })).toMatchObject({
      code: 20000,
      reason: 'enabled.already',
    })
    await admin.call(clientEnable, { clientId, enabled: false, reason })
    expect(await read(clientId)).toMatchObject({
      enabled: false,
      version: 2,
      can: { enable: true, disable: 'already', update: true, rotate: true, delete: true },
    })
    const entries = await entriesOf(`client ${clientId}`)
    expect(entries.at(-1)).toMatchObject({ reason, before: { enabled: true }, after: { enabled: false } })
  })

  it('deletes with a reason, and ends pending deliveries', async () => {
    const clientId = await aBridgeClient(world)
    await inTransaction(product.database, (tx) =>
      send(tx, product.clock.now(), [{ type: 'user.unbanned', subject: 'user:9', data: { userId: 9, reason: '' } }]),
    )
    expect(await read(clientId)).toMatchObject({ waiting: 1 })
    expect(await admin.refused(clientDelete, { clientId } as never)).toEqual({ code: 11004, fields: ['reason'] })
    await admin.call(clientDelete, { clientId, reason })
    expect(await read(clientId)).toBeUndefined()
    const entries = await entriesOf(`client ${clientId}`)
    expect(entries.at(-1)).toMatchObject({ reason, before: { waiting: 1 }, after: null })
    expect((await admin.call(deliveryList, { clientId })).total).toBe(0)
  })

  it('a read-only role sees clients and may change nothing', async () => {
    const { deliveryId, clientId } = await aDeadLetter(world)
    const { client } = await person(product, { permissions: { 'system.bridge': 1 } })
    const row = await read(clientId, client)
    expect(new Set(Object.values(row.can))).toEqual(new Set(['readOnly']))
    expect((await client.call(deliveryList, { clientId })).records[0]!.can).toEqual({ replay: 'readOnly' })
    expect(await client.refused(clientSave, { name: 'x' })).toMatchObject({ code: 10026, reason: 'menu.missing' })
    expect(await client.refused(deliveryReplay, { ids: [deliveryId], reason })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
  })
})

describe('secrets', () => {
  /** Rotates the secret, with a second member's approval. */
  async function rotate(clientId: number, keepHours: number) {
    const [maker, checker] = [await person(product, { permissions }), await person(product, { permissions })]
    const { approvalId } = await maker.client.call(clientSecretRotate, { clientId, keepHours })
    const before = await read(clientId)
    expect(before).toMatchObject({ pendingRotateId: approvalId, can: { rotate: 'pending' } })
    expect(await admin.refused(clientSecretRotate, { clientId, keepHours })).toMatchObject({
      code: 20000,
      reason: 'approval.waits',
    })
    expect(await approve(checker.client, approvalId)).toMatchObject({ ok: true })
    const { secretId } = (await read(clientId)).secrets[0]!
    return (await maker.client.call(clientSecretReveal, { secretId })).secret
  }

  it('at most two are valid: a third ends the oldest', async () => {
    const clientId = await aBridgeClient(world)
    const [first] = (await read(clientId)).secrets
    const secret = await rotate(clientId, 24)
    const two = (await read(clientId)).secrets
    expect(two.map((one) => one.secretId)).toEqual([expect.any(Number), first!.secretId])
    expect(two[0]).toMatchObject({ hint: secret.slice(0, 10), expiresAt: null })
    const left = Date.parse(two[1]!.expiresAt!) - Date.now()
    expect(left / 3_600_000).toBeCloseTo(24, 1)
    await rotate(clientId, 1)
    expect((await read(clientId)).secrets.map((one) => one.secretId)).toEqual([expect.any(Number), two[0]!.secretId])
    await rotate(clientId, 0)
    expect((await read(clientId)).secrets).toHaveLength(1)
    expect(await admin.refused(clientSecretRotate, { clientId, keepHours: 169 })).toMatchObject({
      code: 10009,
      reason: 'field.tooLarge',
    })
    const entries = await entriesOf(`client ${clientId}`)
    expect(JSON.stringify(entries)).not.toContain(secret.slice(12))
    expect(entries[0]).toMatchObject({ before: { keys: [{}] }, after: { keys: [{}, {}] } })
  })

  it('ends one at once, with a reason, once', async () => {
    const clientId = await aBridgeClient(world)
    await rotate(clientId, 24)
    const [, old] = (await read(clientId)).secrets
    const { secretId } = old!
    expect(await admin.refused(clientSecretEnd, { secretId } as never)).toEqual({ code: 11004, fields: ['reason'] })
    await product.database
      .updateTable('bridge.client_secret')
      .set({ expires_at: new Date(0) })
      .where('id', '=', secretId)
      .execute()
    expect(await admin.refused(clientSecretEnd, { secretId, reason })).toMatchObject({
      code: 20000,
      reason: 'secret.ended',
    })
    const [current] = (await read(clientId)).secrets
    await admin.call(clientSecretEnd, { secretId: current!.secretId, reason })
    expect((await read(clientId)).secrets).toEqual([])
    expect(await admin.refused(clientSecretEnd, { secretId: current!.secretId, reason })).toMatchObject({ code: 10032 })
  })
})

describe('deliveries', () => {
  it('lists with payload, newest first, by each filter', async () => {
    const one = await aDeadLetter(world)
    const [row] = (await admin.call(deliveryList, { clientId: one.clientId })).records
    expect(row).toMatchObject({
      state: 'dead',
      attempts: 40,
      lastStatus: 503,
      lastError: 'answered 503',
      can: { replay: true },
    })
    expect(JSON.parse(row!.payload)).toMatchObject({ id: one.commandId, type: one.type, subject: one.subject })
    const with1 = async (filters: object) =>
      (await admin.call(deliveryList, { clientId: one.clientId, ...filters })).total
    expect(await with1({ state: 'dead' })).toBe(1)
    expect(await with1({ state: 'waiting' })).toBe(0)
    expect(await with1({ subject: one.subject })).toBe(1)
    expect(await with1({ subject: 'user:0' })).toBe(0)
    expect(await with1({ type: 'user.banned' })).toBe(0)
    const alone = await admin.call(deliveryList, { deliveryId: Number(one.deliveryId), size: 1 })
    expect(alone.records).toEqual([row])
    expect(await with1({ deliveryId: 999_999_999 })).toBe(0)
    expect(await with1({ startTimeStr: '2000-01-01', endTimeStr: '2000-01-02' })).toBe(0)
    expect(await admin.refused(deliveryList, { startTimeStr: '2024-02-02', endTimeStr: '2024-02-01' })).toMatchObject({
      code: 10009,
      reason: 'time.order',
    })
  })

  it('replays dead and delivered ones, and refuses others with a reason', async () => {
    const letters = await Promise.all(Array.from({ length: 5 }, () => aDeadLetter(world)))
    const [dead, delivered, waiting, outdated, closed] = letters
    const set = (deliveryId: string, state: ValueOf<'bridge.delivery', 'state'>) =>
      product.database
        .updateTable('bridge.delivery')
        .set({ state, delivered_at: new Date() })
        .where('seq', '=', BigInt(deliveryId))
        .execute()
    await set(delivered!.deliveryId, 'delivered')
    await set(waiting!.deliveryId, 'waiting')
    await set(outdated!.deliveryId, 'superseded')
    await admin.call(clientEnable, { clientId: closed!.clientId, enabled: false, reason })
    const ids = [...letters.map((one) => one.deliveryId), '999999999', 'no id']
    expect(await admin.refused(deliveryReplay, { ids } as never)).toEqual({ code: 11004, fields: ['reason'] })
    expect(await admin.refused(deliveryReplay, { ids: [], reason })).toMatchObject({
      code: 10009,
      reason: 'batch.empty',
    })
    const { outcomes } = await admin.call(deliveryReplay, { ids, reason })
    expect(outcomes.map(({ ok, errorCode }) => errorCode ?? ok)).toEqual([
      true,
      true,
      20000,
      20000,
      20000,
      10032,
      10032,
    ])
    const rows = (await admin.call(deliveryList, { clientId: dead!.clientId })).records
    expect(rows).toMatchObject([{ state: 'waiting', attempts: 0, deliveredAt: null, can: { replay: 'onItsWay' } }])
    const [entry, ...more] = await entriesOf(`delivery ${dead!.deliveryId}`)
    expect(more).toEqual([])
    expect(entry).toMatchObject({ reason, before: { state: 'dead' }, after: { state: 'waiting' } })
  })

  it('a replayed command arrives with its original id', async () => {
    const receiver = await openReceiver()
    const letter = await aDeadLetter(world)
    await product.database
      .updateTable('bridge.client')
      .set({ endpoint: receiver.url })
      .where('id', '=', letter.clientId)
      .execute()
    await product.bridge.clients.refresh()
    product.outbox.start()
    await admin.call(deliveryReplay, { ids: [letter.deliveryId], reason })
    await vi.waitFor(() => expect(receiver.received.map(({ id }) => id)).toEqual([letter.commandId]), 10_000)
    await vi.waitFor(
      async () =>
        expect((await admin.call(deliveryList, { clientId: letter.clientId })).records).toMatchObject([
          { state: 'delivered' },
        ]),
      10_000,
    )
    await receiver.close()
  })
})

describe('incoming events', () => {
  it('are counted by minute and by type, for one client or all', async () => {
    const clientId = await aBridgeClient(world)
    const now = product.clock.now()
    const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
    const rows = [1, 2].map((process) => ({
      minute,
      client_id: clientId,
      type: 'gift.sent',
      accepted: 10 * process,
      rejected: 1,
      lag_ms: 300n,
      worst_lag_ms: BigInt(50 * process),
      process: newId(now),
    }))
    await product.database.insertInto('bridge.traffic').values(rows).execute()
    const old = { ...rows[0]!, minute: new Date(minute.getTime() - 2 * 3_600_000) }
    await product.database.insertInto('bridge.traffic').values(old).execute()
    const rejected = {
      id: newId(now),
      client_id: clientId,
      type: 'gift.sent',
      code: 60001,
      why: 'no tokens',
      line: '{"id":1}',
      at: now,
    }
    await product.database.insertInto('bridge.rejection').values(rejected).execute()
    const traffic = await admin.call(bridgeTraffic, { clientId })
    expect(traffic.minutes).toHaveLength(60)
    const added = { accepted: 30, duplicate: 0, rejected: 2, failed: 0, meanLagMs: 20, worstLagMs: 100 }
    expect(traffic.minutes.filter((one) => one.accepted > 0)).toMatchObject([{ at: minute.toISOString(), ...added }])
    expect(traffic.types).toEqual([{ type: 'gift.sent', ...added }])
    expect(traffic.errors).toMatchObject([{ type: 'gift.sent', errorCode: 60001, count: 1 }])
    expect(traffic.outbox).toEqual({ waiting: 0, dead: 0, oldestAt: null, deliveredLastMinute: 0 })
    expect((await admin.call(bridgeTraffic, { clientId, minutes: 180 })).types[0]).toMatchObject({ accepted: 40 })
    expect((await read(clientId)).lastEventAt).toBe(minute.toISOString())

    const lines = await admin.call(rejectionList, { clientId, errorCode: 60001 })
    expect(lines.records).toMatchObject([{ type: 'gift.sent', why: 'no tokens', line: '{"id":1}' }])
    const { rejectionId } = lines.records[0]!
    expect((await admin.call(rejectionList, { rejectionId, size: 1 })).records).toEqual(lines.records)
    expect((await admin.call(rejectionList, { rejectionId: newId(new Date()) })).total).toBe(0)
    expect((await admin.call(rejectionList, { clientId, type: 'live.ended' })).total).toBe(0)
    expect((await admin.call(rejectionList, { clientId, endTimeStr: '2000-01-01' })).total).toBe(0)
  })
})
