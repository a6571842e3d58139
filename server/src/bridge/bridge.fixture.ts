// The bridge alone, with test handlers instead of the rooms'.
import Fastify from 'fastify'
import { sql } from 'kysely'
import { type Bridged, connect } from '../../test/bridge.ts'
import { freshDatabase } from '../../test/database.ts'
import { testSeals as seals } from '../../test/seals.ts'
import { platformClock } from '../kit/clock.ts'
import { openDatabase } from '../kit/database/database.ts'
import { bonus, type Item, ofPlatform } from '../ledger/index.ts'
import { type AnyHandler, defineHandler } from './bridge.handler.ts'
import { serveBridge } from './bridge.http.ts'
import { openBridge } from './bridge.open.ts'
import { openClients } from './clients.ts'

/** Starts it on its own database; `errors` collects logged errors. */
export async function startBridge(handlers: readonly AnyHandler[]) {
  const database = openDatabase((await freshDatabase()).url, { max: 12 })
  const clock = await platformClock(database, 60_000)
  const clients = await openClients(database, seals, 60_000)
  const errors: { error: unknown; where: string }[] = []
  const onError = (error: unknown, where: string) => void errors.push({ error, where })
  const standby = { isMissing: false }
  const isUnconfirmed = () => standby.isMissing
  const wired = { database, clock, seals, clients, handlers, isUnconfirmed, onError }
  const bridge = await openBridge({ ...wired, pollMilliseconds: 60_000 })
  const app = Fastify({ bodyLimit: 1_000 })
  await serveBridge(app, { clients, ingest: bridge.ingest, state: [], onError })
  const product = { app, database, clock, seals, bridge } satisfies Bridged
  return {
    ...product,
    bridge,
    clients,
    errors,
    /** Whether commits wait for a standby that is not there. */
    standby,
    client: await connect(product),
    close: async () => {
      await app.close()
      await bridge.close()
      clients.close()
      clock.close()
      await database.destroy()
    },
  }
}

export type TestBridge = Awaited<ReturnType<typeof startBridge>>

/** Data of a visit, which {@link tally} adds up. */
export const aVisit = (userId: number, seconds: number) => ({ viewId: 'view', liveId: 'live', userId, seconds })

/** Tables of {@link tally}. */
export const tallyTables = sql`
  create schema tally;
  create table tally.online (user_id bigint primary key, seconds bigint not null);
  create table tally.name (user_id bigint primary key, nickname text not null, stamp text not null);
  create table tally.viewers (live_id text primary key, most int not null)`

/**
 * Adds up seconds of visits, keeps the newest nickname, and pays a bonus for texts. Refuses age 13, and throws for the
 * nickname `boom`.
 */
export const tally: AnyHandler = defineHandler({
  types: ['live.viewed', 'user.updated', 'live.heartbeat', 'text.charged'],
  natural: ['live.heartbeat'],
  async plan(chunk, events) {
    const offline = events.filter((event) => event.type === 'live.viewed')
    const updated = events.filter((event) => event.type === 'user.updated')
    const beats = events.filter((event) => event.type === 'live.heartbeat')
    if (updated.some((event) => event.data.nickname === 'boom')) throw new Error('boom')
    await sql`
      insert into tally.online as o select user_id, sum(seconds) from unnest(
        ${offline.map((e) => e.data.userId)}::bigint[], ${offline.map((e) => e.data.seconds)}::bigint[]) as e(user_id, seconds)
       where user_id <> 13 group by user_id order by user_id
      on conflict (user_id) do update set seconds = o.seconds + excluded.seconds`.execute(chunk.tx)
    await sql`
      insert into tally.name as n select distinct on (user_id) * from unnest(
        ${updated.map((e) => e.data.userId)}::bigint[], ${updated.map((e) => e.data.nickname ?? '')}::text[],
        ${updated.map((e) => `${e.at.toISOString()}|${e.id}`)}::text[]) as e(user_id, nickname, stamp)
       order by user_id, stamp desc
      on conflict (user_id) do update set nickname = excluded.nickname, stamp = excluded.stamp where n.stamp < excluded.stamp`.execute(
      chunk.tx,
    )
    await sql`
      insert into tally.viewers as v select live_id, max(viewers) from unnest(
        ${beats.map((e) => e.data.liveId)}::text[], ${beats.map((e) => e.data.viewers)}::int[]) as e(live_id, viewers)
       group by live_id order by live_id
      on conflict (live_id) do update set most = greatest(v.most, excluded.most)`.execute(chunk.tx)
    return events.map((event) => {
      if (event.type === 'live.viewed' && event.data.userId === 13) return { refuse: 21001, why: 'nobody is 13' }
      if (event.type !== 'text.charged') return { items: [], state: 0 }
      const { senderId, receiverId, tokens } = event.data
      const to = bonus(BigInt(receiverId))
      const issue = ofPlatform('issue', 'BONUS')
      const item: Item = {
        id: event.id,
        kind: 'text',
        phase: 'single',
        reference: event.id,
        occurredAt: event.at,
        request: { senderId, receiverId, tokens },
        accounts: [to, issue],
        decide: () =>
          tokens > 1_000
            ? 60001
            : [
                { account: issue, amount: BigInt(-tokens) },
                { account: to, amount: BigInt(tokens) },
              ],
      }
      return { items: [item], state: tokens }
    })
  },
  async settle(_chunk, settled) {
    return settled.map(({ state, outcomes }) => {
      const [outcome] = outcomes
      if (outcome?.status === 'refused') return { refuse: outcome.code }
      if (outcome?.status === 'accepted') return { result: { paid: state, bonus: Number(outcome.after[0]!.posted) } }
      return {}
    })
  },
})

/** Everything stored by {@link tally} and the ledger, in a stable order. */
export async function tallied({ database }: Pick<Bridged, 'database'>) {
  const { rows } = await sql<{ what: string; id: string; value: string }>`
    select 'online' as what, user_id::text as id, seconds::text as value from tally.online
    union all select 'name', user_id::text, nickname from tally.name
    union all select 'viewers', live_id, most::text from tally.viewers
    union all select 'bonus', owner, posted::text from ledger.account where purpose = 'bonus'
    order by 1, 2`.execute(database)
  return rows.map(({ what, id, value }) => `${what} ${id} ${value}`)
}
