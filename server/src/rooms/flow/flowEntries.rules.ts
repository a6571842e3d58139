// Maps entries and transfers to the contract. Pure.
import { inUnit } from '@greenroom/contract/amounts'
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { flowTokenList, flowTransferInfo, flowTransferList } from '@greenroom/contract/flow'
import type { Entry, TransferInfo, TransferLeg, TransferRow } from '../../ledger/index.ts'

/** An entry's id: its transfer's id and line. */
export const shownEntry = (entry: Entry): RecordOf<typeof flowTokenList> => ({
  entryId: `${entry.transfer_id}/${entry.line}`,
  transferId: entry.transfer_id,
  kind: entry.kind,
  phase: entry.phase,
  reference: entry.reference,
  owner: entry.owner,
  purpose: entry.purpose,
  currency: entry.currency,
  ...inUnit(entry.currency, entry.amount),
  reserved: inUnit(entry.currency, entry.reserved),
  postedAfter: entry.posted_after === null ? null : inUnit(entry.currency, entry.posted_after),
  reservedAfter: entry.reserved_after === null ? null : inUnit(entry.currency, entry.reserved_after),
  actor: entry.actor,
  occurredAt: entry.occurred_at.toISOString(),
  recordedAt: entry.recorded_at.toISOString(),
})

const platform = 'platform'

/** The owners on one side of a transfer: users, agents and guilds, or the platform if there is no other. */
function sideOf(legs: readonly TransferLeg[]): string[] {
  const owners = [...new Set(legs.map(({ owner }) => owner))]
  const others = owners.filter((owner) => owner !== platform)
  return others.length > 0 ? others : owners
}

/** A transfer as one row. Amounts are credit-positive, so debits are negative; a hold has reserves instead of amounts. */
export function shownTransferRow(row: TransferRow): RecordOf<typeof flowTransferList> {
  const moves = row.legs.some(({ amount }) => amount !== 0)
  const gone = row.legs.filter(({ amount, reserved }) => (moves ? amount < 0 : reserved !== 0))
  const come = moves ? row.legs.filter(({ amount }) => amount > 0) : []
  const sums = new Map<TransferLeg['currency'], number>()
  for (const leg of moves ? come : gone)
    sums.set(leg.currency, (sums.get(leg.currency) ?? 0) + Math.abs(moves ? leg.amount : leg.reserved))
  return {
    transferId: row.id,
    kind: row.kind,
    phase: row.phase,
    from: sideOf(gone),
    to: sideOf(come),
    amounts: [...sums].map(([currency, amount]) => ({ currency, amount })),
    legs: row.legs.length,
    refused: row.refused,
    reference: row.reference,
    actor: row.actor,
    occurredAt: row.occurred_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
  }
}

/** @param detached whether most of its entries stand in a file */
export const shownTransfer = (
  { transfer, resolvedBy, entries }: TransferInfo,
  detached: boolean,
): Answer<typeof flowTransferInfo> => ({
  transfer: {
    transferId: transfer.id,
    kind: transfer.kind,
    phase: transfer.phase,
    holdId: transfer.hold_id,
    resolvedBy,
    reference: transfer.reference,
    refused: transfer.refused,
    actor: transfer.actor,
    occurredAt: transfer.occurred_at.toISOString(),
    recordedAt: transfer.recorded_at.toISOString(),
  },
  detached,
  entries: entries.map(shownEntry),
})

/** The owners that the filters name: users by id, or any owner by name. If both are given, they must agree; else there is none. */
export function ownersOf(filters: {
  userId?: readonly number[] | undefined
  owner?: string | undefined
}): readonly string[] | undefined {
  const people = filters.userId?.map((id) => `user:${id}`)
  if (people === undefined || filters.owner === undefined)
    return people ?? (filters.owner === undefined ? undefined : [filters.owner])
  return people.filter((person) => person === filters.owner)
}
