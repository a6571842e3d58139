// Registration benefits: asked for, decided, stopped, and granted to newcomers, once per user and device.
import { benefitSave, benefitStop } from '@greenroom/contract/benefits'
import type { Sent } from '../bridge.ts'
import { type Act, expectDone, waits } from './act.ts'
import { type Benefit, grant, type Newcomer, type Sex } from './benefitModel.ts'
import { meet } from './meet.ts'
import { someone } from './people.ts'
import type { Random } from './random.ts'
import { type Account, Found, type World } from './world.ts'

const second = 1_000
const hour = 3_600_000
const countries = ['BR', 'MX'] as const
const sexes: readonly Sex[] = ['man', 'woman']

const mayAsk = ({ role }: Account) => role === 'Operations' || role === 'Administrator'
const askers = ({ operations, administrators }: World) => [operations, operations, ...administrators]
const textOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

type Wanted = Pick<Benefit, 'country' | 'sex'> & { tokens: number; times: number; hours: number }
/** Waits for a second account, no matter who asks. @returns null if refused */
export async function askForBenefit(
  world: World,
  by: Account,
  { country, sex, tokens, times, hours }: Wanted,
): Promise<Benefit | null> {
  const now = Math.floor(world.now().getTime() / second) * second
  const [from, to] = [now - hour, now + hours * hour]
  // The last part of a budget is too small for one more.
  const budgetTokens = tokens * times + 1
  const answer = await world.ask(by, benefitSave, {
    name: world.nextId('benefit'),
    ...(country && { countries: [country] }),
    ...(sex && { sex }),
    from: textOf(from),
    to: textOf(to),
    tokens,
    freeMinutes: 0,
    budgetTokens,
    reason: 'spring',
  })
  expectDone(answer, mayAsk(by), `a benefit asked for by ${by.name}`)
  if (answer.code !== 200) return null
  const { id, approvalId } = answer.result
  const whole = { tokens: BigInt(tokens), budget: BigInt(budgetTokens), used: 0n }
  const one: Benefit = { id, ...whole, country, sex, state: 'waiting', from, to }
  world.model.benefits.all.push(one)
  const apply = () => {
    one.state = 'approved'
    // In force from its approval on: who registered before has none.
    one.from = world.now().getTime()
  }
  const possible = () => one.state === 'waiting' && world.now().getTime() < to
  waits(world, approvalId, by, { kind: 'benefit', possible, apply, ended: () => {} })
  return one
}

const ask: Act = {
  name: 'ask for a benefit',
  weight: 2,
  run: (world, random) =>
    askForBenefit(world, someone(world, random, askers(world)), {
      country: random.one([null, ...countries]),
      sex: random.one([null, ...sexes]),
      tokens: random.whole(1, 9) * 100,
      times: random.whole(1, 3),
      hours: random.whole(1, 12) * 24,
    }),
}

export async function stopBenefit(world: World, by: Account, one: Benefit): Promise<void> {
  const answer = await world.ask(by, benefitStop, { ids: [one.id], reason: 'enough' })
  const should = mayAsk(by) && one.state !== 'stopped'
  expectDone(answer, should, `stopping benefit ${one.id} (${one.state})`)
  if (!should) return
  world.count(`benefit stopped when ${one.state}`)
  one.state = 'stopped'
}

const stop: Act = {
  name: 'stop a benefit',
  weight: 1,
  async run(world, random) {
    const one = meet(world, random, 'stop', world.model.benefits.all, ({ state }) => state)
    if (!one) return false
    await stopBenefit(world, someone(world, random, askers(world)), one)
    return true
  },
}

type Coming = { device?: string | null; user?: number | null; country: string; sex: Sex; hoursAgo?: number }
/** Newcomers, told together; on a device of somebody else, or somebody again. @returns how many got a benefit, and their devices */
export async function register(world: World, ...coming: readonly Coming[]) {
  const { model, users } = world
  const newcomers = coming.map(({ device, user, country, sex, hoursAgo = 0 }): Newcomer => {
    const index = user ?? model.users.length
    if (user === undefined || user === null) {
      users.push(users[0]! + index)
      model.users.push({ paid: 0n, promo: 0n, debt: 0n, bonus: 0n, held: 0n })
    }
    const at = world.now().getTime() - hoursAgo * hour
    return { user: index, device: device ?? world.nextId('device-of'), country, sex, at }
  })
  const answers = await world.send(
    ...newcomers.map(({ user, device, country, sex, at }): Sent => {
      // Each is in a network of its own: a benefit has a limit in each.
      const ip = `198.51.${user % 250}.7`
      // Of the device the letters and digits count, however they are written.
      const deviceId = user % 2 === 0 ? device.toUpperCase() : device
      const data = {
        userId: users[user]!,
        nickname: `new ${user}`,
        sex,
        country,
        language: 'en',
        platform: 'ios',
        deviceId,
        ip,
      }
      return { type: 'user.registered', at: new Date(at), data } as Sent
    }),
  )
  let granted = 0
  for (const [index, one] of newcomers.entries()) {
    const { status } = answers[index]!
    if (status === 'rejected') throw new Found(`the registration of user ${one.user} was rejected`)
    const erasedAt = model.gone.get(one.user)
    // Told late, it belongs to the life before.
    if (erasedAt !== undefined && one.at <= erasedAt) continue
    model.gone.delete(one.user)
    const tokens = grant(model.benefits, one)
    model.users[one.user]!.promo += tokens
    if (tokens > 0n) granted++
  }
  world.count(granted > 0 ? 'benefit granted' : 'no benefit')
  return { granted, devices: newcomers.map(({ device }) => device) }
}

const drawn = (random: Random, devices: readonly string[]): Coming => ({
  device: random.once(4) ? (random.some(devices) ?? null) : null,
  country: random.one(countries),
  sex: random.one(sexes),
  hoursAgo: random.once(4) ? random.whole(1, 72) : 0,
})

const come: Act = {
  name: 'newcomers',
  weight: 3,
  run(world, random) {
    const { devices, users } = world.model.benefits
    const again = random.once(4) ? random.some([...users]) : undefined
    if (again !== undefined) return register(world, { ...drawn(random, []), user: again })
    return register(world, ...Array.from({ length: random.whole(1, 3) }, () => drawn(random, [...devices])))
  },
}

export const benefitActs: Act[] = [ask, stop, come]
