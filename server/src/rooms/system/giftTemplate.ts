// Gift templates: the gifts of the catalogue that each scene of the app offers.
import { giftsFault, giftTemplate } from '@greenroom/contract/records/system'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import { giftTemplateCalls, giftTemplateGifts } from '@greenroom/contract/systemRecords'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { type Served, serve } from '../../kit/calls/serve.ts'
import type { Transaction, ValueOf } from '../../kit/database/database.ts'
import { declared, search } from '../../records/index.ts'
import { giftCards, giftNamesOf } from '../official/index.ts'
import { sendGifts } from './system.commands.ts'

/** @throws Refusal 70004 to 70006 for their number, 70007 for one that is named twice, 90003 for a gift that is not in the catalogue. */
async function requireGifts(tx: Transaction, ids: readonly number[]): Promise<void> {
  const fault = giftsFault(ids)
  if (fault === 70007) {
    const twice = new Set(ids.filter((id, index) => ids.indexOf(id) < index))
    throw refuseBecause(fault, 'giftIds', 'gift.twice', { ids: [...twice] })
  }
  if (fault) throw refuseBecause(fault, 'giftIds', 'gift.count', { count: ids.length })
  const known = await giftNamesOf(tx, ids)
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length > 0) throw refuseBecause(90003, 'giftIds', 'gift.unknown', { ids: missing })
}

/** The template that is enabled in a scene, if any. */
const enabledIn = (tx: Transaction, scene: ValueOf<'system.gift_template', 'scene'>) =>
  tx
    .selectFrom('system.gift_template')
    .select('name')
    .where('scene', '=', scene)
    .where('enabled', '=', true)
    .executeTakeFirst()

/** `fileUrl` is the base of uploaded pictures, as logging in answers it. */
export const giftTemplateRoutes = (fileUrl: string): Served[] => [
  ...declared(giftTemplate, 'system.gift_template', giftTemplateCalls, {
    filters: { q: search(['t.name', 't.remark']) },
    cells: { gifts: ({ gifts }, { language }) => gifts.map(({ names }) => names[language]).join(', ') },
    more: async ({ database, now }, rows) => {
      const cards = await giftCards(database, { now, fileUrl, ids: rows.flatMap((row) => row.gift_ids) })
      const byId = new Map(cards.map((card) => [card.giftId, card]))
      return rows.map((row) => ({ gifts: row.gift_ids.flatMap((id) => byId.get(id) ?? []) }))
    },
    /**
     * An enabled template may be edited, and the app shows the change at once. Its scene can't change, since the old scene would be left
     * without a template (90006: disable it first). A scene has at most one enabled template; the unique index rejects a second one.
     */
    check: async (tx, { scene, enabled, gift_ids }, before) => {
      if (gift_ids) await requireGifts(tx, gift_ids)
      if (before?.enabled && scene !== undefined && before.scene !== scene)
        throw refuseBecause(90006, 'scene', 'gift.moveFirst')
      const other = enabled && before && (await enabledIn(tx, before.scene))
      if (other) throw refuseBecause(90006, 'enabled', 'gift.otherEnabled', { name: other.name })
    },
    duplicates: { gift_template_enabled: () => refuseBecause(90006, 'enabled', 'gift.otherJustEnabled') },
    sentence: giftTemplatesChanged,
    changed: async (tx, { now }, rows) => {
      if (rows.some(({ before, after }) => before?.enabled || after?.enabled)) await sendGifts(tx, now, fileUrl)
    },
  }).routes,
  serve(giftTemplateGifts, async ({ database, now }) => ({ gifts: await giftCards(database, { now, fileUrl }) })),
]
