// Compares the ledger with itself and with what others say of money, in one snapshot beside the writers.
import type { Answer } from '@greenroom/contract/call'
import type { flowReconcile } from '@greenroom/contract/flow'
import type { Context } from '../../../kit/context.ts'
import type { Reader } from '../../../kit/database.ts'
import { idAt } from '../../../kit/random.ts'
import { momentOf, textOf } from '../../../kit/time.ts'
import {
  balanceAt,
  balancesOfUsers,
  earnedSince,
  guildBalances,
  newestReferences,
  ofPlatform,
  ownedByPeople,
  ownedByUsers,
  reserves,
  type Settled,
  settledFor,
  sumsByCurrency,
  tokensMoved,
  verifiedSoFar,
} from '../../../ledger/index.ts'
import { readerName } from '../daily/queries.ts'
import { chainBalances, chainSums } from './chain/queries.ts'
import {
  approvedSettlements,
  calls,
  callsBefore,
  daySums,
  gifts,
  guildBonus,
  guildFigures,
  guildsOwed,
  openWithdrawals,
  paidOrders,
  rooms,
  roomsBefore,
  texts,
  walletSums,
  walletsAfterId,
} from './queries.ts'
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
} from './rules.ts'

/** As many orders, gifts, texts or transfers of calls and rooms as are compared one by one, the newest of them. */
const newest = 20_000
/** People whose wallets are looked at together when the sums differ, and how many times. */
const walletsAtOnce = 2_000
const walletParts = 500

type Comparing = { reader: Reader; now: Date; since: Date; day: string }

/** Everything in its currency nets to zero: what people own stands against the platform's accounts. */
const zero = async ({ reader }: Comparing): Promise<Check[]> =>
  (await sumsByCurrency(reader)).map(({ currency, owned, platform }) => sums(`zeroSum.${currency}`, owned, -platform))

const proved = async ({ reader }: Comparing): Promise<Check[]> => [provedCheck(await verifiedSoFar(reader))]

async function holds({ reader }: Comparing): Promise<Check[]> {
  const found = await reserves(reader)
  const asked = await openWithdrawals(reader)
  const held = found.flatMap(({ owner, purpose, reserved }): Sided[] =>
    purpose === 'bonus' ? [{ id: owner, name: owner, amount: reserved, href: hrefOf(owner) }] : [],
  )
  return [reserveCheck(found), sides('withdrawals', held, asked)]
}

/** All days together come to what people and agents own, but for what is not folded yet. */
async function days({ reader }: Comparing): Promise<Check[]> {
  const folded = await daySums(reader)
  const owned = await ownedByPeople(reader, readerName)
  return owned.map(({ currency, posted, unread }) =>
    sums(`daily.${currency}`, posted - unread, folded.get(currency) ?? 0n),
  )
}

/** Wallets as lists show them; those of whom something is not folded yet are left out on both sides. */
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

/** Looks for the people behind sums that differ. */
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

/** What a kind of transfer moved since a while, one by one against what another room says of the same ids. */
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
 * What a kind of transfer took since a while, put together by what it was for (a call, a room), against that room's own
 * sums. Only what began since then is compared: of the rest some transfers are older.
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

/** What guilds have to get and what is reserved of it, against weeks, payments and requests; in cents. */
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

/** As many approved settlements as are compared one by one, the newest of them. */
const newestSettlements = 5_000

/** What approved weeks credited to guilds and redeemed of anchors' bonus, settlement by settlement. */
async function settlements({ reader }: Comparing): Promise<Check[]> {
  const posted = await newestReferences(reader, 'settlement', newestSettlements)
  const approved = await approvedSettlements(reader, posted, newestSettlements)
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

/** The job that folds guilds' figures. */
const figuresReader = 'guilds.figures'

/** Bonus that people earned as members since a while, against guilds' figures; and these figures among themselves. */
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

/** USDT: the ledger's cash and suspense against deposits and payments, and the chains' own balances address by address. */
async function usdt({ reader, now }: Comparing): Promise<Check[]> {
  const told = await chainSums(reader)
  const cash = await Promise.all(
    told.map(async ({ chain, cash }) => {
      const account = await balanceAt(reader, ofPlatform(`cash.usdt.${chain}`, 'USDT'), now)
      return sums(`usdtCash.${chain}`, -(account?.posted ?? 0n), cash)
    }),
  )
  const suspense = await balanceAt(reader, ofPlatform('suspense', 'USDT'), now)
  const { found, expected } = await chainBalances(reader)
  return [
    ...cash,
    sums(
      'usdtSuspense',
      suspense?.posted ?? 0n,
      told.reduce((sum, one) => sum + one.suspense, 0n),
    ),
    sides('usdtBalances', found, expected),
  ]
}

const comparisons: ((comparing: Comparing) => Promise<Check[]>)[] = [
  zero,
  proved,
  holds,
  days,
  wallets,
  guilds,
  settlements,
  figures,
  usdt,
  (comparing) => oneByOne(comparing, 'orders', 'recharge', 'in', paidOrders),
  (comparing) => oneByOne(comparing, 'gifts', 'gift', 'out', gifts),
  (comparing) => oneByOne(comparing, 'texts', 'text', 'out', texts),
  (comparing) => oneByReference(comparing, 'calls', 'call', calls, callsBefore),
  (comparing) => oneByReference(comparing, 'rooms', 'room', rooms, roomsBefore),
]

const day = 86_400_000

/** Compares everything; to a caller whose reach is cut there is nothing to compare. */
export async function reconcile(context: Context): Promise<Answer<typeof flowReconcile>> {
  const at = context.now.toISOString()
  if (context.scope.kind !== 'platform') return { checks: [], at }
  const yesterday = textOf(new Date(context.now.getTime() - day), context.timeZone).slice(0, 10)
  const since = momentOf(yesterday, context.timeZone, 'since')
  const checks = await context.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (reader) => {
      const made: Answer<typeof flowReconcile>['checks'] = []
      for (const compare of comparisons) {
        const started = performance.now()
        const found = await compare({ reader, now: context.now, since, day: yesterday })
        const tookMs = Math.round(performance.now() - started)
        made.push(...found.map((check) => ({ ...check, tookMs })))
      }
      return made
    })
  return { checks, at }
}
