// What each kind of record makes, and how that is taken back: a part of its records at once, in the caller's transaction.
import type { ImportKind, ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { type Item, ownersMoved, post } from '../../ledger/index.ts'
import * as finance from '../finance/index.ts'
import * as guilds from '../guilds/index.ts'
import * as agents from '../topup-agents/index.ts'
import { closeUsers, type Origin, openUsers } from '../users/index.ts'
import {
  addGiven,
  agentOpening,
  type Given,
  givenBy,
  guildOpening,
  holdIdOf,
  holdItem,
  nothingGiven,
  openingBackItem,
  openingItem,
  type Rule,
  releaseItem,
  transferIdOf,
  userOpening,
} from './moving.openings.ts'
import { subAgencies } from './moving.queries.ts'
import type { Fault } from './moving.reading.ts'

/** Applying stopped at a record, or undoing. */
export class Halt extends Error {
  readonly fault: Fault
  readonly record: string
  constructor(fault: Fault, record: string) {
    super(`${fault} at ${record}`)
    this.fault = fault
    this.record = record
  }
}

/** Records of one kind; `made`: the keys of those that the import added. */
export type Part = { origin: Origin; rule: Rule; records: readonly unknown[]; made: readonly string[] }

/** `open` returns what the opening accounts gave, and the keys of the rows that are new; `close` what they gave less. */
export type Kind = {
  name: ImportKind
  open(tx: Transaction, part: Part): Promise<{ given: Given; made: readonly (string | number)[] }>
  close(tx: Transaction, part: Part): Promise<Given>
  /** What is left to do once all records of the kind are there. */
  opened?: (tx: Transaction, importId: number) => Promise<void>
}

type Typed<K extends ImportKind> = Omit<Part, 'records'> & { records: readonly ImportRecord<K>[] }

const defineKind = <K extends ImportKind>(
  name: K,
  acts: {
    open(tx: Transaction, part: Typed<K>): ReturnType<Kind['open']>
    close(tx: Transaction, part: Typed<K>): ReturnType<Kind['close']>
    opened?: Kind['opened']
  },
): Kind => ({
  name,
  // Stored as read by the schema of their kind.
  open: (tx, part) => acts.open(tx, part as Typed<K>),
  close: (tx, part) => acts.close(tx, part as Typed<K>),
  ...(acts.opened && { opened: acts.opened }),
})

async function postAll(tx: Transaction, origin: Origin, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  const outcomes = await post(tx, origin.by, origin.now, [...items])
  const refused = outcomes.find(({ status }) => status === 'refused')
  if (refused) throw new Halt('moved', items.find(({ id }) => id === refused.id)?.reference ?? '')
}

/** @throws Halt if one of these accounts has an entry of the running platform. */
async function mustBeUnmoved(tx: Transaction, owners: readonly string[]): Promise<void> {
  const [moved] = await ownersMoved(tx, sql`select unnest(${owners}::text[]) as owner`)
  if (moved !== undefined) throw new Halt('moved', moved)
}

type Opening = ReturnType<typeof userOpening>
const sumGiven = (openings: readonly Opening[]): Given => openings.map(givenBy).reduce(addGiven, nothingGiven)
const less = ({ tokens, bonus, usdMicros }: Given): Given => ({ tokens: -tokens, bonus: -bonus, usdMicros: -usdMicros })

const users = defineKind('user', {
  async open(tx, { origin, rule, records }) {
    const made = await openUsers(tx, origin, records)
    await mustBeUnmoved(
      tx,
      records.map(({ userId }) => `user:${userId}`),
    )
    const openings = records.map((one) => userOpening(one, rule))
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingItem(origin, one)),
    )
    const owing = records.filter(({ debtTokens }) => debtTokens > 0)
    await finance.openDebts(
      tx,
      origin,
      owing.map(({ userId, debtTokens }) => ({
        userId,
        tokens: debtTokens,
        transferId: transferIdOf(origin, 'opening', `user ${userId}`),
      })),
    )
    await finance.openFirstPayments(
      tx,
      origin,
      records.flatMap(({ userId, firstPaidAt }) => (firstPaidAt === undefined ? [] : [{ userId, at: firstPaidAt }])),
    )
    return { given: sumGiven(openings), made }
  },
  async close(tx, { origin, rule, records, made }) {
    const ids = records.map(({ userId }) => userId)
    await mustBeUnmoved(
      tx,
      ids.map((id) => `user:${id}`),
    )
    const openings = records.map((one) => userOpening(one, rule))
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingBackItem(origin, one)),
    )
    await finance.closeDebts(tx, origin, ids)
    await finance.closeFirstPayments(tx, origin, ids)
    await closeUsers(tx, origin, { all: ids, made: made.map(Number) })
    return less(sumGiven(openings))
  },
})

const guildKind = defineKind('guild', {
  async open(tx, { origin, records }) {
    await guilds.openGuilds(tx, origin, records)
    const openings = records.map(guildOpening)
    await mustBeUnmoved(
      tx,
      records.map(({ guildId }) => `guild:${guildId}`),
    )
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingItem(origin, one)),
    )
    return { given: sumGiven(openings), made: records.map(({ guildId }) => guildId) }
  },
  async close(tx, { origin, records }) {
    const openings = records.map(guildOpening)
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingBackItem(origin, one)),
    )
    const [used] = await guilds.guildsInUse(
      tx,
      records.map(({ guildId }) => guildId),
    )
    if (used !== undefined) throw new Halt('used', `guild ${used}`)
    await guilds.closeGuilds(tx, records)
    return less(sumGiven(openings))
  },
  // A sub-agency may stand above its parent in the file.
  async opened(tx, importId) {
    await guilds.setParents(tx, await subAgencies(tx, importId))
  },
})

const members = defineKind('member', {
  async open(tx, { records }) {
    await guilds.openMembers(tx, records)
    return { given: nothingGiven, made: records.map(({ userId }) => userId) }
  },
  async close(tx, { records }) {
    await guilds.closeMembers(tx, records)
    return nothingGiven
  },
})

const agentKind = defineKind('agent', {
  async open(tx, { origin, rule, records }) {
    const ids = await agents.openAgents(tx, origin, records)
    const openings = records.map((one) => agentOpening(ids.get(BigInt(one.userId))!, one, rule))
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingItem(origin, one)),
    )
    return { given: sumGiven(openings), made: records.map(({ userId }) => userId) }
  },
  async close(tx, { origin, rule, records }) {
    const ids = await agents.openedAgents(tx, records)
    const openings = records.map((one) => agentOpening(ids.get(BigInt(one.userId))!, one, rule))
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingBackItem(origin, one)),
    )
    await agents.closeAgents(tx, records)
    return less(sumGiven(openings))
  },
})

const orders = defineKind('order', {
  async open(tx, { records }) {
    return { given: nothingGiven, made: await finance.openOrders(tx, records) }
  },
  async close(tx, { made }) {
    const [changed] = await finance.closeOrders(tx, made)
    if (changed !== undefined) throw new Halt('used', `order ${changed}`)
    return nothingGiven
  },
})

const withdrawals = defineKind('withdrawal', {
  async open(tx, { origin, rule, records }) {
    await postAll(
      tx,
      origin,
      records.map((one) => holdItem(origin, one)),
    )
    await finance.openWithdrawals(
      tx,
      origin,
      records.map((one) => ({
        ...one,
        usdCents: Math.floor((one.bonus * 100) / rule.bonusPerUsd),
        holdId: holdIdOf(origin, one.withdrawalId),
      })),
    )
    return { given: nothingGiven, made: records.map(({ withdrawalId }) => withdrawalId) }
  },
  async close(tx, { origin, records }) {
    const [changed] = await finance.closeWithdrawals(
      tx,
      records.map(({ withdrawalId }) => withdrawalId),
    )
    if (changed !== undefined) throw new Halt('used', `withdrawal ${changed}`)
    await postAll(
      tx,
      origin,
      records.map((one) => releaseItem(origin, one)),
    )
    return nothingGiven
  },
})

export const kinds: Record<ImportKind, Kind> = {
  user: users,
  guild: guildKind,
  member: members,
  agent: agentKind,
  order: orders,
  withdrawal: withdrawals,
}
