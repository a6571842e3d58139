import {
  giftTemplateDelete,
  giftTemplateEnable,
  giftTemplateInfo,
  giftTemplateList,
  giftTemplateSave,
  giftTemplateUpdate,
} from '@greenroom/contract/system'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import { filtersOf } from '../../../kit/paging.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { giftPictures, type TemplateRow, templateOfId, templatePage } from './queries.ts'
import { can, pictureUrl, type Scene, type Shown } from './rules.ts'
import { deleteTemplates, enableTemplate, saveTemplate, updateTemplate } from './service.ts'

const scenes: Record<Scene, { en: string; cn: string }> = {
  live: { en: 'Live', cn: '直播' },
  call: { en: '1v1 call', cn: '1v1 通话' },
  chat: { en: 'Chat', cn: '聊天' },
  dynamic: { en: 'Dynamic', cn: '动态' },
}

/** `fileUrl` is the base of uploaded pictures, as logging in answers it. */
export function giftTemplateRoutes(fileUrl: string): Served[] {
  const show = async (context: Context, rows: TemplateRow[]): Promise<Shown[]> => {
    const mayWrite = levelOn(staffOf(context), 'system.giftTemplate') === 3
    const mimes = await giftPictures(
      context.database,
      rows.flatMap((row) => row.picture_ids),
    )
    const url = (id: string) => pictureUrl(fileUrl, id, mimes.get(id))
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      scene: row.scene,
      pictures: row.picture_ids.map((id) => ({ fileId: id, url: url(id) })),
      enabled: row.enabled,
      remark: row.remark,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
      version: row.version,
      can: can(row, mayWrite),
    }))
  }

  return [
    serveList(
      giftTemplateList,
      async (context, payload) => {
        const page = await templatePage(context.database, filtersOf(payload), payload)
        return { ...page, records: await show(context, page.records) }
      },
      [
        { names: { en: 'ID', cn: '编号' }, value: (template) => template.id },
        { names: { en: 'Name', cn: '名称' }, value: (template) => template.name },
        {
          names: { en: 'Scene', cn: '场景' },
          value: (template, context) => scenes[template.scene as Scene]?.[context.language] ?? template.scene,
        },
        { names: { en: 'Pictures', cn: '图片数' }, value: (template) => template.pictures.length },
        { names: { en: 'Enabled', cn: '启用' }, value: (template) => template.enabled },
        { names: { en: 'Remark', cn: '备注' }, value: (template) => template.remark },
        { names: { en: 'Changed by', cn: '修改人' }, value: (template) => template.updatedBy },
        { names: { en: 'Changed at', cn: '修改时间' }, value: (template) => new Date(template.updatedAt) },
      ],
    ),
    serve(giftTemplateInfo, async (context, { id }) => {
      const row = await templateOfId(context.database, id)
      if (!row) throw new Refusal(10032)
      const [template] = await show(context, [row])
      return { template: template! }
    }),
    serve(giftTemplateSave, saveTemplate),
    serve(giftTemplateUpdate, (context, payload) => updateTemplate(fileUrl, context, payload)),
    serve(giftTemplateEnable, (context, payload) => enableTemplate(fileUrl, context, payload)),
    serve(giftTemplateDelete, deleteTemplates),
  ]
}
