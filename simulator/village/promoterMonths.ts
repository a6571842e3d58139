// The village's ended months of promoters: frozen, approved, and paid by a batch.
import type { Answer } from '@greenroom/contract/call'
import * as batches from '@greenroom/contract/payoutBatches'
import { promoterSettleApprove, promoterSettleFreeze, promoterSettleList } from '@greenroom/contract/promoterSettle'
import { momentOf, textOf } from '../../server/src/kit/time.ts'
import { runOnce, type VillageServices } from './context.ts'
import type { Staffed } from './promotionStaff.ts'

const day = 86_400_000

/** Recounts the days of all channels. */
async function fold(services: VillageServices, at: Date): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await runOnce(services, at, ['promotion-days'])
    if (!(await services.database.selectFrom('promotion.dirty_day').select('id').limit(1).executeTakeFirst())) return
  }
}

type Line = Answer<typeof promoterSettleList>['records'][number]

/** The months that ended since promotion began, oldest first: the first day of the next one, in the platform's zone. */
function endsOfMonths({ timeZone }: VillageServices, begun: Date, now: Date): { month: string; ended: Date }[] {
  const first = textOf(begun, timeZone()).slice(0, 7)
  const [year = 0, month = 1] = first.split('-').map(Number)
  return Array.from({ length: 4 }, (_, n) => {
    const text = (of: number) => new Date(Date.UTC(year, month - 1 + of, 1)).toISOString().slice(0, 7)
    return { month: text(n), ended: momentOf(`${text(n + 1)}-01`, timeZone(), 'month') }
  }).filter(({ ended }) => ended < now)
}

/**
 * Plans the ended months: frozen by Operations, approved by the Finance maker, paid by a batch. Of the last one, the poster promoter is not
 * frozen yet, and KolHub Media not approved.
 */
export function planSettlement(services: VillageServices, staff: Staffed, begun: Date, now: Date): void {
  const months = endsOfMonths(services, begun, now)
  for (const [index, { month, ended }] of months.entries()) {
    const isLast = index === months.length - 1
    // Requests expire after three days.
    const step = Math.min(0.9 * day, (now.getTime() - ended.getTime()) / 6)
    const at = (steps: number) => new Date(ended.getTime() + steps * step)
    let frozen: Line[] = []
    services.later(at(1), async () => {
      await fold(services, at(1))
      const { records } = await staff.operations.act<Answer<typeof promoterSettleList>>(at(1), promoterSettleList, {
        ended: true,
        size: 200,
      })
      frozen = records.filter((line) => line.month === month && !(isLast && line.promoter.name === 'Metro Posters'))
      if (frozen.length > 0)
        staff.done(await staff.operations.act(at(1), promoterSettleFreeze, { ids: frozen.map(({ id }) => id) }))
    })
    let approved: Line[] = []
    services.later(at(2), async () => {
      approved = frozen.filter(({ promoter }) => !isLast || promoter.name === 'Bluewave Ads')
      if (approved.length > 0)
        staff.done(await staff.maker.act(at(2), promoterSettleApprove, { ids: approved.map(({ id }) => id) }))
    })
    services.later(at(3), () => pay(services, staff, month, approved, at))
  }
}

/** A batch of what is payable, approved, sent and paid in the following steps. */
async function pay(
  { later }: VillageServices,
  { maker, approve, done }: Staffed,
  month: string,
  approved: readonly Line[],
  at: (steps: number) => Date,
): Promise<void> {
  // The poster promoter has no payout account yet.
  const paid = approved.filter(({ promoter, payableCents }) => promoter.name !== 'Metro Posters' && payableCents > 0)
  const lines = paid.map(({ id }) => ({ source: 'promoter', id: String(id) }))
  if (lines.length === 0) return
  const made = await maker.act<Answer<typeof batches.payoutBatchSave>>(at(3), batches.payoutBatchSave, {
    lines: JSON.stringify(lines),
    note: `Promoters, ${month}`,
  })
  const batchId = made.batchId!
  if (made.approvalId) later(at(4), () => approve(at(4), made.approvalId!))
  later(at(4.2), () => maker.act(at(4.2), batches.payoutBatchSend, { batchId, format: 'csv' }))
  later(at(5), async () => {
    const { payouts } = await maker.act<Answer<typeof batches.payoutBatchInfo>>(at(5), batches.payoutBatchInfo, {
      batchId,
    })
    const results = payouts.map(({ payoutId }, index) => ({
      payoutId,
      outcome: 'paid',
      reference: `FHB-${month}-${index + 1}`,
      reason: '',
    }))
    done(await maker.act(at(5), batches.payoutBatchResult, { batchId, results: JSON.stringify(results) }))
  })
}
