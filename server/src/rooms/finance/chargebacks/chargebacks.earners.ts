// The earners of a chargeback's tokens, with the amounts that prefill their deductions.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { chargebackEarners } from '@greenroom/contract/chargebacks'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { earnedFrom } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import { peopleOf } from '../../users/index.ts'
import { chargebacksOf } from './chargebacks.queries.ts'
import { centsOfTokens, shareOf } from './chargebacks.rules.ts'

type Found = { userId: bigint; guildId: number | null; name: string | null; deducted: boolean }

/** Covers what the payer spent between the order and the chargeback; each earner has the guild of their last earning. */
export async function earners(
  params: Params,
  context: Context,
  { chargebackId }: Parsed<typeof chargebackEarners>,
): Promise<Answer<typeof chargebackEarners>> {
  const { database } = context
  const row = (await chargebacksOf(database, [chargebackId])).get(chargebackId)
  if (!row) throw refuseBecause(10032, 'chargebackId', 'record.none')
  const order = await database
    .selectFrom('finance.recharge_order')
    .select(['paid_at', 'created_at'])
    .where('id', '=', row.order_id)
    .executeTakeFirstOrThrow()
  const from = order.paid_at ?? order.created_at ?? row.at
  const earned = (await earnedFrom(database, row.user_id, from, row.at)).filter(({ paid }) => paid > 0n)
  const ids = earned.map(({ userId }) => userId)
  const [people, { rows }] = await Promise.all([
    peopleOf(database, [...ids, row.user_id]),
    sql<Found>`
      select e.id as "userId", m.guild_id as "guildId", m.name,
             exists (select from guilds.deduction d where d.chargeback_id = ${chargebackId} and d.user_id = e.id
                        and d.state = 'effective') as deducted
        from unnest(${ids}::bigint[]) as e(id)
        left join lateral (select g.id as guild_id, g.name from guilds.member m join guilds.guild g on g.id = m.guild_id
                            where m.user_id = e.id and m.state <> 'invited' and (m.ends_at is null or m.ends_at > ${from})
                            order by m.since desc limit 1) m on true`.execute(database),
  ])
  const found = new Map(rows.map((one) => [one.userId, one]))
  const owed = BigInt(row.owed_tokens)
  const spent = earned.reduce((sum, { paid }) => sum + paid, 0n)
  const bonusPerUsd = params.integer('bonus_per_usd')
  return {
    chargebackId,
    orderId: row.order_id,
    payer: people.get(row.user_id) ?? { userId: Number(row.user_id), nickname: '', avatarUrl: '' },
    owedTokens: Number(owed),
    owedUsdCents: Number(centsOfTokens(owed, params.integer('tokens_per_usd'))),
    spentTokens: Number(spent),
    earners: earned.map(({ userId, bonus, paid, promo }) => {
      // Promotional tokens cost nothing, so none were charged back.
      const fromPaid = (bonus * paid) / (paid + promo)
      const { guildId = null, name = null, deducted = false } = found.get(userId) ?? {}
      return {
        user: people.get(userId) ?? { userId: Number(userId), nickname: '', avatarUrl: '' },
        guild: guildId === null ? null : { guildId, name: name ?? '' },
        bonus: Number(fromPaid),
        usdCents: Number(shareOf(fromPaid, owed, spent, bonusPerUsd)),
        deducted,
      }
    }),
  }
}
