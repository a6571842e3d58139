// Serves the batch verbs of ordinary records: switching and deleting many. As in `lists.ts`, `never` marks where the types
// of calls and tables end.
import type { Call, CallSchema } from '@greenroom/contract/call'
import { batch, chosen, done, notDone } from '../kit/calls/batch.ts'
import type { Context } from '../kit/calls/context.ts'
import { because } from '../kit/calls/refusal.ts'
import { type Served, serve } from '../kit/calls/serve.ts'
import { changeRows, deleteRows, lockRows } from './changes.ts'
import type { Loose, Resource } from './records.resource.ts'

/** Enables or disables: one outcome each, 20000 if unchanged, 10032 for an unknown id. */
export const serveSwitch = <S extends CallSchema>(of: Resource, call: Call<S>, idsField = 'ids'): Served =>
  serve(call, ((context: Context, payload: Loose) => {
    const ids = chosen<string | number>(payload[idsField], idsField)
    const enabled: boolean = payload['enabled']
    return batch(context, async (tx) => {
      const found = await lockRows(tx, of, ids)
      const changing = [...found.values()].filter((row) => row.enabled !== enabled)
      const changed = await changeRows(tx, context, of, changing, { enabled }, enabled ? 'enabled' : 'disabled')
      const ok = new Set(changed.map((row) => row[of.id.column]))
      const already = because(enabled ? 'enabled.already' : 'disabled.already')
      return ids.map((id) => {
        if (ok.has(id)) return done(id)
        return found.has(id) ? notDone(id, 20000, already) : notDone(id, 10032)
      })
    })
  }) as never)

/** Why a record can't be deleted, by the reason that its `can` gives: the code and the reason of the outcome. */
const whyKept = {
  inUse: { code: 90006, reason: 'record.enabled' },
  notDraft: { code: 20000, reason: 'message.notDraft' },
} as const

const keptFor = (id: string | number, why: unknown) => {
  if (why !== 'inUse' && why !== 'notDraft')
    throw new Error(`no refusal for a record that can't be deleted: ${String(why)}`)
  const kept = whyKept[why]
  return notDone(id, kept.code, because(kept.reason))
}

/** Deletes; a row that `can` forbids is refused in its outcome (`whyKept`), an unknown id with 10032. */
export const serveDelete = <S extends CallSchema>(of: Resource, call: Call<S>): Served =>
  serve(call, ((context: Context, payload: Loose) => {
    const ids = chosen<number>(payload['ids'], 'ids')
    return batch(context, async (tx) => {
      const found = await lockRows(tx, of, ids)
      const deletable = [...found.values()].filter((row) => of.can(row, context.now).delete === true)
      await deleteRows(tx, context, of, deletable, payload['reason'])
      const ok = new Set(deletable.map((row) => row[of.id.column]))
      return ids.map((id) => {
        const row = found.get(id)
        if (row === undefined) return notDone(id, 10032)
        return ok.has(id) ? done(id) : keptFor(id, of.can(row, context.now).delete)
      })
    })
  }) as never)
