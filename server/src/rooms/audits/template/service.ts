// Changes reason templates: one transaction a verb.

import type { auditTemplateEnable, auditTemplateSave, auditTemplateUpdate } from '@greenroom/contract/audits'
import type { Parsed } from '@greenroom/contract/call'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import type { Change } from '@greenroom/contract/sentences/words'
import { chosen } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { type Transaction, violates } from '../../../kit/database.ts'
import { Refusal, refuseBecause } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record } from '../../../log/index.ts'
import * as queries from './queries.ts'
import { editable, shownTemplate, templateOf, usesSince } from './rules.ts'

const target = (row: queries.TemplateRow) => `auditTemplate ${row.id}`
const told = (row: queries.TemplateRow, how: Change) => templateChanged({ en: row.title_en, cn: row.title_cn }, how)
const changeOf = (context: Context) => ({ updated_by: staffOf(context).username, updated_at: context.now })

const columnsOf = (payload: Parsed<typeof auditTemplateSave>) => ({
  kinds: chosen(payload.kinds, 'kinds'),
  title_en: payload.titleEn,
  title_cn: payload.titleCn,
  text_en: payload.textEn,
  text_cn: payload.textCn,
  sort: payload.sort,
})

/** The row at the version it was decided on. @throws Refusal 10032 for an unknown id, 20000 for a stale version. */
async function lockAt(tx: Transaction, id: number, version: number, sent: Record<string, unknown>) {
  const row = await queries.lockTemplate(tx, id)
  if (!row) throw new Refusal(10032)
  if (row.version !== version)
    throw staleWrite({ by: row.updated_by, at: row.updated_at, version: row.version }, editable(row), sent)
  return row
}

/** Says in the catalogue's words which of its own a template took from another. @throws Refusal 10027, 90002 */
async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violates(error, 'template_sort_key')) throw refuseBecause(90002, 'sort', 'template.sort')
    if (violates(error, 'template_title_en')) throw refuseBecause(10027, 'titleEn', 'template.title')
    if (violates(error, 'template_title_cn')) throw refuseBecause(10027, 'titleCn', 'template.title')
    throw error
  }
}

/** A new template is enabled. @throws Refusal 10027 for a title, 90002 for a place that another has. */
export const saveTemplate = (context: Context, payload: Parsed<typeof auditTemplateSave>) =>
  unlessTaken(
    context.tx(async (tx) => {
      const made = await queries.insertTemplate(tx, { ...columnsOf(payload), ...changeOf(context) })
      await record(tx, context, {
        target: target(made),
        content: told(made, 'added'),
        before: null,
        after: templateOf(made),
      })
      return { template: shownTemplate(made, 0, true) }
    }),
  )

/**
 * What was decided with it keeps the text of its day.
 *
 * @throws Refusal 10027 for a title, 90002 for a place that another has, 10032, 20000 for a stale version.
 */
export const updateTemplate = (context: Context, payload: Parsed<typeof auditTemplateUpdate>) =>
  unlessTaken(
    context.tx(async (tx) => {
      const { templateId, version, ...sent } = payload
      const before = await lockAt(tx, templateId, version, sent)
      const after = await queries.updateTemplate(tx, before.id, { ...columnsOf(payload), ...changeOf(context) })
      await record(tx, context, {
        target: target(after),
        content: told(after, 'edited'),
        before: templateOf(before),
        after: templateOf(after),
      })
      const uses = await queries.usesOf(tx, [after.id], usesSince(context.now))
      return { template: shownTemplate(after, uses.get(after.id) ?? 0, true) }
    }),
  )

/** @throws Refusal 10032, 20000 for a stale version or what is so already. */
export const enableTemplate = (context: Context, payload: Parsed<typeof auditTemplateEnable>) =>
  context.tx(async (tx) => {
    const { templateId, version, enabled } = payload
    const before = await lockAt(tx, templateId, version, { enabled })
    if (before.enabled === enabled)
      throw refuseBecause(20000, 'enabled', enabled ? 'enabled.already' : 'disabled.already')
    const after = await queries.updateTemplate(tx, before.id, { enabled, ...changeOf(context) })
    await record(tx, context, {
      target: target(after),
      content: told(after, enabled ? 'enabled' : 'disabled'),
      before: templateOf(before),
      after: templateOf(after),
    })
    return {}
  })
