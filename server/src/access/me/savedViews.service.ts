// Saved views: a named list state, private or shared with everyone who has the screen.

import type * as calls from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import { type MenuKey, screens } from '@greenroom/contract/screens'
import { viewChanged } from '@greenroom/contract/sentences/access'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { type Context, levelOn, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { type Reader, violates } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { inBoth } from '../../texts/catalogue.ts'
import { menuTitle } from './nav.queries.ts'
import * as queries from './savedViews.queries.ts'

type Row = Omit<Awaited<ReturnType<typeof queries.viewsOf>>[number], 'owner'>

function shownTo(context: Context) {
  const staff = staffOf(context)
  return ({ id, staff_id, ...view }: Row, owner: string) => {
    const mine = staff_id === staff.id
    return { ...view, viewId: id, owner, mine, mayDelete: mine || staff.administrator }
  }
}

/** Only platform staff share views, and only of screens they have. */
function mayShare(context: Context, screen: string): boolean {
  return context.scope.kind === 'platform' && screen in screens && levelOn(staffOf(context), screen as MenuKey) > 0
}

/** The screen's name in the menu; an unknown screen is named as the caller sent it. */
async function listName(reader: Reader, screen: string): Promise<Sentence> {
  const [en, cn] = [await menuTitle(reader, screen, 'en'), await menuTitle(reader, screen, 'cn')]
  return en && cn ? { en, cn } : inBoth('exports:aList')
}

/** The caller's own views of a screen and the shared ones, by name. */
export async function list(context: Context, { screen }: Parsed<typeof calls.viewList>) {
  const rows = await queries.viewsOf(context.database, staffOf(context).id, screen, mayShare(context, screen))
  const shown = shownTo(context)
  return { views: rows.map(({ owner, ...row }) => shown(row, owner)) }
}

/**
 * Adds a view, or changes one of the caller's own.
 *
 * @throws Refusal 10032 if the caller has no such view, 10027 if they have another of that name on the screen, 10026 if
 * they would share a view of a screen they do not have.
 */
export async function save(context: Context, { viewId, shared, ...rest }: Parsed<typeof calls.viewSave>) {
  const staff = staffOf(context)
  if (shared && !mayShare(context, rest.screen))
    throw refuseBecause(10026, 'menu', 'menu.missing', { menus: [rest.screen] })
  try {
    return await context.tx(async (tx) => {
      const before = viewId === undefined ? null : await queries.lockView(tx, staff.id, viewId)
      if (before === undefined) throw new Refusal(10032)
      const view = { ...rest, shared: shared ?? false }
      const after = before ? await queries.changeView(tx, before.id, view) : await queries.addView(tx, staff.id, view)
      const content = viewChanged({ name: after.name, list: await listName(tx, after.screen) }, 'saved')
      await record(tx, context, { target: `view ${after.id}`, content, before, after })
      return shownTo(context)(after, staff.username)
    })
  } catch (error) {
    if (violates(error, 'saved_view_name')) throw refuseBecause(10027, 'name', 'view.name')
    throw error
  }
}

/**
 * Deletes the caller's own view, or as an administrator a shared one.
 *
 * @throws Refusal 10032
 */
export const remove = (context: Context, { viewId }: Parsed<typeof calls.viewDelete>) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    const before = await queries.lockView(tx, staff.id, viewId, staff.administrator)
    if (!before) throw new Refusal(10032)
    await queries.deleteView(tx, viewId)
    await record(tx, context, {
      target: `view ${viewId}`,
      content: viewChanged({ name: before.name, list: await listName(tx, before.screen) }, 'deleted'),
      before,
      after: null,
    })
    return {}
  })
