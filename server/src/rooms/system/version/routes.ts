import { versionDelete, versionInfo, versionList, versionSave, versionUpdate } from '@greenroom/contract/system'
import { levelOn, staffOf } from '../../../kit/context.ts'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { refuseField } from '../../../kit/refusal.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { versionById, versionPage } from './queries.ts'
import { shown } from './rules.ts'
import { deleteVersions, saveVersion, updateVersion } from './service.ts'

export const versionRoutes: Served[] = [
  serveList(
    versionList,
    async (context, payload) => {
      const page = await versionPage(context.database, filtersOf(payload), payload)
      const mayWrite = levelOn(staffOf(context), 'system.version') === 3
      return mapPage(page, (row) => shown(row, mayWrite))
    },
    [
      { names: { en: 'ID', cn: '编号' }, value: (version) => version.id },
      { names: { en: 'App', cn: '应用' }, value: (version) => version.app },
      { names: { en: 'Version', cn: '版本' }, value: (version) => version.name },
      { names: { en: 'Build', cn: '构建号' }, value: (version) => version.build },
      { names: { en: 'Address', cn: '更新地址' }, value: (version) => version.address },
      { names: { en: 'Description', cn: '描述' }, value: (version) => version.description },
      { names: { en: 'Mandatory', cn: '强制更新' }, value: (version) => version.mandatory },
      { names: { en: 'Share (%)', cn: '灰度比例（%）' }, value: (version) => version.sharePercent },
      { names: { en: 'Added by', cn: '添加人' }, value: (version) => version.createdBy },
      { names: { en: 'Added at', cn: '添加时间' }, value: (version) => new Date(version.createdAt) },
      { names: { en: 'Changed at', cn: '修改时间' }, value: (version) => new Date(version.updatedAt) },
    ],
  ),
  serve(versionInfo, async (context, { id }) => {
    const row = await versionById(context.database, id)
    if (!row) throw refuseField(10032, 'id', 'no such version')
    return { version: shown(row, levelOn(staffOf(context), 'system.version') === 3) }
  }),
  serve(versionSave, saveVersion),
  serve(versionUpdate, updateVersion),
  serve(versionDelete, deleteVersions),
]
