// Channels as ordinary records.
import { channelsChanged } from '@greenroom/contract/sentences/promotion'
import type { channelTypes } from '@greenroom/contract/statesAndKinds'
import { textOf } from '../../../kit/time.ts'
import { resource, switches } from '../../../records/index.ts'
import { sinceOf } from './channels.hints.ts'
import { promoterNames, recentOf, type Term, termsOn } from './channels.queries.ts'

const noTerm: Pick<Term, 'model' | 'priceCents' | 'shareBp' | 'coefficient'> = {
  model: 'CPA',
  priceCents: 0n,
  shareBp: 0,
  coefficient: 100,
}

export const channels = resource('promotion.channel', {
  id: { column: 'id', type: 'int' },
  menu: 'promotion.channel',
  noun: 'channel',
  view: (row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    promoterId: row.promoter_id,
    type: row.type as (typeof channelTypes)[number],
    enabled: row.enabled,
    remark: row.remark,
    createdAt: row.created_at.toISOString(),
    updatedBy: row.updated_by,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }),
  more: async ({ database, now, timeZone }, rows) => {
    const [today, since] = [textOf(now, timeZone).slice(0, 10), textOf(sinceOf(now), timeZone).slice(0, 10)]
    const [terms, recent, names] = await Promise.all([
      termsOn(
        database,
        rows.map(({ id }) => id),
        today,
      ),
      recentOf(
        database,
        rows.map(({ number }) => number),
        since,
      ),
      promoterNames(
        database,
        rows.flatMap(({ promoter_id }) => promoter_id ?? []),
      ),
    ])
    return rows.map((row) => {
      const term = terms.get(row.id) ?? noTerm
      const { installs = 0, counted = 0, registrations = 0 } = recent.get(row.number) ?? {}
      return {
        promoter:
          row.promoter_id === null ? null : { promoterId: row.promoter_id, name: names.get(row.promoter_id) ?? '' },
        model: term.model,
        priceCents: Number(term.priceCents),
        shareBp: term.shareBp,
        coefficient: term.coefficient,
        installs,
        counted,
        registrations,
      }
    })
  },
  can: ({ enabled }) => ({ update: true, ...switches(enabled), terms: true }),
  fields: { name: 'name', promoterId: 'promoter_id', type: 'type', remark: 'remark' },
  sentence: (rows, change) => channelsChanged(rows, change),
})
