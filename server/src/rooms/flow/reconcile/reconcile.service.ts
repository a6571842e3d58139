// Reconciles the ledger with itself and with other records of money, on one snapshot, without blocking writers.
import type { Answer } from '@greenroom/contract/call'
import type { flowReconcile } from '@greenroom/contract/flow'
import type { Context } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'
import { momentOf, textOf } from '../../../kit/time.ts'
import {
  balancesOfUsers,
  earnedSince,
  entriesSince,
  guildBalances,
  movedBalances,
  newestReferences,
  openingsGiven,
  ownedByPeople,
  ownedByUsers,
  promoterBalances,
  referencesBefore,
  reserves,
  type Settled,
  settledFor,
  sumsByCurrency,
  tokensMoved,
  usdMoved,
  verifiedSoFar,
} from '../../../ledger/index.ts'
import { settledAndDue } from '../../guilds/index.ts'
import { giftsPriced } from '../../official/index.ts'
import { readerName } from '../flowDaily.queries.ts'
import {
  approvedSettlements,
  benefits,
  calls,
  callsBefore,
  daySums,
  gifts,
  guildBonus,
  guildFigures,
  guildsOwed,
  importsBooked,
  importsDeclared,
  importsOpened,
  openWithdrawals,
  paidOrders,
  promoterLines,
  rooms,
  roomsBefore,
  texts,
  walletSums,
  walletsAfterId,
} from './reconcile.queries.ts'
import {
  byReference,
  type Check,
  hrefOf,
  momentOfId,
  provedCheck,
  reserveCheck,
  type Sided,
  sides,
  sums,
} from './reconcile.rules.ts'
import { usdtOneByOne, usdtSums } from './reconcile.usdt.ts'
import { compareAgents } from './reconcileAgents.compare.ts'
import { moneyChecks } from './reconcileMoney.checks.ts'

/** Maximum number of orders, gifts, texts, or transfers of calls and rooms compared one by one: the newest. */
const newest = 20_000
/** Maximum number of entries whose accounts are compared. */
const newestBalances = 10_000
/** Batch size and number of batches of wallets compared if the sums differ. */
const walletsAtOnce = 2_000
const walletParts = 500

type Comparing = { reader: Reader; now: Date; since: Date; day: string; until: Date }

/** Each currency nets to zero: owned accounts against the platform's. */
const zero = async ({ reader }: Comparing): Promise<Check[]> =>
  (await sumsByCurrency(reader)).map(({ currency, owned, platform }) => sums(`zeroSum.${currency}`, owned, -platform))

/** Recently changed accounts, newest first: each one's stored balance against the balance after its last entry. */
async function balances({ reader, since }: Comparing): Promise<Check[]> {
  const found = await movedBalances(reader, since, newestBalances)
  const side = (of: 'posted' | 'balance') =>
    found.map((one): Sided => {
      const name = `${one.owner}/${one.purpose}/${one.currency}`
      return { id: name, name, amount: one[of], href: hrefOf(one.owner) }
    })
  return [{ ...sides('balances', side('posted'), side('balance')), since: since.toISOString() }]
}

const proved = async ({ reader }: Comparing): Promise<Check[]> => [provedCheck(await verifiedSoFar(reader))]

async function holds({ reader }: Comparing): Promise<Check[]> {
  const found = await reserves(reader)
  const requested = await openWithdrawals(reader)
  const held = found.flatMap(({ owner, purpose, reserved }): Sided[] =>
    purpose === 'bonus' ? [{ id: owner, name: owner, amount: reserved, href: hrefOf(owner) }] : [],
  )
  return [reserveCheck(found), sides('withdrawals', held, requested)]
}

/** The sum of all days equals the balances of users and agents, except entries not folded yet. */
async function days({ reader }: Comparing): Promise<Check[]> {
  const folded = await daySums(reader)
  const owned = await ownedByPeople(reader, readerName)
  return owned.map(({ currency, posted, unread }) =>
    sums(`daily.${currency}`, posted - unread, folded.get(currency) ?? 0n),
  )
}

/** Wallets as lists show them; users with entries not folded yet are left out on both sides. */
async function wallets({ reader }: Comparing): Promise<Check[]> {
  const ledger = await ownedByUsers(reader, 'users.wallet')
  const lists = await walletSums(reader, ledger.unread)
  const checks = [
    sums('wallets.TOKEN', ledger.tokens, lists.tokens),
    sums('wallets.BONUS', ledger.bonus, lists.bonus),
  ] as const
  if (checks.some(({ differences }) => differences.length > 0))
    await nameWallets(reader, new Set(ledger.unread), checks)
  return [...checks]
}

/** Finds the users behind differing sums. */
async function nameWallets(
  reader: Reader,
  unread: ReadonlySet<bigint>,
  checks: readonly [Check, Check],
): Promise<void> {
  const found: [Check['differences'], Check['differences']] = [[], []]
  let last = 0n
  for (let part = 0; part < walletParts && found[0].length + found[1].length < 100; part++) {
    const rows = await walletsAfterId(reader, last, walletsAtOnce)
    if (rows.length === 0) break
    last = rows.at(-1)!.userId
    const balances = await balancesOfUsers(
      reader,
      rows.map(({ userId }) => userId),
    )
    for (const { userId, tokens, bonus } of rows) {
      if (unread.has(userId)) continue
      const exact = balances.get(userId)
      const owned = [(exact?.paidTokens ?? 0n) + (exact?.promoTokens ?? 0n), exact?.bonus ?? 0n] as const
      for (const [side, shown] of [tokens, bonus].entries())
        if (owned[side as 0 | 1] !== shown)
          found[side as 0 | 1].push({
            subject: `user:${userId}`,
            left: String(owned[side as 0 | 1]),
            right: String(shown),
            href: `/user/detail/${userId}`,
          })
    }
  }
  for (const side of [0, 1] as const) if (found[side].length > 0) checks[side].differences = found[side].slice(0, 100)
}

/** Recent transfers of a kind, one by one against another room's records with the same ids. */
async function oneByOne(
  { reader, since }: Comparing,
  key: string,
  kind: string,
  direction: 'in' | 'out',
  others: (reader: Reader, fromId: string) => Promise<Sided[]>,
): Promise<Check[]> {
  const moved = await tokensMoved(reader, kind, direction, since, newest)
  const oldest = moved.length === newest ? moved.at(-1)!.id : idAt(since)
  const check = sides(
    key,
    moved.map(({ id, reference, tokens }) => ({ id, name: reference, amount: tokens })),
    await others(reader, oldest),
  )
  return [{ ...check, since: momentOfId(oldest).toISOString() }]
}

/**
 * Recent transfers of a kind, grouped by reference (a call, a room), against that room's own sums. Only calls and rooms that began within
 * the period are compared, since others have older transfers.
 */
async function oneByReference(
  { reader, since }: Comparing,
  key: string,
  kind: string,
  others: (reader: Reader, since: Date) => Promise<Sided[]>,
  begunBefore: (reader: Reader, since: Date, references: readonly string[]) => Promise<string[]>,
): Promise<Check[]> {
  const moved = await tokensMoved(reader, kind, 'out', since, newest)
  const from = moved.length === newest ? momentOfId(moved.at(-1)!.id) : since
  const found = byReference(moved)
  const right = await others(reader, from)
  const known = new Set(right.map(({ id }) => id))
  const strange = found.flatMap(({ id }) => (known.has(id) ? [] : id))
  const older = new Set(strange.length === 0 ? [] : await begunBefore(reader, from, strange))
  const check = sides(
    key,
    found.filter(({ id }) => !older.has(id)),
    right,
  )
  return [{ ...check, since: from.toISOString() }]
}

/** Guilds' payables and reserves, against weeks, payments and requests; in cents. */
async function guilds({ reader }: Comparing): Promise<Check[]> {
  const balances = await guildBalances(reader)
  const owed = await guildsOwed(reader)
  const ledger = (of: 'payable' | 'reserved') =>
    [...balances].flatMap(([id, balance]): Sided[] => {
      const owner = `guild:${id}`
      return balance[of] === 0n ? [] : [{ id: owner, name: owner, amount: balance[of] / 10_000n, href: hrefOf(owner) }]
    })
  return [
    sides('guildPayable', ledger('payable'), owed.payable),
    sides('guildRequests', ledger('reserved'), owed.requested),
  ]
}

/** Maximum number of approved settlements compared one by one: the newest. */
const newestSettlements = 5_000

/** What weeks settled and corrected of each other, against what is due by today's facts; in cents, of single lines also in bonus. */
async function settledWeeks({ reader, now }: Comparing): Promise<Check[]> {
  const weeks = await settledAndDue(reader, now)
  const side = (of: 'settled' | 'due') => weeks.map((one): Sided => ({ ...one, amount: one[of] }))
  return [sides('settledWeeks', side('settled'), side('due'))]
}

/** The oldest id whose entries are here; those before stand in files (`npm run months`). */
const oldestHere = async (reader: Reader): Promise<string> => idAt((await entriesSince(reader)) ?? new Date(0))

/** Amounts that approved weeks credited to guilds and redeemed from anchors' bonus, by settlement. */
async function settlements({ reader }: Comparing): Promise<Check[]> {
  const fromId = await oldestHere(reader)
  const posted = await newestReferences(reader, 'settlement', fromId, newestSettlements)
  const all = await approvedSettlements(reader, posted, newestSettlements)
  const away = await referencesBefore(
    reader,
    [...all.payable, ...all.redeemed].map(({ id }) => id),
    fromId,
  )
  const approved = {
    payable: all.payable.filter(({ id }) => !away.has(id)),
    redeemed: all.redeemed.filter(({ id }) => !away.has(id)),
  }
  const named = [...approved.payable, ...approved.redeemed].map(({ id }) => id)
  const settled = await settledFor(reader, [...new Set([...posted, ...named])])
  const ledger = (of: (one: Settled) => bigint) =>
    settled.flatMap((one): Sided[] =>
      of(one) === 0n ? [] : [{ id: one.reference, name: one.reference, amount: of(one) }],
    )
  return [
    sides(
      'settlements',
      ledger(({ usdMicros }) => usdMicros / 10_000n),
      approved.payable,
    ),
    sides(
      'redeemed',
      ledger(({ bonus }) => bonus),
      approved.redeemed,
    ),
  ]
}

/** What promoters are owed, and what their lines credited and batches paid, line by line; in cents. */
async function promoters({ reader }: Comparing): Promise<Check[]> {
  const balances = await promoterBalances(reader)
  const fromId = await oldestHere(reader)
  const lines = await promoterLines(reader, fromId, newestSettlements)
  const owed = [...balances].flatMap(([id, micros]): Sided[] => {
    const owner = `promoter:${id}`
    return micros === 0n ? [] : [{ id: owner, name: owner, amount: micros / 10_000n, href: hrefOf(owner) }]
  })
  const moved = async (kind: string, sign: bigint) =>
    (await usdMoved(reader, kind, fromId, newestSettlements)).map(
      ({ id, reference, micros }): Sided => ({ id, name: reference, amount: (sign * micros) / 10_000n }),
    )
  return [
    sides('promoterPayable', owed, lines.payable),
    sides('promoterSettlements', await moved('promoter.settlement', 1n), lines.settled),
    sides('promoterPayments', await moved('promoter.payment', -1n), lines.paid),
  ]
}

/** The job that folds guilds' figures. */
const figuresReader = 'guilds.figures'

/** Members' recent bonus against guilds' figures, and the consistency of these figures. */
async function figures({ reader, since, day }: Comparing): Promise<Check[]> {
  const counted = await guildBonus(reader, since, day)
  const members = Map.groupBy(counted.members, ({ userId }) => userId)
  const earned = new Map<bigint, bigint>()
  for (const { userId, occurredAt, bonus } of await earnedSince(reader, since, figuresReader)) {
    const counts = members
      .get(userId)
      ?.some((one) => one.since <= occurredAt && (one.endsAt ?? counted.until) > occurredAt)
    if (counts && occurredAt >= since && occurredAt < counted.until)
      earned.set(userId, (earned.get(userId) ?? 0n) + bonus)
  }
  const ledger = [...earned].map(
    ([id, amount]): Sided => ({
      id: `user:${id}`,
      name: `user:${id}`,
      amount,
      href: `/user/detail/${id}`,
    }),
  )
  const { weeks, days: byDay, anchors } = await guildFigures(reader)
  return [
    { ...sides('guildBonus', ledger, counted.figures), since: since.toISOString() },
    sides('guildDays', weeks, byDay),
    sides('guildAnchors', weeks, anchors),
  ]
}

/** What recent gifts were charged, against the catalogue of their moment; a gift that it did not have is on one side only. */
async function giftPrices({ reader, since }: Comparing): Promise<Check[]> {
  const found = await giftsPriced(reader, idAt(since), newest)
  const side = (of: 'charged' | 'cost') =>
    found.flatMap((one): Sided[] => {
      const amount = one[of]
      const href = `/flow/token?reference=${encodeURIComponent(`gift ${one.id}`)}`
      return amount === null ? [] : [{ id: one.id, name: `gift ${one.giftId} × ${one.count}, ${one.id}`, amount, href }]
    })
  const from = found.length === newest ? momentOfId(found.at(-1)!.id) : since
  return [{ ...sides('giftPrices', side('charged'), side('cost')), since: from.toISOString() }]
}

/** What the opening accounts gave, against what imports keep of it; and applied imports against what their files say, in tokens. */
async function imports({ reader }: Comparing): Promise<Check[]> {
  const given = await openingsGiven(reader)
  const opened = await importsOpened(reader)
  return [
    ...(['TOKEN', 'BONUS', 'USD'] as const).map((currency) =>
      sums(`import.${currency}`, given[currency], opened[currency]),
    ),
    sides('importFiles', await importsBooked(reader), await importsDeclared(reader)),
  ]
}

const comparisons: ((comparing: Comparing) => Promise<Check[]>)[] = [
  zero,
  balances,
  proved,
  holds,
  days,
  wallets,
  guilds,
  settlements,
  settledWeeks,
  figures,
  promoters,
  imports,
  ({ reader, now }) => usdtSums(reader, now),
  ({ reader, since }) => usdtOneByOne({ reader, since, newest }),
  ({ reader, since }) => compareAgents({ reader, since, newest }),
  ...moneyChecks,
  (comparing) => oneByOne(comparing, 'orders', 'recharge', 'in', paidOrders),
  (comparing) => oneByOne(comparing, 'benefits', 'benefit', 'in', benefits),
  (comparing) => oneByOne(comparing, 'gifts', 'gift', 'out', gifts),
  giftPrices,
  (comparing) => oneByOne(comparing, 'texts', 'text', 'out', texts),
  (comparing) => oneByReference(comparing, 'calls', 'call', calls, callsBefore),
  (comparing) => oneByReference(comparing, 'rooms', 'room', rooms, roomsBefore),
]

const day = 86_400_000

/** Runs all checks; none for callers with a limited scope. */
export async function reconcile(context: Context): Promise<Answer<typeof flowReconcile>> {
  const at = context.now.toISOString()
  if (context.scope.kind !== 'platform') return { checks: [], at }
  const yesterday = textOf(new Date(context.now.getTime() - day), context.timeZone).slice(0, 10)
  const since = momentOf(yesterday, context.timeZone, 'since')
  const until = momentOf(textOf(context.now, context.timeZone).slice(0, 10), context.timeZone, 'until')
  const checks = await context.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (reader) => {
      const made: Answer<typeof flowReconcile>['checks'] = []
      for (const compare of comparisons) {
        const started = performance.now()
        const found = await compare({ reader, now: context.now, since, day: yesterday, until })
        const tookMs = Math.round(performance.now() - started)
        made.push(...found.map((check) => ({ ...check, tookMs })))
      }
      return made
    })
  return { checks, at }
}
