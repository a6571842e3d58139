// Changes decisions: fails passed items, and passes failed ones for supervisors.
import type { auditOverturn } from '@greenroom/contract/audits'
import type { Parsed } from '@greenroom/contract/call'
import { itemDecided } from '@greenroom/contract/sentences/audits'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseField } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import { textFor } from '../../../texts/languageFor.ts'
import type { AuditEffects } from '../audits.effects.ts'
import { type TemplateRow, templateOffered, titleOf } from '../auditTemplate.offered.ts'
import { type LockedItem, lockItems, personOf } from '../itemChange.queries.ts'
import { changeItems } from '../itemChange.service.ts'
import { dropSecondReviews, insertOverturns } from './auditLog.queries.ts'
import { batchFault, logged } from './auditLog.rules.ts'

/** @throws Refusal 11004 without a template, 10032 for one not offered in every queue of these items. */
async function templateFor(tx: Transaction, id: number | undefined, items: readonly LockedItem[]) {
  if (id === undefined) throw refuseBecause(11004, 'templateId', 'template.missing')
  const template = await templateOffered(tx, id, [...new Set(items.map((item) => item.kind))])
  if (!template) throw refuseBecause(10032, 'templateId', 'template.notOffered')
  return template
}

/**
 * Changes decisions about items, in one transaction: inserts the decisions, removes second reviews from the queue, changes the items,
 * answers appeals, writes commands, and applies effects in other rooms. Outcomes: 10032 for a missing id, 20000 for an item changed
 * in the meantime.
 *
 * @throws Refusal 10026 if a caller who is no supervisor passes items; 50002 for items of several states, or undecided ones; 11004 and
 * 10032 for the template.
 */
export const overturn = (effects: Pick<AuditEffects, 'decided'>) =>
  function overturnItems(context: Context, payload: Parsed<typeof auditOverturn>) {
    const ids = chosen(payload.ids, 'ids')
    const { decision: to } = payload
    const note = payload.note ?? ''
    const staff = staffOf(context)
    if (to === 'passed' && levelOn(staff, 'audits.quality') < 3)
      throw refuseBecause(10026, 'menu', 'menu.missing', { menus: 'audits.quality' })
    if (to === 'failed' && payload.templateId === undefined)
      throw refuseBecause(11004, 'templateId', 'template.missing')
    return batch(context, async (tx) => {
      const items = await lockItems(tx, context.scope, ids)
      const fault = batchFault(items.map((item) => item.state))
      if (fault) throw refuseField(fault.code, 'ids', fault.why)
      const changing = items.filter((item) => item.state !== to)
      if (changing.length > 0) {
        const template = to === 'failed' ? await templateFor(tx, payload.templateId, changing) : undefined
        await change(tx, context, effects, { items: changing, to, template, note })
      }
      const found = new Map(items.map((item) => [item.id, item]))
      return ids.map((id) => {
        const item = found.get(id)
        if (!item) return notDone(id, 10032)
        if (item.state !== to) return done(id)
        return notDone(
          id,
          20000,
          because(to === 'passed' ? 'item.passedBy' : 'item.failedBy', {
            by: item.decided_by,
            at: item.decided_at?.toISOString() ?? '?',
          }),
        )
      })
    })
  }

type Change = { items: LockedItem[]; to: 'passed' | 'failed'; template: TemplateRow | undefined; note: string }

async function change(
  tx: Transaction,
  context: Context,
  effects: Pick<AuditEffects, 'decided'>,
  { items, to, template, note }: Change,
): Promise<void> {
  const { id, username } = staffOf(context)
  const at = context.now
  await dropSecondReviews(
    tx,
    items.map((item) => item.id),
  )
  const verdicts = items.map((item) => ({
    item,
    to,
    at,
    by: username,
    reason: textFor(template?.texts, item.language),
  }))
  await insertOverturns(
    tx,
    verdicts.map(({ item, reason }) => ({
      id: newId(at),
      kind: item.kind,
      item_id: item.id,
      user_id: item.user_id,
      score: item.score,
      decision: to,
      before_state: item.state,
      template_id: template?.id ?? null,
      reason,
      note,
    })),
    { id, username },
    at,
  )
  await changeItems(tx, at, effects, verdicts)
  await recordMany(
    tx,
    context,
    verdicts.map(({ item, reason }) => ({
      target: `item ${item.id}`,
      content: itemDecided({ kind: item.kind, people: [personOf(item)], decision: to, why: titleOf(template) }),
      before: logged({ state: item.state, reason: item.reason, by: item.decided_by }),
      after: logged({ state: to, reason, by: username }),
      reason: note || template?.titles.en,
    })),
  )
}
