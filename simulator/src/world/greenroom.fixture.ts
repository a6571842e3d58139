// A minimal Greenroom for the world: balances by the rules, no database.
import type { Answer } from '@greenroom/bridge-client'
import type { Happening } from './sim.ts'

type Wallet = { userId: number; paidTokens: number; promoTokens: number; bonus: number }

/** Answers events as Greenroom would; keeps wallets in memory. */
export class SmallGreenroom {
  readonly wallets = new Map<number, Wallet>()
  readonly #orders = new Map<string, { userId: number; tokens: number; promoTokens: number }>()
  readonly #calls = new Map<string, { from: number; to: number; price: number; minutes: number }>()
  readonly #rooms = new Map<string, { host: number; rate: number }>()
  readonly #women = new Set<number>()

  walletOf(userId: number): Wallet {
    const known = this.wallets.get(userId) ?? { userId, paidTokens: 0, promoTokens: 0, bonus: 0 }
    this.wallets.set(userId, known)
    return known
  }

  answer({ event }: Happening): Answer {
    const { id } = event
    const rejected = (errorCode: number): Answer => ({ id, status: 'rejected', errorCode, errorMsg: 'no' })
    const accepted = (...users: number[]): Answer => ({
      id,
      status: 'accepted',
      ...(users.length > 0 && { result: { balances: users.map((user) => ({ ...this.walletOf(user) })) } }),
    })
    const spend = (from: number, to: number, tokens: number) => {
      if (!this.#move(from, to, tokens)) return rejected(60001)
      return accepted(from, to)
    }
    switch (event.type) {
      case 'user.registered':
        if (event.data.sex === 'woman') this.#women.add(event.data.userId)
        return accepted()
      case 'gift.sent':
        return spend(event.data.senderId, event.data.receiverId, event.data.tokens)
      case 'text.charged':
        return spend(event.data.senderId, event.data.receiverId, event.data.tokens)
      case 'live.started':
        this.#rooms.set(event.data.liveId, { host: event.data.userId, rate: event.data.rate })
        return accepted()
      case 'live.minute': {
        const room = this.#rooms.get(event.data.liveId)!
        return spend(event.data.userId, room.host, room.rate)
      }
      case 'call.requested': {
        const { callId, callerId, calleeId, unitPrice } = event.data
        this.#calls.set(callId, { from: callerId, to: calleeId, price: unitPrice, minutes: 0 })
        return accepted()
      }
      case 'call.answered': {
        const { from, price } = this.#calls.get(event.data.callId)!
        const { paidTokens, promoTokens } = this.walletOf(from)
        return paidTokens + promoTokens < price ? rejected(60001) : accepted()
      }
      case 'call.minute':
      case 'call.ended': {
        const call = this.#calls.get(event.data.callId)!
        const until = event.type === 'call.minute' ? event.data.minute : event.data.minutes
        for (; call.minutes < until; call.minutes++) if (!this.#move(call.from, call.to, call.price)) break
        return accepted(call.from, call.to)
      }
      case 'recharge.created':
        this.#orders.set(event.data.orderId, event.data)
        return accepted()
      case 'recharge.paid': {
        const order = this.#orders.get(event.data.orderId)!
        const wallet = this.walletOf(order.userId)
        wallet.paidTokens += order.tokens
        wallet.promoTokens += order.promoTokens
        return accepted(order.userId)
      }
      default:
        return accepted()
    }
  }

  #move(from: number, to: number, tokens: number): boolean {
    const payer = this.walletOf(from)
    if (payer.paidTokens + payer.promoTokens < tokens) return false
    const promo = Math.min(payer.promoTokens, tokens)
    payer.promoTokens -= promo
    payer.paidTokens -= tokens - promo
    if (this.#women.has(to)) this.walletOf(to).bonus += Math.floor(tokens * 0.4)
    return true
  }
}
