// Changes app versions: one transaction a verb.

import type { Parsed } from '@greenroom/contract/call'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import type { versionDelete, versionSave, versionUpdate } from '@greenroom/contract/system'
import { batch, chosen, done, notDone } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { Refusal, refuseBecause } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record, recordMany } from '../../../log/index.ts'
import { tellVersions } from '../telling.ts'
import * as queries from './queries.ts'
import { buildFits, editable, versionOf } from './rules.ts'

const columns = (payload: Omit<Parsed<typeof versionUpdate>, 'id' | 'version'>) => ({
  name: payload.name,
  address: payload.address,
  description: payload.description,
  mandatory: payload.mandatory,
  share_percent: payload.sharePercent,
})

/** @throws Refusal 10027 when the app has that build, 10009 when its newest is above it. */
export const saveVersion = (context: Context, payload: Parsed<typeof versionSave>) =>
  context.tx(async (tx) => {
    const { app, build } = payload
    await queries.lockApp(tx, app)
    const { newest, taken } = await queries.buildsOf(tx, app, build)
    if (taken) throw refuseBecause(10027, 'build', 'version.exists', { app, build })
    if (!buildFits(build, newest)) throw refuseBecause(10009, 'build', 'version.newest', { newest: newest ?? 0, app })
    const by = staffOf(context).username
    const made = await queries.insertVersion(tx, {
      app,
      build,
      ...columns(payload),
      created_by: by,
      created_at: context.now,
      updated_by: by,
      updated_at: context.now,
    })
    await record(tx, context, {
      target: `version ${made.id}`,
      content: versionsChanged([made], 'added'),
      before: null,
      after: versionOf(made),
    })
    await tellVersions(tx, context.now, [made])
    return { id: made.id }
  })

/** @throws Refusal 10032 for an unknown id, 20000 for a stale version. */
export const updateVersion = (context: Context, payload: Parsed<typeof versionUpdate>) =>
  context.tx(async (tx) => {
    await queries.lockAppsOf(tx, [payload.id])
    const before = await queries.lockVersion(tx, payload.id)
    if (!before) throw new Refusal(10032)
    if (before.version !== payload.version)
      throw staleWrite(
        { by: before.updated_by, at: before.updated_at, version: before.version },
        editable(before),
        payload,
      )
    const after = await queries.updateVersion(tx, before.id, {
      ...columns(payload),
      updated_by: staffOf(context).username,
      updated_at: context.now,
    })
    await record(tx, context, {
      target: `version ${after.id}`,
      content: versionsChanged([after], 'edited'),
      before: versionOf(before),
      after: versionOf(after),
    })
    const newest = await queries.newestVersions(tx, [after.app])
    if (newest[0]?.id === after.id) await tellVersions(tx, context.now, newest)
    return {}
  })

/** An unknown id is 10032 on its own line. Where an app's newest goes, the app is told of the one before it. */
export const deleteVersions = (context: Context, payload: Parsed<typeof versionDelete>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    await queries.lockAppsOf(tx, ids)
    const gone = await queries.deleteVersions(tx, ids)
    await recordMany(
      tx,
      context,
      gone.map((before) => ({
        target: `version ${before.id}`,
        content: versionsChanged([before], 'deleted'),
        before: versionOf(before),
        after: null,
        reason: payload.reason,
      })),
    )
    const left = await queries.newestVersions(
      tx,
      gone.map((row) => row.app),
    )
    const steppingUp = left.filter((row) => gone.some(({ app, build }) => app === row.app && build > row.build))
    await tellVersions(tx, context.now, steppingUp)
    const ok = new Set(gone.map((row) => row.id))
    return ids.map((id) => (ok.has(id) ? done(id) : notDone(id, 10032)))
  })
}
