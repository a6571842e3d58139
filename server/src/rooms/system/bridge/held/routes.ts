import { heldEventDrop, heldEventList, heldEventReplay } from '@greenroom/contract/clients'
import { heldOwner } from '../../../../bridge/index.ts'
import { levelOn, staffOf } from '../../../../kit/context.ts'
import { mapPage } from '../../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../../kit/serve.ts'
import { type HeldRow, heldPage } from './queries.ts'
import { heldShown } from './rules.ts'
import { dropHeld, type HeldServices, replayHeld } from './service.ts'

const states = {
  failing: { en: 'Failing', cn: '处理失败' },
  held: { en: 'Held', cn: '已暂存' },
  replayed: { en: 'Replayed', cn: '已重放' },
  refused: { en: 'Rejected', cn: '被拒绝' },
  dropped: { en: 'Dropped', cn: '已丢弃' },
}

/** The kept line; null if there is none, or it can't be opened: the other rows are shown all the same. */
function lineOf({ seals }: HeldServices, row: HeldRow): string | null {
  try {
    return row.sealed === null ? null : seals.open(row.sealed, heldOwner(row.id))
  } catch {
    return null
  }
}

export const heldRoutes = (services: HeldServices): Served[] => [
  serveList(
    heldEventList,
    async (context, payload) => {
      const page = await heldPage(context, payload)
      const mayWrite = levelOn(staffOf(context), 'system.bridge') === 3
      return mapPage(page, (row) => heldShown(row, lineOf(services, row), mayWrite))
    },
    [
      { names: { en: 'Event ID', cn: '事件编号' }, value: (row) => row.eventId },
      { names: { en: 'Type', cn: '类型' }, value: (row) => row.type },
      { names: { en: 'Status', cn: '状态' }, value: (row, context) => states[row.state][context.language] },
      { names: { en: 'Client', cn: '应用' }, value: (row) => row.client },
      { names: { en: 'Happened', cn: '发生时间' }, value: (row) => new Date(row.happenedAt) },
      { names: { en: 'Attempts', cn: '尝试次数' }, value: (row) => row.tries },
      { names: { en: 'First failed', cn: '首次失败' }, value: (row) => new Date(row.firstFailedAt) },
      { names: { en: 'Last failed', cn: '最近失败' }, value: (row) => new Date(row.lastFailedAt) },
      { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
      { names: { en: 'Code', cn: '错误码' }, value: (row) => row.errorCode },
      { names: { en: 'Decided by', cn: '处理人' }, value: (row) => row.endedBy },
      { names: { en: 'Decided', cn: '处理时间' }, value: (row) => row.endedAt && new Date(row.endedAt) },
      { names: { en: 'Line', cn: '原始内容' }, value: (row) => row.line },
    ],
  ),
  serve(heldEventReplay, (context, payload) => replayHeld(services, context, payload)),
  serve(heldEventDrop, dropHeld),
]
