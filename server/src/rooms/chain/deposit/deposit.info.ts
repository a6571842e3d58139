// One deposit as its drawer and the form of its match show it: with who may have paid it.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { usdtInInfo, usdtInPayer } from '@greenroom/contract/chain'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Unpaid } from '../chain.payer.ts'
import type { Watching } from '../chain.watching.ts'
import * as queries from './deposit.queries.ts'
import { type DepositNeeds, namesOf, payerOf, shown, waitingDeposits } from './deposit.service.ts'
import { type Asked, hoursAfter, hoursBefore, nearThousandths, type Owner, suggest } from './deposit.suggest.ts'

type Payers = Watching['payers']
type Info = Answer<typeof usdtInInfo>

const hourMs = 3_600_000

async function askedFor(payers: Payers, context: Context, row: queries.DepositRow): Promise<Asked[]> {
  const { usdt_micros: micros, at } = row
  const within = {
    leastMicros: (micros * 1000n) / (1000n + nearThousandths),
    mostMicros: (micros * 1000n) / (1000n - nearThousandths) + 1n,
    from: new Date(at.getTime() - hoursBefore * hourMs),
    to: new Date(at.getTime() + hoursAfter * hourMs),
  }
  const found = await Promise.all(
    payers.map(async (payer) => {
      const asked = ({ payerId, ...one }: Unpaid): Asked => ({ ...one, owner: { kind: payer.kind, id: payerId } })
      return (await payer.unpaid(context.database, within)).map(asked)
    }),
  )
  return found.flat()
}

const keyOf = ({ kind, id }: Owner) => `${kind} ${id}` as const

async function suggestionsFor(payers: Payers, context: Context, row: queries.DepositRow): Promise<Info['suggestions']> {
  if (row.state !== 'unmatched' || row.vanished_at !== null) return []
  const [asked, before] = await Promise.all([
    askedFor(payers, context, row),
    queries.paidFromWallet(context.database, row),
  ])
  const addressOwner =
    row.owner_kind === null ? null : { kind: row.owner_kind as Owner['kind'], id: Number(row.owner_id) }
  const found = suggest({ usdtMicros: row.usdt_micros, at: row.at, addressOwner }, asked, before)
  const names = await namesOf(
    payers,
    context.database,
    found.map(({ owner }) => owner),
  )
  return found.map(({ owner, score, by, asked: order, minutes, depositsBefore }) => ({
    payer: { ...owner, name: names.get(keyOf(owner)) ?? '' },
    score,
    by,
    asked: order && {
      id: order.orderId,
      usdtMicros: Number(order.usdtMicros),
      at: order.at.toISOString(),
      minutes: minutes ?? 0,
    },
    depositsBefore,
  }))
}

/** @throws Refusal 21001 */
export async function depositInfo(
  needs: DepositNeeds,
  context: Context,
  { id }: Parsed<typeof usdtInInfo>,
): Promise<Info> {
  const row = await queries.depositById(context, id)
  if (!row) throw refuseBecause(21001, 'id', 'record.none')
  const [open, names, suggestions] = await Promise.all([
    waitingDeposits(needs.approvals, context.database, context.now),
    namesOf(needs.payers, context.database, queries.ownersOf([row])),
    suggestionsFor(needs.payers, context, row),
  ])
  const mayWrite = levelOn(staffOf(context), 'finance.usdtIn') === 3
  return { ...shown(needs.params, row, open.has(id), mayWrite), payer: payerOf(row, names), suggestions }
}

/** The name of a payer, so that who matches a deposit sees whom the id names. */
export async function payerName(
  { payers }: Pick<Watching, 'payers'>,
  { database, scope }: Context,
  { ownerKind, ownerId }: Parsed<typeof usdtInPayer>,
): Promise<Answer<typeof usdtInPayer>> {
  if (scope.kind !== 'platform') return { name: null }
  const names = await namesOf(payers, database, [{ kind: ownerKind, id: ownerId }])
  return { name: names.get(keyOf({ kind: ownerKind, id: ownerId })) ?? null }
}
