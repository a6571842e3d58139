// What each kind of record makes, and how that is taken back: a part of its records at once, in the caller's transaction.
import type { ImportKind, ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Storage } from '../../files/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { type AccountKey, holdAccounts, type Item, isPlatform, ownersMoved, post } from '../../ledger/index.ts'
import * as audits from '../audits/index.ts'
import * as finance from '../finance/index.ts'
import * as guilds from '../guilds/index.ts'
import * as official from '../official/index.ts'
import * as promotion from '../promotion/index.ts'
import * as agents from '../topup-agents/index.ts'
import { closeDevices, closeUsers, type Origin, openDevices, openUsers } from '../users/index.ts'
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
  promoterOpening,
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
export type Part = {
  origin: Origin
  rule: Rule
  records: readonly unknown[]
  made: readonly string[]
  /** The platform's time zone, in which days begin. */
  zone: string
  storage: Storage
}

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

/** Locks the accounts of these transfers, and makes those that don't exist: looked up once for the whole part. */
async function holdAll(tx: Transaction, items: readonly Item[]): Promise<void> {
  const accounts: AccountKey[] = items.flatMap((item) => item.accounts.filter((key) => !isPlatform(key)))
  await holdAccounts(tx, accounts, { make: true })
}

async function postAll(tx: Transaction, origin: Origin, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  await holdAll(tx, items)
  // Each account is used once: it must not evict those of the running platform from the cache.
  const outcomes = await post(tx, origin.by, origin.now, [...items], { once: true })
  const refused = outcomes.find(({ status }) => status === 'refused')
  if (refused) throw new Halt('moved', items.find(({ id }) => id === refused.id)?.reference ?? '')
}

/** @throws Halt if one of these accounts has an entry of the running platform. */
export async function mustBeUnmoved(tx: Transaction, owners: readonly string[]): Promise<void> {
  const [moved] = await ownersMoved(tx, sql`select unnest(${owners}::text[]) as owner`)
  if (moved !== undefined) throw new Halt('moved', moved)
}

type Opening = ReturnType<typeof userOpening>
const sumGiven = (openings: readonly Opening[]): Given => openings.map(givenBy).reduce(addGiven, nothingGiven)
const less = ({ tokens, bonus, usdMicros }: Given): Given => ({ tokens: -tokens, bonus: -bonus, usdMicros: -usdMicros })

/** Stops an undoing at the first of these that is in use. */
function mustBeUnused(noun: string, used: readonly (string | number)[]): void {
  if (used.length > 0) throw new Halt('used', `${noun} ${used[0]}`)
}

const promoters = defineKind('promoter', {
  async open(tx, { origin, records, zone }) {
    await promotion.openPromoters(tx, origin, records)
    const openings = records.map(promoterOpening)
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingItem(origin, one)),
    )
    const owed = records.filter(({ payableUsdCents }) => payableUsdCents > 0)
    await promotion.openLines(
      tx,
      origin,
      owed.map(({ promoterId, payableUsdCents }) => ({
        promoterId,
        cents: payableUsdCents,
        transferId: transferIdOf(origin, 'opening', `promoter ${promoterId}`),
      })),
      zone,
    )
    return { given: sumGiven(openings), made: records.map(({ promoterId }) => promoterId) }
  },
  async close(tx, { origin, records }) {
    const ids = records.map(({ promoterId }) => promoterId)
    mustBeUnused('promoter', await promotion.promotersInUse(tx, ids, []))
    const openings = records.map(promoterOpening)
    await postAll(
      tx,
      origin,
      openings.flatMap((one) => openingBackItem(origin, one)),
    )
    await promotion.closePromoters(tx, ids)
    return less(sumGiven(openings))
  },
})

const channels = defineKind('channel', {
  async open(tx, { origin, records, zone }) {
    await promotion.openChannels(tx, origin, records, zone)
    return { given: nothingGiven, made: records.map(({ number }) => number) }
  },
  async close(tx, { records }) {
    const numbers = records.map(({ number }) => number)
    mustBeUnused('channel', await promotion.channelsInUse(tx, numbers))
    await promotion.closeChannels(tx, numbers)
    return nothingGiven
  },
})

const devices = defineKind('device', {
  async open(tx, { origin, records }) {
    return { given: nothingGiven, made: await openDevices(tx, origin, records) }
  },
  async close(tx, { origin, records, made }) {
    await closeDevices(tx, origin, { all: records, made })
    return nothingGiven
  },
})

const gifts = defineKind('gift', {
  async open(tx, { origin, records, storage }) {
    await official.openGifts(tx, origin, records, storage, (giftId) => new Halt('value', `gift ${giftId}`))
    return { given: nothingGiven, made: records.map(({ giftId }) => giftId) }
  },
  async close(tx, { records }) {
    const ids = records.map(({ giftId }) => giftId)
    mustBeUnused('gift', await official.giftsInUse(tx, ids))
    await official.closeGifts(tx, ids)
    return nothingGiven
  },
})

const templates = defineKind('template', {
  async open(tx, { origin, records }) {
    await audits.openTemplates(tx, origin, records)
    return { given: nothingGiven, made: records.map(({ sort }) => sort) }
  },
  async close(tx, { records }) {
    const sorts = records.map(({ sort }) => sort)
    mustBeUnused('template', await audits.templatesInUse(tx, sorts))
    await audits.closeTemplates(tx, sorts)
    return nothingGiven
  },
})

const users = defineKind('user', {
  async open(tx, { origin, rule, records }) {
    const made = await openUsers(tx, origin, records)
    const openings = records.map((one) => userOpening(one, rule))
    const items = openings.flatMap((one) => openingItem(origin, one))
    await holdAll(tx, items)
    await mustBeUnmoved(
      tx,
      records.map(({ userId }) => `user:${userId}`),
    )
    await postAll(tx, origin, items)
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
  promoter: promoters,
  channel: channels,
  device: devices,
  gift: gifts,
  template: templates,
  user: users,
  guild: guildKind,
  member: members,
  agent: agentKind,
  order: orders,
  withdrawal: withdrawals,
}
