// Applies Greenroom's commands immediately.
import type { Command } from '@greenroom/bridge-client'
import { endCall } from './calls.ts'
import { giftsOf } from './gifts.ts'
import { banned, gone, leaving, muted } from './people.ts'
import { closeRoom } from './rooms.ts'
import type { Sim } from './sim.ts'
import { day } from './sizes.ts'
import { appealTexts } from './texts.ts'
import { comeOnline, go } from './visits.ts'
import type { Wallets } from './wallets.ts'

const minute = 60_000

export function obey(sim: Sim, wallets: Wallets, command: Command): void {
  const { people, random } = sim
  switch (command.type) {
    case 'user.banned': {
      const { userId, deviceIds } = command.data
      const everybody = new Set([people.whoIs(userId), ...deviceIds.flatMap((id) => people.usersOf(id))])
      for (const who of everybody) if (who >= 0) ban(sim, who)
      return
    }
    case 'user.unbanned': {
      const { userId, deviceIds = [] } = command.data
      const everybody = new Set([people.whoIs(userId), ...deviceIds.flatMap((id) => people.usersOf(id))])
      for (const who of everybody) {
        if (who < 0 || !people.is(who, banned)) continue
        people.set(who, banned, false)
        // Most notice it and come back.
        if (random.chance(0.8)) sim.plan(sim.now + random.wait(2 * minute), () => void comeOnline(sim, who))
      }
      return
    }
    case 'user.loggedOut': {
      const visit = sim.visits.get(people.whoIs(command.data.userId))
      if (visit) go(sim, visit, 'logged out')
      return
    }
    case 'user.deletionChanged': {
      const { userId, state } = command.data
      const who = people.whoIs(userId)
      if (who < 0 || state === 'waiting') return
      // Staff may end a deletion, too.
      people.set(who, leaving, false)
      if (state !== 'erased') return
      people.set(who, gone, true)
      const visit = sim.visits.get(who)
      if (visit) go(sim, visit, 'deleted')
      return
    }
    case 'live.stopped': {
      const room = sim.rooms.get(command.data.liveId)
      if (room) closeRoom(sim, room, 'stopped by the platform')
      return
    }
    case 'live.forbidden':
    case 'live.allowed': {
      const who = people.whoIs(command.data.userId)
      if (who < 0) return
      people.set(who, muted, command.type === 'live.forbidden')
      const room = sim.visits.get(who)?.room
      if (room && command.type === 'live.forbidden') closeRoom(sim, room, 'forbidden by the platform')
      return
    }
    case 'call.stopped': {
      const call = sim.calls.get(command.data.callId)
      if (call) endCall(sim, call, 'stopped by the platform')
      return
    }
    case 'wallet.changed': {
      const who = people.whoIs(command.data.userId)
      if (who >= 0) wallets.update(who, command.data)
      return
    }
    case 'audit.decided': {
      const { itemId, userId, decision } = command.data
      if (decision === 'failed' && people.whoIs(userId) >= 0 && random.chance(0.25)) appeal(sim, userId, itemId)
      return
    }
    case 'content.removed': {
      const { kind, contentId } = command.data
      // Nobody comments on a deleted post.
      const at = kind === 'dynamic' ? sim.posts.findIndex((post) => post.id === contentId) : -1
      if (at >= 0) sim.posts.splice(at, 1)
      return
    }
    case 'config.changed': {
      if (command.data.key !== 'gifts') return
      sim.gifts = giftsOf(command.data.value.gifts)
      return
    }
    case 'message.send':
      return show(sim, command.data.messageId, command.data.userIds)
    case 'message.stop':
      sim.stopped.add(command.data.messageId)
      return
    case 'guild.invited': {
      const { guildId, userId } = command.data
      const who = people.whoIs(userId)
      if (who < 0) return
      const accepted = random.chance(0.8)
      sim.plan(sim.now + random.wait(2 * minute), () => {
        if (people.is(who, banned)) return
        sim.emit('guild.inviteAnswered', { guildId, userId, accepted })
        if (accepted && random.chance(0.1))
          sim.plan(sim.now + random.wait(3 * day), () => leaveGuild(sim, who, guildId))
      })
      return
    }
    case 'recharge.refund': {
      const { orderId, refundId, usdCents } = command.data
      const failed = random.chance(0.1)
      sim.plan(sim.now + random.wait(minute), () =>
        sim.emit('recharge.refunded', {
          orderId,
          kind: 'refund',
          refundId,
          usdCents,
          outcome: failed ? 'failed' : 'refunded',
          ...(failed && { reason: 'card was closed' }),
        }),
      )
      return
    }
    case 'withdrawal.changed': {
      const { withdrawalId, userId, state, released } = command.data
      const who = people.whoIs(userId)
      if (who >= 0 && (released || !['in review', 'withdrawing', 'failure'].includes(state)))
        sim.requested(who, withdrawalId)
      return
    }
    case 'agent.changed': {
      const { userId, state } = command.data
      const who = people.whoIs(userId)
      if (who >= 0 && state === 'approved') sim.plan(sim.now + random.wait(day), () => buyStock(sim, who))
      return
    }
    default:
      return
  }
}

/** A new agent transfers money for a first stock. */
function buyStock(sim: Sim, who: number): void {
  if (sim.people.is(who, banned)) return
  const purchaseId = sim.ref('purchase')
  const usdCents = 10_000 * (1 + sim.random.int(5))
  const userId = sim.people.idOf(who)
  sim.emit('agent.purchaseRequested', { purchaseId, userId, kind: 'bank', usdCents, reference: `FT ${purchaseId}` })
}

/** Users read a message while online; each event reports a few dozen of them. */
const together = 50

/** Shows a message: most devices get it within a minute, and many people read it later. */
function show(sim: Sim, messageId: string, userIds: readonly number[] | undefined): void {
  const { people, random } = sim
  const known = (userIds?.map((id) => people.whoIs(id)) ?? sim.here.all()).filter((who) => who >= 0)
  const reached = known.filter((who) => !people.is(who, banned) && random.chance(0.9))
  const report = (type: 'message.delivered' | 'message.read', of: readonly number[], wait: number) => {
    for (let at = 0; at < of.length; at += together) {
      const some = of.slice(at, at + together)
      sim.plan(sim.now + random.wait(wait), () => {
        if (!sim.stopped.has(messageId)) sim.emit(type, { messageId, userIds: some.map((who) => people.idOf(who)) })
      })
    }
  }
  report('message.delivered', reached, minute)
  report(
    'message.read',
    reached.filter((who) => !people.is(who, banned) && random.chance(0.6)),
    10 * minute,
  )
}

function leaveGuild(sim: Sim, who: number, guildId: number): void {
  if (sim.people.is(who, banned)) return
  sim.emit('guild.leaveRequested', { guildId, userId: sim.people.idOf(who), reason: 'I want to work on my own.' })
}

function ban(sim: Sim, who: number): void {
  sim.people.set(who, banned, true)
  const visit = sim.visits.get(who)
  if (visit) go(sim, visit, 'banned')
}

function appeal(sim: Sim, userId: number, itemId: string): void {
  const { random, people } = sim
  sim.plan(sim.now + random.wait(10 * minute), () => {
    if (people.is(people.whoIs(userId), banned)) return
    sim.emit('appeal.created', { appealId: sim.ref('appeal'), userId, itemId, text: random.pick(appealTexts) })
  })
}
