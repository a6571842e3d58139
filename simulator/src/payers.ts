// Users who pay by USDT: now and then someone online requests an address and pays to it. Greenroom's watcher finds the payment.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { BridgeError, type Client } from '@greenroom/bridge-client'
import { bytesOf } from './chain/address.ts'
import type { Chains } from './chain/serve.ts'
import { randomOf } from './world/random.ts'
import { day } from './world/sizes.ts'
import type { World } from './world/world.ts'

/** The first payments follow soon after a start, so that new users of the product see some arrive; the pause before each. */
const soon = { payments: 3, pauseMs: 40_000 }
/** Later payments of 1,000 people in a day: as many as the first fill has, so that a day's revenue stays as it was. */
const dailyOfThousand = 1.5
/** One in this many payments is too small to be credited. */
const smallOnes = 12

const spent = { none: 0, casual: 20, regular: 80, whale: 400 } as const

/** A person's own wallet. */
const walletOf = (userId: number) =>
  `0x${createHash('sha256').update(`wallet of ${userId}`).digest('hex').slice(0, 40)}`

/** Runs until it is aborted. */
export async function payByUsdt(
  client: Client,
  world: World,
  chains: Chains,
  { seed, signal }: { seed: number; signal: AbortSignal },
): Promise<void> {
  const random = randomOf(seed, 58)
  for (let paid = 0; ; ) {
    const usualMs = Math.min(7 * day, day / ((world.people.count / 1_000) * dailyOfThousand))
    const afterMs = paid < soon.payments ? Math.min(soon.pauseMs, usualMs) : usualMs
    await pause(Math.min(7 * day, random.around(afterMs, 0.6)), undefined, { signal })
    const who = world.payer(random)
    if (who === undefined) continue
    const userId = world.people.idOf(who)
    try {
      const { addresses } = await client.state.depositAddresses(userId)
      if (addresses.length === 0) continue
      const { chain, address } = random.pick(addresses)
      const usdt = random.int(smallOnes) === 0 ? 4.5 : 10 + random.around(spent[world.people.purseOf(who)], 0.7)
      const usdtMicros = BigInt(Math.round(usdt * 100)) * 10_000n
      paid++
      chains.pay(chain, { from: walletOf(userId), to: bytesOf(chain, address), usdtMicros })
    } catch (error) {
      // Not reported yet, or Greenroom is unavailable: someone else pays next time.
      if (!(error instanceof BridgeError)) throw error
    }
  }
}
