// Users, messages and an app that accepts its commands, for tests of system messages.
import * as calls from '@greenroom/contract/messages'
import { sql } from 'kysely'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import type { Pacing } from './officialMessage.chunk.ts'
import { startMessage, takeMore } from './officialMessage.recipients.ts'
import { sendMessages } from './officialMessage.sending.ts'

/** The fixture's users have ids above this one. */
export const first = 7_000_000
export const people = 2_500

export const content = (over: object = {}) => ({
  name: 'Spring',
  type: 'text' as const,
  texts: { en: { title: 'Hi', text: 'Hello' }, pt: { title: '', text: 'Olá' } },
  audience: { userType: 'all' as const },
  sendType: 'now' as const,
  ...over,
})

export type Messages = Awaited<ReturnType<typeof startMessages>>

/** A product with 2,500 users of every kind, each fiftieth banned, and a connected app. */
export async function startMessages() {
  const product: TestProduct = await startProduct()
  const { database, clock } = product
  const admin: Client = await product.administrator()
  const app: BridgeConnection = await connect(product, { endpoint: 'http://127.0.0.1:9/commands' })
  await sql`
    insert into users.app_user (id, nickname, sex, country, level, language, state, created_at, last_online_at)
    select ${first}::bigint + n, 'N' || n, (array['man','woman','none'])[1 + n % 3], (array['BR','FR','DE', null])[1 + n % 4],
           n % 20, (array['en','pt-BR','zh-TW','zh','xx','ru_RU','ZH-hans','fil'])[1 + n % 8],
           case when n % 50 = 0 then 'ban ID' else 'normal' end, ${clock.now()},
           case when n % 3 > 0 then ${clock.now()}::timestamptz - (n % 90) * interval '1 day' end
      from generate_series(1, ${people}) n`.execute(database)
  await sql`
    insert into finance.recharge_order (id, user_id, tokens, usd_cents, gateway, state, created_at)
    select 'm-ord-' || n, ${first}::bigint + n, 1, 1, 'card', case when n % 2 = 0 then 'success' else 'failure' end, ${clock.now()}
      from generate_series(1, 200) n`.execute(database)

  const pacing = (over: Partial<Pacing> = {}): Pacing => {
    const now = clock.now()
    const dayStart = new Date(now.getTime() - 3_600_000)
    return { now, dayStart, pace: 100_000_000, cap: 5, part: 700, chunk: 1_000, fileUrl: '/files/', ...over }
  }
  /** The app accepts all waiting commands. */
  const take = () =>
    sql`update bridge.delivery set state = 'delivered', delivered_at = ${clock.now()}
         where state = 'waiting' and type like 'message.%'`.execute(database)
  return {
    product,
    admin,
    app,
    pacing,
    take,
    save: async (over: object = {}) => (await admin.call(calls.messageSave, content(over))).id,
    show: (id: number) => admin.call(calls.messageInfo, { id }),
    /** Starts a message and takes its entire audience. */
    async start(id: number): Promise<void> {
      await startMessage(database, id, pacing())
      while (await takeMore(database, id, pacing()));
    },
    /** Sends until nothing is left; the app accepts everything. */
    async sendAll(over: Partial<Pacing> = {}): Promise<void> {
      for (let round = 0; round < 100; round++) {
        const did = await sendMessages(database, pacing(over))
        const { numAffectedRows } = await take()
        if (!did && !numAffectedRows) return
      }
      throw new Error('sending does not end')
    },
    /** The users in the message's commands, with the number of commands of each. */
    async commandsOf(id: number): Promise<Map<number, number>> {
      const { rows } = await sql<{ user: string; times: number }>`
        select u.value as user, count(*)::int as times
          from bridge.command c, jsonb_array_elements_text(c.data->'userIds') u(value)
         where c.type = 'message.send' and c.subject = ${`message:${id}`} group by 1`.execute(database)
      return new Map(rows.map(({ user, times }) => [Number(user), times]))
    },
    /** Deletes all messages and their commands. */
    async clear(): Promise<void> {
      await sql`delete from official.message`.execute(database)
      await sql`delete from bridge.delivery where type like 'message.%'`.execute(database)
      await sql`delete from bridge.command where type like 'message.%'`.execute(database)
    },
  }
}
