import {
  whitelistDelete,
  whitelistInfo,
  whitelistList,
  whitelistSave,
  whitelistUpdate,
} from '@greenroom/contract/system'
import { levelOn, staffOf } from '../../../kit/context.ts'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { refuseField } from '../../../kit/refusal.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { entryById, whitelistPage } from './queries.ts'
import { type Kind, shown } from './rules.ts'
import { deleteEntries, saveEntry, updateEntry } from './service.ts'

const kinds: Record<Kind, { en: string; cn: string }> = {
  ip: { en: 'Address', cn: 'IP 地址' },
  user: { en: 'User', cn: '用户' },
  device: { en: 'Device', cn: '设备' },
  withdrawal: { en: 'Withdrawal', cn: '提现' },
}
const states = { effective: { en: 'Effective', cn: '生效中' }, expired: { en: 'Expired', cn: '已过期' } }

export const whitelistRoutes: Served[] = [
  serveList(
    whitelistList,
    async (context, payload) => {
      const page = await whitelistPage(context.database, filtersOf(payload), context.now, payload)
      const mayWrite = levelOn(staffOf(context), 'system.whitelist') === 3
      return mapPage(page, (row) => shown(row, context.now, mayWrite))
    },
    [
      { names: { en: 'ID', cn: '编号' }, value: (entry) => entry.id },
      { names: { en: 'Kind', cn: '类型' }, value: (entry, context) => kinds[entry.kind][context.language] },
      { names: { en: 'Value', cn: '内容' }, value: (entry) => entry.value },
      { names: { en: 'Note', cn: '备注' }, value: (entry) => entry.note },
      { names: { en: 'Expires', cn: '到期时间' }, value: (entry) => entry.expiresAt && new Date(entry.expiresAt) },
      { names: { en: 'State', cn: '状态' }, value: (entry, context) => states[entry.state][context.language] },
      { names: { en: 'Added by', cn: '添加人' }, value: (entry) => entry.createdBy },
      { names: { en: 'Added at', cn: '添加时间' }, value: (entry) => new Date(entry.createdAt) },
    ],
  ),
  serve(whitelistInfo, async (context, { id }) => {
    const row = await entryById(context.database, id)
    if (!row) throw refuseField(10032, 'id', 'no such entry')
    return { entry: shown(row, context.now, levelOn(staffOf(context), 'system.whitelist') === 3) }
  }),
  serve(whitelistSave, saveEntry),
  serve(whitelistUpdate, updateEntry),
  serve(whitelistDelete, deleteEntries),
]
