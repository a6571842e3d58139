// What each kind of record makes, and how that is taken back: a part of its records at once, in the caller's transaction.
import type { ImportKind } from '@greenroom/contract/movingRecords.schema'
import * as audits from '../audits/index.ts'
import * as finance from '../finance/index.ts'
import * as guilds from '../guilds/index.ts'
import * as official from '../official/index.ts'
import * as promotion from '../promotion/index.ts'
import * as agents from '../topup-agents/index.ts'
import { closeDevices, closeUsers, openDevices, openUsers } from '../users/index.ts'
import {
  defineKind,
  Halt,
  holdAll,
  type Kind,
  less,
  mustBeUnmoved,
  mustBeUnused,
  postAll,
  sumGiven,
} from './moving.kind.ts'
import {
  agentOpening,
  guildOpening,
  holdIdOf,
  holdItem,
  nothingGiven,
  openingBackItem,
  openingItem,
  promoterOpening,
  releaseItem,
  transferIdOf,
  userOpening,
} from './moving.openings.ts'
import { subAgencies } from './moving.queries.ts'

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
