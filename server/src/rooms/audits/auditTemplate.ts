// Reason templates: why an item fails, chosen by reviewers and sent to the user.
import { auditTemplateCalls, auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { namesOf } from '@greenroom/contract/localized'
import { auditTemplate } from '@greenroom/contract/records/audits'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import { sql } from 'kysely'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { type Served, serve } from '../../kit/calls/serve.ts'
import type { Reader } from '../../kit/database/database.ts'
import { declared, holds, inTexts, namedInTexts, present, search } from '../../records/index.ts'
import { choiceOf, templatesOffered } from './auditTemplate.offered.ts'

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

const { list, turn, save, update } = auditTemplateCalls

/** A new template is enabled; earlier decisions keep the text of their time. */
const templates = declared(
  auditTemplate,
  'audits.template',
  { list, turn },
  {
    filters: {
      text: search([], inTexts('t.texts'), namedInTexts('t.titles')),
      kind: holds('t.kinds'),
    },
    more: async ({ database, now }, rows) => {
      const ids = rows.map((row) => row.id)
      const uses = await usesOf(database, ids, now)
      return ids.map((id) => ({ uses: uses.get(id) ?? 0 }))
    },
    duplicates: {
      template_sort_key: () => refuseBecause(90002, 'sort', 'template.sort'),
      template_title_en: () => refuseBecause(10027, 'titleEn', 'template.title'),
      template_title_cn: () => refuseBecause(10027, 'titleCn', 'template.title'),
    },
    sentence: ([row], change) => templateChanged(namesOf(row!.titles), change),
  },
)

export const templateRoutes: Served[] = [
  ...templates.routes,
  serve(auditTemplateChoices, async ({ database }, { kind }) => ({
    templates: (await templatesOffered(database, kind)).map(choiceOf),
  })),
  serve(save, async (context, payload) => {
    const [template] = await present(context, templates.of, [await templates.add(context, payload)])
    return { template }
  }),
  serve(update, async (context, payload) => {
    const [template] = await present(context, templates.of, [await templates.update(context, payload)])
    return { template }
  }),
]
