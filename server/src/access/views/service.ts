// Saved views: a name for what a list's address holds.

import type * as calls from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import { type Context, staffOf } from '../../kit/context.ts'
import { violates } from '../../kit/database.ts'
import { Refusal, refuseBecause } from '../../kit/refusal.ts'
import { record } from '../../log/index.ts'
import * as queries from './queries.ts'

type Row = Awaited<ReturnType<typeof queries.addView>>

const shown = ({ id, ...view }: Row) => ({ viewId: id, ...view })

/** The caller's own views of a screen, by name. */
export async function list(context: Context, { screen }: Parsed<typeof calls.viewList>) {
  const rows = await queries.viewsOf(context.database, staffOf(context).id, screen)
  return { views: rows.map(shown) }
}

/**
 * Adds a view, or changes one.
 *
 * @throws Refusal 10032 when there is no such view of hers, 10027 when she has another of that name on the screen.
 */
export async function save(context: Context, { viewId, ...view }: Parsed<typeof calls.viewSave>) {
  const staff = staffOf(context)
  try {
    return await context.tx(async (tx) => {
      const before = viewId === undefined ? null : await queries.lockView(tx, staff.id, viewId)
      if (before === undefined) throw new Refusal(10032)
      const after = before ? await queries.changeView(tx, before.id, view) : await queries.addView(tx, staff.id, view)
      await record(tx, context, { target: `view ${after.id}`, content: `${after.screen} ${after.name}`, before, after })
      return shown(after)
    })
  } catch (error) {
    if (violates(error, 'saved_view_staff_id_screen_name_key')) throw refuseBecause(10027, 'name', 'view.name')
    throw error
  }
}

/** @throws Refusal 10032 */
export const remove = (context: Context, { viewId }: Parsed<typeof calls.viewDelete>) =>
  context.tx(async (tx) => {
    const before = await queries.lockView(tx, staffOf(context).id, viewId)
    if (!before) throw new Refusal(10032)
    await queries.deleteView(tx, viewId)
    await record(tx, context, {
      target: `view ${viewId}`,
      content: `${before.screen} ${before.name}`,
      before,
      after: null,
    })
    return {}
  })
