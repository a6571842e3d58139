// Promoters as ordinary records.
import { promotersChanged } from '@greenroom/contract/sentences/promotion'
import { promoterBalances } from '../../../ledger/index.ts'
import { resource } from '../../../records/index.ts'

const microsPerCent = 10_000n

export const promoters = resource('promotion.promoter', {
  id: { column: 'id', type: 'int' },
  menu: 'promotion.channel',
  noun: 'promoter',
  view: (row) => ({
    id: row.id,
    name: row.name,
    remark: row.remark,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }),
  more: async ({ database }, rows) => {
    const ids = rows.map(({ id }) => id)
    const [balances, counts] = await Promise.all([
      promoterBalances(database, ids),
      database
        .selectFrom('promotion.channel')
        .select(({ fn }) => ['promoter_id', fn.countAll<bigint>().as('count')])
        .where('promoter_id', 'in', [0, ...ids])
        .groupBy('promoter_id')
        .execute(),
    ])
    const channels = new Map(counts.map(({ promoter_id, count }) => [promoter_id, Number(count)]))
    return rows.map(({ id }) => ({
      channels: channels.get(id) ?? 0,
      payableCents: Number((balances.get(id) ?? 0n) / microsPerCent),
    }))
  },
  can: () => ({ update: true, account: true }),
  fields: { name: 'name', remark: 'remark' },
  sentence: (rows, change) => promotersChanged(rows, change),
})
