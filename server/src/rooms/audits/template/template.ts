// Reason templates: why an item fails, chosen by reviewers and sent to the user.
import {
  auditTemplateChoices,
  auditTemplateEnable,
  auditTemplateList,
  auditTemplateSave,
  auditTemplateUpdate,
} from '@greenroom/contract/auditTemplates'
import type { Parsed } from '@greenroom/contract/call'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import { sql } from 'kysely'
import { chosen } from '../../../kit/batch.ts'
import type { Context } from '../../../kit/context.ts'
import { type Reader, type Transaction, violates } from '../../../kit/database.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import { moment, type Served, serve } from '../../../kit/serve.ts'
import {
  addRow,
  changeRows,
  columnsOf,
  equals,
  holds,
  lockAt,
  present,
  type Row,
  resource,
  search,
  serveRecords,
  switches,
} from '../../../records/index.ts'
import { nameOfKind } from '../words.ts'
import { choiceOf, templatesOffered } from './offered.ts'

const day = 86_400_000

/** How often each of these templates was used in the last 30 days. */
async function usesOf(reader: Reader, ids: readonly number[], now: Date): Promise<Map<number | null, number>> {
  const rows = await reader
    .selectFrom('audits.review')
    .select(['template_id', sql<number>`count(*)::int`.as('uses')])
    .where('template_id', '=', sql<number>`any (${ids})`)
    .where('decided_at', '>=', new Date(now.getTime() - 30 * day))
    .groupBy('template_id')
    .execute()
  return new Map(rows.map((row) => [row.template_id, row.uses]))
}

const templates = resource('audits.template', {
  id: { column: 'id', type: 'int' },
  menu: 'audits.template',
  noun: 'auditTemplate',
  view: (row) => ({ ...choiceOf(row), enabled: row.enabled, version: row.version }),
  more: async ({ database, now }, rows) => {
    const uses = await usesOf(
      database,
      rows.map((row) => row.id),
      now,
    )
    return rows.map((row) => ({
      uses: uses.get(row.id) ?? 0,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
    }))
  },
  can: ({ enabled }) => ({ update: true, ...switches(enabled) }),
  fields: {
    kinds: 'kinds',
    titleEn: 'title_en',
    titleCn: 'title_cn',
    textEn: 'text_en',
    textCn: 'text_cn',
    sort: 'sort',
    enabled: 'enabled',
  },
  sentence: ([row], change) => templateChanged({ en: row!.title_en, cn: row!.title_cn }, change),
})

/** Runs one change and returns the new row. @throws Refusal 10027 for a duplicate title, 90002 for a taken position. */
async function changed(context: Context, work: (tx: Transaction) => Promise<Row<'audits.template'>>) {
  try {
    const row = await context.tx(work)
    const [template] = await present(context, templates, [row])
    return { template: template! }
  } catch (error) {
    if (violates(error, 'template_sort_key')) throw refuseBecause(90002, 'sort', 'template.sort')
    if (violates(error, 'template_title_en')) throw refuseBecause(10027, 'titleEn', 'template.title')
    if (violates(error, 'template_title_cn')) throw refuseBecause(10027, 'titleCn', 'template.title')
    throw error
  }
}

const sent = (payload: Parsed<typeof auditTemplateSave>) => ({
  ...columnsOf(templates, payload),
  kinds: chosen(payload.kinds, 'kinds'),
})

/** A new template is enabled. */
const save = (context: Context, payload: Parsed<typeof auditTemplateSave>) =>
  changed(context, (tx) => addRow(tx, context, templates, sent(payload)))

/** Earlier decisions keep the text of their time. */
const update = (context: Context, payload: Parsed<typeof auditTemplateUpdate>) =>
  changed(context, async (tx) => {
    const before = await lockAt(tx, templates, payload.templateId, payload.version, sent(payload))
    const [after] = await changeRows(tx, context, templates, [before], sent(payload), 'edited')
    return after!
  })

/** @throws Refusal 10032, 20000 for a stale version or if nothing changes. */
const enable = (context: Context, { templateId, version, enabled }: Parsed<typeof auditTemplateEnable>) =>
  context.tx(async (tx) => {
    const before = await lockAt(tx, templates, templateId, version, { enabled })
    if (before.enabled === enabled)
      throw refuseBecause(20000, 'enabled', enabled ? 'enabled.already' : 'disabled.already')
    await changeRows(tx, context, templates, [before], { enabled }, enabled ? 'enabled' : 'disabled')
    return {}
  })

export const templateRoutes: Served[] = [
  serve(auditTemplateChoices, async ({ database }, { kind }) => ({
    templates: (await templatesOffered(database, kind)).map(choiceOf),
  })),
  serveRecords(templates, auditTemplateList, {
    filters: {
      kind: holds('t.kinds'),
      text: search(['t.title_en', 't.title_cn', 't.text_en', 't.text_cn']),
      enabled: equals('t.enabled'),
    },
    orders: { sort: { type: 'int', column: 'sort' }, updatedAt: { type: 'timestamptz', column: 'updated_at' } },
    order: 'sort',
    size: 50,
    columns: [
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
      { names: { en: 'Changed at', cn: '修改时间' }, value: (template) => moment(template.updatedAt) },
    ],
  }),
  serve(auditTemplateSave, save),
  serve(auditTemplateUpdate, update),
  serve(auditTemplateEnable, enable),
]
