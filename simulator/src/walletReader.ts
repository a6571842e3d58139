// Reads wallets and bans that may have changed unnoticed: after a start, and when a command overlapped with an answer.
import { BridgeError, type Client } from '@greenroom/bridge-client'
import { banned, walletStale } from './world/people.ts'
import type { World } from './world/world.ts'

export type WalletReader = {
  /** Reads this user's wallet soon, or if too many wait, when they come online next. */
  want(who: number): void
  /** The wallet changed: a read in progress may be outdated. */
  moved(who: number): void
}

const atOnce = 4
const mostWaiting = 200

export function openWalletReader(client: Client, world: World, signal: AbortSignal): WalletReader {
  const waiting: number[] = []
  const reading = new Map<number, { old: boolean }>()

  async function read(who: number): Promise<void> {
    const { people } = world
    const state = { old: world.isMoving(who) }
    reading.set(who, state)
    try {
      const current = await client.state.user(people.idOf(who))
      if (state.old || world.isMoving(who)) return
      world.wallet(current)
      people.set(who, banned, current.ban !== null)
      people.set(who, walletStale, false)
    } catch (error) {
      // An unknown user has no wallet either.
      if (error instanceof BridgeError && error.status === 404) people.set(who, walletStale, false)
    } finally {
      reading.delete(who)
      next()
    }
  }

  function next(): void {
    while (reading.size < atOnce && waiting.length > 0 && !signal.aborted) void read(waiting.shift()!)
  }

  return {
    want(who) {
      if (waiting.length >= mostWaiting || waiting.includes(who)) return
      waiting.push(who)
      next()
    },
    moved(who) {
      const state = reading.get(who)
      if (state) state.old = true
    },
  }
}
