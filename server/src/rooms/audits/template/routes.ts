import {
  auditTemplateChoices,
  auditTemplateEnable,
  auditTemplateList,
  auditTemplateSave,
  auditTemplateUpdate,
} from '@greenroom/contract/audits'
import { levelOn, staffOf } from '../../../kit/context.ts'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { nameOfKind } from '../words.ts'
import { templatePage, templatesOffered, usesOf } from './queries.ts'
import { choiceOf, shownTemplate, usesSince } from './rules.ts'
import { enableTemplate, saveTemplate, updateTemplate } from './service.ts'

export const templateRoutes: Served[] = [
  serve(auditTemplateChoices, async ({ database }, { kind }) => ({
    templates: (await templatesOffered(database, kind)).map(choiceOf),
  })),
  serveList(
    auditTemplateList,
    async (context, payload) => {
      const { database, now } = context
      const page = await templatePage(database, filtersOf(payload), payload)
      const uses = await usesOf(
        database,
        page.records.map((row) => row.id),
        usesSince(now),
      )
      const mayWrite = levelOn(staffOf(context), 'audits.template') === 3
      return mapPage(page, (row) => shownTemplate(row, uses.get(row.id) ?? 0, mayWrite))
    },
    [
      { names: { en: 'Sort', cn: '排序' }, value: (template) => template.sort },
      { names: { en: 'English title', cn: '英文标题' }, value: (template) => template.titleEn },
      { names: { en: 'Chinese title', cn: '中文标题' }, value: (template) => template.titleCn },
      { names: { en: 'English text', cn: '英文内容' }, value: (template) => template.textEn },
      { names: { en: 'Chinese text', cn: '中文内容' }, value: (template) => template.textCn },
      {
        names: { en: 'Queues', cn: '审核队列' },
        value: (template, { language }) => template.kinds.map((kind) => nameOfKind(kind, language)).join(', '),
      },
      { names: { en: 'Uses in 30 days', cn: '近30天使用次数' }, value: (template) => template.uses },
      { names: { en: 'Enabled', cn: '启用' }, value: (template) => template.enabled },
      { names: { en: 'Changed by', cn: '修改人' }, value: (template) => template.updatedBy },
      { names: { en: 'Changed at', cn: '修改时间' }, value: (template) => new Date(template.updatedAt) },
    ],
  ),
  serve(auditTemplateSave, saveTemplate),
  serve(auditTemplateUpdate, updateTemplate),
  serve(auditTemplateEnable, enableTemplate),
]
