// Landing pages: their versions, and what is published.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/landing'
import type { LandingContent } from '@greenroom/contract/landingPage'
import { landingPublished, landingUnpublished } from '@greenroom/contract/sentences/promotion'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { violates } from '../../../kit/database/database.ts'
import { record, recordMany } from '../../../log/index.ts'
import { addRow, changeRows, createdBy, lockAt, lockRows, present } from '../../../records/index.ts'
import { channelById } from '../channels/channels.queries.ts'
import * as queries from './landing.queries.ts'
import type { Landings } from './landing.resource.ts'
import { differenceOf, isSplitWrong } from './landing.stats.ts'

type Content = Parsed<typeof calls.landingSave>['content']

/** @throws Refusal 1000002 for a key already used, 10032 for an unknown channel */
export const addLanding = (of: Landings) => (context: Context, sent: Parsed<typeof calls.landingSave>) =>
  context
    .tx(async (tx) => {
      if (!(await channelById(tx, sent.channelId))) throw refuseBecause(10032, 'channelId', 'record.none')
      const { id } = await addRow(tx, context, of, {
        key: sent.key,
        name: sent.name,
        channel_id: sent.channelId,
        ...createdBy(context),
      })
      await queries.writeVersion(tx, versionOf(context, id, 1, sent.content))
      return { id }
    })
    .catch((error: unknown) => {
      throw violates(error, 'landing_key') ? refuseBecause(1000002, 'key', 'landing.keyTaken') : error
    })

const versionOf = (context: Context, landingId: number, number: number, content: Content) => ({
  landingId,
  number,
  content: content as LandingContent,
  by: staffOf(context).username,
  at: context.now,
})

/** @throws Refusal 10032, 20000 */
export const editLanding = (of: Landings) => (context: Context, sent: Parsed<typeof calls.landingUpdate>) =>
  context.tx(async (tx) => {
    const values = { name: sent.name }
    const before = await lockAt(tx, of, sent.id, sent.version, values)
    const [newest] = await queries.versionsOf(tx, sent.id)
    const number = newest && newest.published_at === null ? newest.number : (newest?.number ?? 0) + 1
    await queries.writeVersion(tx, versionOf(context, sent.id, number, sent.content))
    await changeRows(tx, context, of, [before], values, 'edited')
    return {}
  })

/** @throws Refusal 10032, 20000; 1000002 if there is no such version, or A and B are the same. */
export const publish = (of: Landings, base: string | undefined) =>
  async function publishPage(context: Context, sent: Parsed<typeof calls.landingPublish>) {
    if (base === undefined) throw refuseBecause(1000002, 'id', 'landing.noOrigin')
    const { id, a, b = null } = sent
    if (b === a) throw refuseBecause(1000002, 'b', 'landing.sameVersion')
    if ((b === null) !== (sent.shareB === undefined))
      throw refuseBecause(10009, b === null ? 'b' : 'shareB', 'field.required')
    return context.tx(async (tx) => {
      const page = await lockAt(tx, of, id, sent.version, {})
      const known = new Set((await queries.versionsOf(tx, id)).map(({ number }) => number))
      if (!known.has(a)) throw refuseBecause(1000002, 'a', 'landing.noVersion')
      if (b !== null && !known.has(b)) throw refuseBecause(1000002, 'b', 'landing.noVersion')
      const before = (await queries.moreOf(tx, [id])).get(id)
      await queries.endPhases(tx, [id], context.now)
      const shown = { a, b, shareB: sent.shareB ?? 0 }
      await queries.beginPhase(tx, { landingId: id, ...shown, by: staffOf(context).username, at: context.now })
      await queries.setPublished(tx, [id], page.published_at ?? context.now)
      await record(tx, context, {
        target: `landing ${id}`,
        content: landingPublished({ name: page.name, ...shown }),
        before: before?.a ? { a: before.a, b: before.b, shareB: before.shareB } : null,
        after: shown,
      })
      return {}
    })
  }

/** Outcomes: 20000 if not published, 10032 if unknown. */
export const unpublish = (of: Landings) => (context: Context, payload: Parsed<typeof calls.landingUnpublish>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const found = await lockRows(tx, of, ids)
    const published = [...found.values()].filter(({ published_at }) => published_at !== null)
    const gone = published.map(({ id }) => id)
    await queries.endPhases(tx, gone, context.now)
    await queries.setPublished(tx, gone, null)
    await recordMany(
      tx,
      context,
      published.map((page) => ({
        target: `landing ${page.id}`,
        content: landingUnpublished(page),
        before: { published: true },
        after: { published: false },
      })),
    )
    return ids.map((id) =>
      gone.includes(id)
        ? done(id)
        : found.has(id)
          ? notDone(id, 20000, because('landing.notPublished'))
          : notDone(id, 10032),
    )
  })
}

const bp = (rate: number) => Math.round(rate * 10_000)
const empty = { visits: 0, clicks: 0 }

/** @throws Refusal 10032 */
export const landingPage =
  (of: Landings) =>
  async (context: Context, { id }: Parsed<typeof calls.landingInfo>): Promise<Answer<typeof calls.landingInfo>> => {
    const { database, scope } = context
    const row = await queries.landingById(database, id)
    if (!row || scope.kind !== 'platform') throw new Refusal(10032)
    const [[landing], versions, phases, countries] = await Promise.all([
      present(context, of, [row]),
      queries.versionsOf(database, id),
      queries.phasesOf(database, id, row.key),
      queries.countriesOf(database, id),
    ])
    return {
      landing: landing!,
      versions: versions.map(({ number, content, published_at, updated_by, updated_at }) => ({
        number,
        content: content as Content,
        publishedAt: published_at?.toISOString() ?? null,
        updatedBy: updated_by,
        updatedAt: updated_at.toISOString(),
      })),
      phases: phases.map(({ arms, installs, startedAt, endedAt, ...phase }) => {
        const [a, b] = [arms?.['a'] ?? empty, arms?.['b'] ?? empty]
        const splitWrong = isSplitWrong(a.visits, b.visits, phase.shareB)
        const found = phase.b === null || splitWrong ? null : differenceOf(a, b)
        return {
          ...phase,
          startedAt: startedAt.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
          armA: { ...a, installs: installs?.['a'] ?? 0 },
          armB: { ...b, installs: installs?.['b'] ?? 0 },
          difference: found && { bp: bp(found.value), lowBp: bp(found.low), highBp: bp(found.high) },
          splitWrong,
        }
      }),
      countries,
    }
  }
