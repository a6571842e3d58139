// Entries and transfers in the contract's words. Pure.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { flowTokenList, flowTransferInfo } from '@greenroom/contract/flow'
import type { Entry, TransferInfo } from '../../../ledger/index.ts'

/** Id of an entry: its transfer's and its line. */
export const shownEntry = (entry: Entry): RecordOf<typeof flowTokenList> => ({
  entryId: `${entry.transfer_id}/${entry.line}`,
  transferId: entry.transfer_id,
  kind: entry.kind,
  phase: entry.phase,
  reference: entry.reference,
  owner: entry.owner,
  purpose: entry.purpose,
  currency: entry.currency,
  amount: Number(entry.amount),
  reserved: Number(entry.reserved),
  postedAfter: entry.posted_after === null ? null : Number(entry.posted_after),
  reservedAfter: entry.reserved_after === null ? null : Number(entry.reserved_after),
  actor: entry.actor,
  occurredAt: entry.occurred_at.toISOString(),
  recordedAt: entry.recorded_at.toISOString(),
})

export const shownTransfer = ({ transfer, resolvedBy, entries }: TransferInfo): Answer<typeof flowTransferInfo> => ({
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
  entries: entries.map(shownEntry),
})

/** Whose accounts a filter means: a person's by her id, or anybody's by name. Both at once must agree. */
export function ownerOf(filters: { userId?: number | undefined; owner?: string | undefined }): string | undefined {
  if (filters.userId === undefined) return filters.owner
  const person = `user:${filters.userId}`
  return filters.owner === undefined || filters.owner === person ? person : `${person} and ${filters.owner}`
}
