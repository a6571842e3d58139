import { auditItemInfo, auditLogList, auditOverturn } from '@greenroom/contract/audits'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { optionText } from '../../../texts/catalogue.ts'
import type { AuditEffects } from '../audits.effects.ts'
import { appealsOf, decisionsOf, itemById, logPage } from './auditLog.queries.ts'
import { canOf, shownDecision, shownItem, shownLogRow, type Viewer } from './auditLog.rules.ts'
import { overturn } from './auditLog.service.ts'

/** What the caller may do to decided items. */
export const viewerOf = (context: Context): Viewer => {
  const staff = staffOf(context)
  return { mayWrite: levelOn(staff, 'audits.log') === 3, supervises: levelOn(staff, 'audits.quality') === 3 }
}

export const logRoutes = ({ effects }: { effects: Pick<AuditEffects, 'decided'> }): Served[] => [
  serveList(
    auditLogList,
    async (context, payload) => {
      const viewer = viewerOf(context)
      return mapPage(await logPage(context, payload), (row) => shownLogRow(row, viewer))
    },
    [
      { heading: 'exports:columns.decidedAt', value: (one) => new Date(one.decidedAt) },
      { heading: 'audits:columns.decidedBy', value: (one) => one.decidedBy },
      {
        heading: 'audits:columns.kind',
        value: (one, { language }) => optionText('exports:options.kind', one.kind, language),
      },
      {
        heading: 'audits:columns.purpose',
        value: (one, { language }) => optionText('audits:options.purpose', one.purpose, language),
      },
      {
        heading: 'audits:columns.decision',
        value: (one, { language }) => optionText('audits:options.state', one.decision, language),
      },
      {
        heading: 'audits:columns.stateNow',
        value: (one, { language }) => optionText('audits:options.state', one.state, language),
      },
      { heading: 'audits:columns.itemId', value: (one) => one.itemId },
      { heading: 'exports:columns.userId', value: (one) => one.user.userId },
      { heading: 'exports:columns.nickname', value: (one) => one.user.nickname },
      { heading: 'audits:columns.text', value: (one) => one.text },
      { heading: 'exports:columns.pictures', value: (one) => one.pictureUrls.length },
      { heading: 'audits:columns.score', value: (one) => one.score },
      { heading: 'exports:columns.textForTheUser', value: (one) => one.reason },
      { heading: 'audits:columns.note', value: (one) => one.note },
      { heading: 'exports:columns.waitedS', value: (one) => one.waitedSeconds },
    ],
  ),
  serve(auditItemInfo, async (context, { itemId }) => {
    const { database, scope } = context
    const item = await itemById(database, scope, itemId)
    if (!item) throw new Refusal(10032)
    const [decisions, appeals] = await Promise.all([decisionsOf(database, itemId), appealsOf(database, itemId)])
    return {
      item: shownItem(item),
      decisions: decisions.map(shownDecision),
      appeals: appeals.map((appeal) => ({
        appealId: appeal.id,
        text: appeal.text,
        state: appeal.state as 'untreated' | 'processed',
        appealedAt: appeal.appealed_at.toISOString(),
      })),
      can: canOf(item.state, viewerOf(context)),
    }
  }),
  serve(auditOverturn, overturn(effects)),
]
