// Plans a batch: which transfers are accepted, and what is to be written. Pure, except that transfers of USD sums get new
// ids.
import { hash } from 'node:crypto'
import type { ErrorCode } from '@greenroom/contract/errors'
import { newId } from '../kit/random.ts'
import { type AccountKey, isPlatform } from './ledger.accounts.ts'
import type {
  After,
  Balance,
  Balances,
  Batch,
  BatchAccount,
  Existing,
  Found,
  Hold,
  Item,
  Leg,
  Outcome,
  Plan,
  PlannedTransfer,
} from './ledger.types.ts'

export const zero: Balance = { posted: 0n, reserved: 0n, costMicros: 0n }

export const batchAccount = (key: AccountKey): BatchAccount => ({ key, id: 0, before: zero, balance: zero, place: 0 })

/** JSON with sorted keys, so that equal content gives equal text; a bigint ends in `n`. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical((value.toJSON as () => unknown)())
  const fields = value as Record<string, unknown>
  const names = Object.keys(fields).toSorted()
  let text = '{'
  for (const name of names) {
    const inner = fields[name]
    if (inner === undefined) continue
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${canonical(inner)}`
  }
  return `${text}}`
}

/** SHA-256 of the caller's request, in hexadecimal: detects an id that is sent again with other content. */
const requestHash = (item: Item): string =>
  hash('sha256', canonical([item.kind, item.phase, item.holdId ?? null, item.reference, item.request]))

/** Hashes the items and collects their accounts, each once. */
export function prepareBatch(requested: readonly Item[]): Batch {
  const owned = new Map<string, BatchAccount>()
  const platform = new Map<string, BatchAccount>()
  const items = requested.map((item) => ({
    item,
    id: item.id.toLowerCase(),
    holdId: item.holdId?.toLowerCase(),
    hash: requestHash(item),
    accounts: item.accounts.map((key) => accountIn(isPlatform(key) ? platform : owned, key)),
  }))
  return { items, owned, platform }
}

function accountIn(accounts: Map<string, BatchAccount>, key: AccountKey): BatchAccount {
  let account = accounts.get(key.name)
  if (!account) accounts.set(key.name, (account = batchAccount(key)))
  return account
}

/**
 * Decides the items in their order, each on the balances that those before it left. Leaves the batch's accounts with their
 * final balances.
 *
 * @param at business time, for what is recorded.
 * @param found what the database already has of the batch; nothing when it is planned on expected balances.
 */
export function planBatch(at: Date, { items, owned, platform }: Batch, found?: Found): Plan {
  const existing = new Map<string, Existing>(found?.existing)
  const holds = new Map<string, Hold>(found?.holds)
  for (const account of owned.values()) account.balance = account.before
  const balances = balancesIn(owned)
  const transfers: PlannedTransfer[] = []
  const usd = usdSums()

  const outcomes = items.map(({ item, id, holdId, hash, accounts }): Outcome => {
    const before = existing.get(id)
    if (before) return repeated(item, hash, before)
    const hold = holdId === undefined ? undefined : holds.get(holdId)
    const needed = item.needs === undefined ? undefined : existing.get(item.needs.toLowerCase())
    const decided = (needed?.refused ?? null) === null ? decide(item, balances, hold) : (needed!.refused as ErrorCode)
    if (typeof decided === 'number') {
      existing.set(id, { hash, refused: decided })
      transfers.push({ item, hash, legs: [], accounts: [], code: decided })
      return { id: item.id, status: 'refused', code: decided, remembered: false }
    }
    existing.set(id, { hash, refused: null })
    transfers.push({ item, hash, legs: decided, accounts: applyLegs(decided, owned, platform), code: null })
    usd.add(item, decided)
    if (hold) holds.set(holdId!, { ...hold, resolved: true })
    // A hold may be resolved later in the same batch.
    if (item.phase === 'hold') holds.set(id, { legs: decided.filter((leg) => leg.reserved), resolved: false })
    const after: After[] = []
    for (const { key, balance } of accounts)
      if (!isPlatform(key)) after.push({ account: key, posted: balance.posted, reserved: balance.reserved })
    return { id: item.id, status: 'accepted', after, legs: decided }
  })
  return { outcomes, transfers: [...transfers, ...usd.transfers(at, platform)] }
}

function balancesIn(owned: Batch['owned']): Balances {
  const of: Balances['of'] = (key) => owned.get(key.name)?.balance ?? zero
  return {
    of,
    available(key) {
      const { posted, reserved } = of(key)
      return posted - reserved
    },
  }
}

/** The outcome of an id that exists already: the stored one, unless its content differs. */
function repeated(item: Item, hash: string, before: Existing): Outcome {
  if (before.hash !== hash) return { id: item.id, status: 'refused', code: 10027, remembered: true }
  return before.refused === null
    ? { id: item.id, status: 'duplicate' }
    : { id: item.id, status: 'refused', code: before.refused as ErrorCode, remembered: true }
}

function decide(item: Item, balances: Balances, hold: Hold | undefined): Leg[] | ErrorCode {
  if (item.phase !== 'post' && item.phase !== 'void') return item.decide(balances, [])
  // A hold that was resolved, or never made, cannot be resolved.
  return !hold || hold.resolved ? 20000 : item.decide(balances, hold.legs)
}

/** Moves the balances of the legs' accounts, which are returned in the order of the legs. */
function applyLegs(legs: readonly Leg[], owned: Batch['owned'], platform: Batch['platform']): BatchAccount[] {
  return legs.map((leg) => {
    const isOwned = !isPlatform(leg.account)
    const account = (isOwned ? owned : platform).get(leg.account.name)
    if (!account) throw new Error(`${leg.account.name} was not named among the transfer's accounts`)
    if (isOwned) account.balance = balanceAfter(account.balance, leg)
    return account
  })
}

const balanceAfter = (before: Balance, { amount, reserved, costMicros }: Leg): Balance => ({
  posted: before.posted + amount,
  reserved: reserved ? before.reserved + reserved : before.reserved,
  costMicros: costMicros ? before.costMicros + costMicros : before.costMicros,
})

type UsdSum = { kind: string; at: number; items: number; reference: string; legs: Map<string, Leg> }

const dayMs = 86_400_000
const slotMs = 900_000

/**
 * Items with the same value happened in the same month of every time zone, so that their USD may be booked together: those of
 * a UTC day, or of a quarter of an hour on the last and first days of months.
 */
export function bookedTogether(at: number): number {
  const day = Math.floor(at / dayMs)
  const atEnd = [day, day + 1].some((one) => new Date(one * dayMs).getUTCDate() === 1)
  return atEnd ? Math.floor(at / slotMs) * slotMs : day * dayMs
}

/** Sums the USD legs of accepted items by kind, account and when they are booked. */
function usdSums() {
  const sums = new Map<string, UsdSum>()
  return {
    /** @throws when a leg is not on a platform account: legs of owned accounts must be decided one by one. */
    add(item: Item, legs: readonly Leg[]): void {
      const usdLegs = item.usd?.(legs) ?? []
      if (usdLegs.length === 0) return
      const occurred = item.occurredAt.getTime()
      const key = `${bookedTogether(occurred)} ${item.kind}`
      let sum = sums.get(key)
      if (!sum) {
        sum = { kind: item.kind, at: occurred, items: 0, reference: item.reference, legs: new Map() }
        sums.set(key, sum)
      }
      sum.items++
      if (occurred > sum.at) sum.at = occurred
      for (const { account, amount } of usdLegs) {
        if (!isPlatform(account)) throw new Error(`USD sums take platform accounts only, not ${account.name}`)
        const before = sum.legs.get(account.name)
        if (before) before.amount += amount
        else sum.legs.set(account.name, { account, amount })
      }
    },
    /**
     * One transfer for each kind (`<kind>.usd`) and booking time, dated like the last of its items. Its reference is the item's if it sums
     * one item, else the number of items. Sums of zero are left out.
     *
     * @param platform the batch's platform accounts; those of the sums are added.
     */
    transfers(at: Date, platform: Batch['platform']): PlannedTransfer[] {
      return [...sums.values()].flatMap(({ kind, at: occurred, items, reference, legs }) => {
        const moved = [...legs.values()].filter((leg) => leg.amount !== 0n)
        if (moved.length === 0) return []
        const item: Item = {
          id: newId(at),
          kind: `${kind}.usd`,
          phase: 'single',
          reference: items === 1 ? reference : `${items} × ${kind}`,
          occurredAt: new Date(occurred),
          request: moved.map((leg) => [leg.account.name, leg.amount]),
          accounts: moved.map((leg) => leg.account),
          decide: () => moved,
        }
        const accounts = moved.map(({ account }) => accountIn(platform, account))
        return [{ item, hash: requestHash(item), legs: moved, accounts, code: null }]
      })
    },
  }
}
