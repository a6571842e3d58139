import { auditItemInfo, auditLogList, auditOverturn } from '@greenroom/contract/audits'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import type { AuditEffects } from '../effects.ts'
import { nameOfKind, nameOfPurpose, nameOfState } from '../words.ts'
import { appealsOf, decisionsOf, itemById, logPage } from './queries.ts'
import { canOf, shownDecision, shownItem, shownLogRow, type Viewer } from './rules.ts'
import { overturn } from './service.ts'

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
      { names: { en: 'Decided at', cn: '审核时间' }, value: (one) => new Date(one.decidedAt) },
      { names: { en: 'Decided by', cn: '审核人' }, value: (one) => one.decidedBy },
      { names: { en: 'Queue', cn: '审核队列' }, value: (one, { language }) => nameOfKind(one.kind, language) },
      {
        names: { en: 'Review type', cn: '审核类型' },
        value: (one, { language }) => nameOfPurpose(one.purpose, language),
      },
      { names: { en: 'Decision', cn: '审核结果' }, value: (one, { language }) => nameOfState(one.decision, language) },
      {
        names: { en: 'Current state', cn: '当前状态' },
        value: (one, { language }) => nameOfState(one.state, language),
      },
      { names: { en: 'Item', cn: '审核项编号' }, value: (one) => one.itemId },
      { names: { en: 'User ID', cn: '用户 ID' }, value: (one) => one.user.userId },
      { names: { en: 'Nickname', cn: '昵称' }, value: (one) => one.user.nickname },
      { names: { en: 'Text', cn: '文字' }, value: (one) => one.text },
      { names: { en: 'Pictures', cn: '图片数' }, value: (one) => one.pictureUrls.length },
      { names: { en: 'Risk score', cn: '风险分' }, value: (one) => one.score },
      { names: { en: 'Text for the user', cn: '告知用户的内容' }, value: (one) => one.reason },
      { names: { en: 'Note', cn: '备注' }, value: (one) => one.note },
      { names: { en: 'Waited (s)', cn: '等待（秒）' }, value: (one) => one.waitedSeconds },
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
