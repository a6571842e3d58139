// An act of a simulation: it draws its arguments, legal or not, does them by real calls, and holds the answer against the model.
import type { Envelope } from '@greenroom/contract/call'
import { type AloneKind, aloneSum, type Pending } from './model.ts'
import type { Random } from './random.ts'
import { type Account, Found, type World } from './world.ts'

export type Act = {
  name: string
  /** How often it is drawn, compared with the others. */
  weight: number
  /** @returns false when there is nothing to act on */
  run(world: World, random: Random): Promise<unknown>
}

type Outcomes = { outcomes: { id: string | number; ok: boolean; errorCode?: number | undefined }[] }

/** The code with which the call, or its only line, was refused; null if it was done. */
export function refusalOf(answer: Envelope<unknown>): number | null {
  if (answer.code !== 200) return answer.errorCode
  const { outcomes } = answer.result as Partial<Outcomes>
  const [first] = outcomes ?? []
  return first && !first.ok ? (first.errorCode ?? 0) : null
}

/** @throws Found unless it was done exactly if it should be */
export function expectDone(answer: Envelope<unknown>, should: boolean, what: string): void {
  const refused = refusalOf(answer)
  if (should === (refused === null)) return
  throw new Found(should ? `${what} was refused: ${JSON.stringify(answer)}` : `${what} was done and should not be`)
}

type Waits = Omit<Pending, 'id' | 'maker' | 'expiresAt'>
const lapseMs = 72 * 3_600_000

/** Stores a request that waits for a second account. */
export function waits(world: World, id: string, by: Account, what: Waits): void {
  world.model.pending.set(id, { ...what, id, maker: by.name, expiresAt: world.now().getTime() + lapseMs })
  world.count(`${what.kind} waits`)
}

/** Tokens of `grant_approval_tokens`; cents of the limits as shipped, or as set in `world.ts`. */
export const limitOf = (kind: AloneKind): bigint =>
  kind === 'grant' || kind === 'tokenDeduction'
    ? 100_000n
    : kind === 'refund' || kind === 'purchase'
      ? 50_000n
      : 15_000n

/**
 * One account decided this alone: counted, and never more than the limit within 24 hours.
 *
 * @throws Found above it
 */
export function alone(world: World, by: Account, kind: AloneKind, amount: bigint, key: string): void {
  const { model } = world
  const at = world.now().getTime()
  model.alone.push({ kind, by: by.name, amount, at, key, undone: false })
  const sum = aloneSum(model, { kind, by: by.name, at })
  if (sum > limitOf(kind)) throw new Found(`${by.name} did ${sum} of ${kind} alone within 24 hours`)
  world.count(`${kind} alone`)
}

/** @throws Found when a request waits that its account could do alone */
export function expectToWait(world: World, by: Account, kind: AloneKind, amount: bigint): void {
  const before = aloneSum(world.model, { kind, by: by.name, at: world.now().getTime() }, 'with undone')
  if (before + amount <= limitOf(kind))
    throw new Found(`${amount} of ${kind} waits, though ${by.name} did only ${before} alone within 24 hours`)
}
