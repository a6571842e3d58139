// Runs one simulation: a seed, and how many steps. The steps of a failure are printed; on request, fewer of them that fail as well.
import type { Act } from './act.ts'
import { agentActs } from './agentActs.ts'
import { appActs, giveOrderBack, payOrder, winOrder } from './appActs.ts'
import { batchActs } from './batchActs.ts'
import { benefitActs } from './benefitActs.ts'
import { chainActs } from './chainActs.ts'
import { erasureActs } from './erasureActs.ts'
import { guildPayoutActs } from './guildPayoutActs.ts'
import {
  aloneWithinLimits,
  approvedInOrder,
  compareBalances,
  reconciles,
  redeemedOnce,
  settlesExactly,
  verifies,
} from './invariants.ts'
import { liveActs } from './liveActs.ts'
import { emptyModel } from './model.ts'
import { closedStay, monthActs } from './monthActs.ts'
import { promoterActs, promoterOwed, promoterSettles } from './promoterActs.ts'
import { type Random, randomOf } from './random.ts'
import { roleActs, roleAsDecided } from './roleActs.ts'
import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'
import { staffActs } from './staffActs.ts'
import { tokenActs } from './tokenActs.ts'
import { weekActs } from './weekActs.ts'
import { withdrawalActs } from './withdrawalActs.ts'
import { Found, openWorld, type World } from './world.ts'

export const acts: readonly Act[] = [
  ...appActs,
  ...liveActs,
  ...weekActs,
  ...withdrawalActs,
  ...batchActs,
  ...guildPayoutActs,
  ...agentActs,
  ...staffActs,
  ...tokenActs,
  ...chainActs,
  ...benefitActs,
  ...erasureActs,
  ...monthActs,
  ...promoterActs,
  ...roleActs,
]

function drawn(random: Random, from: readonly Act[]): Act {
  let left = random.whole(
    1,
    from.reduce((sum, { weight }) => sum + weight, 0),
  )
  return from.find(({ weight }) => (left -= weight) <= 0)!
}

/** `left`: steps to leave out. `without`: names of acts never to draw, to look past a known fault. */
export type Run = {
  seed: number
  steps: number
  left?: ReadonlySet<number>
  without?: ReadonlySet<string>
  every?: number
}
export type Result = { found: string | null; step: number; trace: string[]; seen: Map<string, number> }

const people = 11

/** Requests that nobody decided in time ended. */
function lapse({ model, now, count }: World): void {
  for (const [id, { expiresAt, ended }] of model.pending)
    if (now().getTime() >= expiresAt) {
      model.pending.delete(id)
      ended()
      count('lapsed')
    }
}

/** At which step each scene is tried first: all of them, in a drawn order, spread over the run. */
function planOf({ seed, steps }: Run): Map<number, Scene> {
  const random = randomOf(seed, -1)
  const left = [...scenes]
  const size = Math.max(1, Math.floor(steps / left.length))
  return new Map(
    scenes.map((_, place) => {
      const [scene] = left.splice(random.whole(0, left.length - 1), 1)
      return [place * size + random.whole(0, size - 1), scene!]
    }),
  )
}

/** Plays the scenes that can be played now. @returns the others */
async function play(world: World, { seed }: Run, number: number, waiting: readonly Scene[]): Promise<Scene[]> {
  const left: Scene[] = []
  for (const scene of waiting) {
    world.trace.push(`— ${number} scene: ${scene.name}, ${world.now().toISOString()}`)
    if ((await scene.play(world, randomOf(seed, number))) === false) left.push(scene)
    else world.count(`scene: ${scene.name}`)
  }
  return left
}

async function step(world: World, { seed, without }: Run, number: number): Promise<void> {
  const random = randomOf(seed, number)
  const from = without ? acts.filter(({ name }) => !without.has(name)) : acts
  // An act that finds nothing to act on leaves the step to another.
  for (let tries = 0; tries < 8; tries++) {
    const act = drawn(random, from)
    world.trace.push(`— ${number} ${act.name}, ${world.now().toISOString()}`)
    if ((await act.run(world, random)) !== false) {
      world.count(`act: ${act.name}`)
      return
    }
    world.trace.pop()
  }
}

/** What is won after its month was approved corrects the next line, and no line after it, though days open one. */
async function promoterCorrected(world: World): Promise<void> {
  const { orders, promoted } = world.model
  const pays = () => payOrder(world, { user: promoted.user, cents: 3_000, tokens: 3_000 })
  await giveOrderBack(world, await pays(), 'chargeback')
  await promoterSettles(world)
  for (const one of orders.filter(({ state }) => state === 'charged back').slice(-6)) await winOrder(world, one)
  await promoterSettles(world)
  await pays()
  await promoterSettles(world)
}

/** Runs the steps that `left` does not leave out. Anything thrown is what was found. */
export async function simulate(run: Run): Promise<Result> {
  const { steps, left = new Set(), every = 40 } = run
  const world = await openWorld(emptyModel(people))
  const plan = planOf(run)
  let waiting: Scene[] = []
  let number = 0
  const result = (found: string | null): Result => ({ found, step: number, trace: world.trace, seen: world.seen })
  try {
    for (; number < steps; number++) {
      if (left.has(number)) continue
      await world.pass(60_000)
      lapse(world)
      const planned = plan.get(number)
      if (planned) waiting.push(planned)
      if (planned || (waiting.length > 0 && number % 10 === 0)) waiting = await play(world, run, number, waiting)
      else await step(world, run, number)
      await compareBalances(world)
      await redeemedOnce(world)
      await approvedInOrder(world)
      await roleAsDecided(world)
      aloneWithinLimits(world.model, world.now().getTime())
      if (number % every !== every - 1) continue
      await reconciles(world)
      await closedStay(world)
      await promoterOwed(world)
    }
    world.trace.push('— the quiet weeks at the end')
    waiting = await play(world, run, number, waiting)
    await settlesExactly(world)
    lapse(world)
    // What needed an approved week has one now.
    await play(world, run, number, waiting)
    await promoterCorrected(world)
    await compareBalances(world)
    await redeemedOnce(world)
    await reconciles(world)
    await closedStay(world)
    await verifies(world)
    return result(null)
  } catch (error) {
    return result(error instanceof Found ? error.message : String(error instanceof Error ? error.stack : error))
  } finally {
    await world.close()
  }
}

/** Leaves out as many steps as possible, in halves, quarters and so on, while something is still found. */
export async function shrunk(run: Run, first: Result, most: number): Promise<{ run: Run; result: Result }> {
  let best = { run: { ...run, steps: Math.min(run.steps, first.step + 1) }, result: first }
  let tries = 0
  for (let size = Math.ceil(best.run.steps / 2); size >= 1 && tries < most; size = Math.floor(size / 2))
    for (let from = 0; from < best.run.steps && tries < most; from += size) {
      const left = new Set(best.run.left)
      for (let number = from; number < Math.min(from + size, best.run.steps); number++) left.add(number)
      if (left.size === (best.run.left?.size ?? 0)) continue
      tries++
      const result = await simulate({ ...best.run, left })
      if (result.found !== null) best = { run: { ...best.run, left }, result }
    }
  return best
}

/** A failure in words: the seed, and what led to it. */
export const told = ({ seed, steps }: Run, { found, step: at, trace }: Result): string =>
  [`seed ${seed}, step ${at} of ${steps}: ${found}`, ...trace.slice(-30)].join('\n')
