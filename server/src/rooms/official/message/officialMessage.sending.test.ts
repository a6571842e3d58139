// Sending: who gets a message and why others don't, exactly once despite kills, pauses and stops.
import * as calls from '@greenroom/contract/messages'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import type { Client, TestProduct } from '../../../../test/product.ts'
import { parkedWork } from '../../../jobs/index.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { takePart } from './officialMessage.audience.ts'
import { sendChunk } from './officialMessage.chunk.ts'
import { settleMessage } from './officialMessage.ending.ts'
import { first, type Messages, startMessages } from './officialMessage.fixture.ts'
import { startMessage } from './officialMessage.recipients.ts'
import { forgetRecipients } from './officialMessage.retention.ts'
import { missedBy } from './officialMessage.rules.ts'
import { nextMessage, sendMessages } from './officialMessage.sending.ts'

let at: Messages
let product: TestProduct
let admin: Client
beforeAll(async () => {
  at = await startMessages()
  ;({ product, admin } = at)
})
afterAll(() => product.close())
beforeEach(() => at.clear())

describe('sending', () => {
  it('reaches each user once, in their language, and records why others are left out', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => first + 1 + n)
    const id = await at.save({ audience: { userType: 'ids', ids: [...ids, 3, 4] } })
    // When the round has something to do.
    const next = () => nextMessage(product.database, product.clock.now())
    expect(await next()).toEqual(expect.any(Date))
    await at.sendAll()
    expect(await next()).toBe(null)
    const { message, missed } = await at.show(id)
    expect(message).toMatchObject({ state: 'sent', audience: 102, sent: 98, skipped: 2, failed: 2 })
    expect(missed).toEqual(
      expect.arrayContaining([
        { reason: 'banned', users: 2 },
        { reason: 'unknown', users: 2 },
      ]),
    )
    const users = await at.commandsOf(id)
    expect(users.size).toBe(98)
    expect(new Set(users.values())).toEqual(new Set([1]))
    const { rows } = await sql<{ text: string; user: string }>`
      select c.data->>'text' as text, u.value as user from bridge.command c, jsonb_array_elements_text(c.data->'userIds') u(value)
       where c.subject = ${`message:${id}`}`.execute(product.database)
    for (const { text, user } of rows) expect(text).toBe((Number(user) - first) % 8 === 1 ? 'Olá' : 'Hello')
    const page = await admin.call(calls.messageMissed, { id, reason: 'banned' })
    expect(page.records.map(({ userId }) => userId)).toEqual([first + 50, first + 100])
  })

  it('a message that fails is parked, and the others are sent', async () => {
    const audience = { userType: 'ids', ids: [first + 1, first + 2] }
    const bad = await at.save({ audience })
    const good = await at.save({ audience })
    const poison = sql.raw(`add constraint poison check (id <> ${bad} or state <> 'sent')`)
    await sql`alter table official.message ${poison}`.execute(product.owner)
    await at.sendAll()
    expect((await at.show(good)).message).toMatchObject({ state: 'sent' })
    expect((await parkedWork(product.database)).work).toMatchObject([{ job: 'official-messages', unit: String(bad) }])
    await sql`alter table official.message drop constraint poison`.execute(product.owner)
    await sql`update kit.parked_work set next_at = now() - interval '1 second'`.execute(product.database)
    await at.sendAll()
    expect((await at.show(bad)).message).toMatchObject({ state: 'sent' })
    expect((await parkedWork(product.database)).total).toBe(0)
  })

  it('sends notices to banned users, and respects everyone’s daily limit', async () => {
    const audience = { userType: 'ids', ids: [first + 50, first + 51] }
    for (const _ of [1, 2]) await at.save({ audience })
    await at.sendAll({ cap: 2 })
    const third = await at.save({ audience })
    const notice = await at.save({ audience, notice: true })
    await at.sendAll({ cap: 2 })
    expect((await at.show(third)).missed).toEqual(
      expect.arrayContaining([
        { reason: 'banned', users: 1 },
        { reason: 'capped', users: 1 },
      ]),
    )
    expect((await at.show(notice)).message).toMatchObject({ sent: 2, skipped: 0 })
    fc.assert(
      fc.property(fc.boolean(), fc.nat(9), fc.boolean(), (banned, today, isNotice) => {
        const missed = missedBy({ known: true, banned, today }, { notice: isNotice, cap: 5 })
        expect(missed === null).toBe(isNotice || (!banned && today < 5))
      }),
    )
  })

  it('stays exact with two senders killed midway', async () => {
    const id = await at.save()
    const { database } = product
    const killed = (step: () => Promise<unknown>) => step().catch(() => undefined)
    // A killed transaction leaves nothing behind; a committed one is never repeated.
    await killed(() =>
      inTransaction(database, async (tx) => {
        await takePart(tx, {
          messageId: id,
          audience: { userType: 'all' },
          after: 0n,
          most: 700,
          now: product.clock.now(),
        })
        throw new Error('killed')
      }),
    )
    for (let round = 0; round < 30; round++) {
      await Promise.all(
        [
          sendMessages(database, at.pacing()),
          sendMessages(database, at.pacing()),
          round % 3 === 0
            ? sql`select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid() and query like '%official.%' and state <> 'idle'`.execute(
                product.owner,
              )
            : at.take(),
        ].map((step) => Promise.resolve(step).catch(() => undefined)),
      )
    }
    await at.sendAll()
    const { message } = await at.show(id)
    expect(message.state).toBe('sent')
    expect(message.sent + message.skipped + message.failed).toBe(message.audience)
    const users = await at.commandsOf(id)
    expect(users.size).toBe(message.sent)
    expect(new Set(users.values())).toEqual(new Set([1]))
  })

  it('pauses, resumes, and stops commands the app has not received', async () => {
    const id = await at.save()
    await at.start(id)
    await sendChunk(product.database, id, at.pacing())
    const version = async () => (await at.show(id)).message.version
    await admin.call(calls.messagePause, { id, version: await version() })
    expect(await sendChunk(product.database, id, at.pacing())).toBe(false)
    await at.take()
    await settleMessage(product.database, id, product.clock.now())
    expect((await at.show(id)).message).toMatchObject({ state: 'paused', finishedAt: null })
    await admin.call(calls.messageResume, { id, version: await version() })
    await sendChunk(product.database, id, at.pacing())
    const { sent } = (await at.show(id)).message
    await admin.call(calls.messageStop, { id, version: await version(), reason: 'wrong date' })
    await at.sendAll()
    const { message, missed } = await at.show(id)
    expect(message).toMatchObject({ state: 'stopped', sent, reason: 'wrong date' })
    expect(message.sent + message.skipped + message.failed).toBe(message.audience)
    expect(missed.map(({ reason }) => reason)).toContain('stopped')
    const stop = await product.database
      .selectFrom('bridge.command')
      .select('data')
      .where('type', '=', 'message.stop')
      .executeTakeFirstOrThrow()
    expect(stop.data).toMatchObject({ messageId: String(id), reason: 'wrong date' })
  })

  it('counts its entire audience when stopped while taking it', async () => {
    const id = await at.save()
    await startMessage(product.database, id, at.pacing())
    const started = (await at.show(id)).message
    expect(started).toMatchObject({ state: 'sending', audience: 700 })
    expect(await sendChunk(product.database, id, at.pacing())).toBe(false)
    await admin.call(calls.messageStop, { id, version: started.version, reason: 'wrong text' })
    await at.sendAll()
    const { size } = await admin.call(calls.messageSize, { audience: { userType: 'all' } })
    const { message, missed } = await at.show(id)
    expect(message).toMatchObject({ state: 'stopped', audience: size, skipped: size, sent: 0 })
    expect(message.finishedAt).not.toBeNull()
    expect(missed).toEqual([{ reason: 'stopped', users: size }])
    expect(await at.commandsOf(id)).toEqual(new Map())
  })

  it('counts the same reasons on the message as on its recipients, who are deleted later', async () => {
    const ids = [first + 1, first + 50, first + 100, 3]
    const id = await at.save({ audience: { userType: 'ids', ids } })
    await at.sendAll()
    const { rows } = await sql<{ reason: string; users: number }>`
      select reason, count(*)::int as users from official.recipient
       where message_id = ${id} and state in ('skipped', 'failed') group by 1 order by 2 desc`.execute(product.database)
    const before = await at.show(id)
    expect(before.missed).toEqual(rows)
    const { finishedAt } = before.message
    expect(await forgetRecipients(product.database, new Date(finishedAt!))).toBe(false)
    const later = new Date(Date.parse(finishedAt!) + 1)
    while (await forgetRecipients(product.database, later));
    expect((await admin.call(calls.messageMissed, { id })).records).toEqual([])
    expect(await at.show(id)).toEqual(before)
  })

  it('is not delayed by an unreachable app', async () => {
    const away = await connect(product, { endpoint: 'http://127.0.0.1:9/away' })
    const id = await at.save({ audience: { userType: 'ids', ids: [first + 1, first + 2] } })
    while (await sendMessages(product.database, at.pacing()));
    await sql`
      update bridge.delivery set state = 'delivered', delivered_at = ${product.clock.now()}
       where state = 'waiting' and client_id <> ${away.clientId} and subject = ${`message:${id}`}`.execute(
      product.database,
    )
    await settleMessage(product.database, id, product.clock.now())
    expect((await at.show(id)).message).toMatchObject({ state: 'sent', sent: 2, failed: 0 })
    await product.database
      .updateTable('bridge.client')
      .set({ enabled: false })
      .where('id', '=', away.clientId)
      .execute()
  })

  it('sends nothing after its deadline, and counts users whose commands the app never accepts', async () => {
    const audience = { userType: 'ids', ids: [first + 1, first + 2] }
    const late = await at.save({ audience, notAfter: '2099-01-01' })
    const now = product.clock.now()
    await sql`
      update official.message set not_after = ${now}::timestamptz, send_at = ${now}::timestamptz - interval '1 hour'
       where id = ${late}`.execute(product.database)
    await at.sendAll()
    expect((await at.show(late)).missed).toEqual([{ reason: 'late', users: 2 }])
    const dead = await at.save({ audience })
    await sendMessages(product.database, at.pacing())
    await sendMessages(product.database, at.pacing())
    await sql`update bridge.delivery set state = 'dead' where subject = ${`message:${dead}`}`.execute(product.database)
    await at.sendAll()
    expect((await at.show(dead)).message).toMatchObject({ state: 'sent', sent: 0, failed: 2 })
  })
})
