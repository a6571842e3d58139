// Time live, told on time and late, and corrected later: a day counts with an hour.

import type { Act } from './act.ts'
import { expectAccepted } from './app.ts'
import { anchorOf } from './weekModel.ts'
import type { World } from './world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const begin = new Date('2027-03-02T08:00:00Z').getTime()

/** A moment of this or an earlier week, at most 13 days ago. */
export const late = (world: World, random: { whole(from: number, to: number): number }): Date =>
  new Date(Math.max(begin, world.now().getTime() - random.whole(1, 13 * 24) * hour))

type Broadcast = { liveId: string; anchor: number; day: string; minutes: number; startedAt: Date; moved: boolean }
const broadcasts = new WeakMap<World, Broadcast[]>()
const ofWorld = (world: World) => {
  const all = broadcasts.get(world) ?? []
  broadcasts.set(world, all)
  return all
}
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Minutes live on a day, beside the anchor's other broadcasts of it. */
export async function live(
  world: World,
  { anchor, onDay, minutes }: { anchor: number; onDay: string; minutes: number },
): Promise<boolean> {
  const all = ofWorld(world)
  const before = all.filter((one) => one.anchor === anchor && one.day === onDay).length
  if (before > 10) return false
  const startedAt = new Date(new Date(`${onDay}T00:00:00Z`).getTime() + before * 2 * hour)
  const liveId = world.nextId('live')
  const started = { liveId, userId: world.users[anchor]!, title: 't', rate: 0 as const }
  await expectAccepted(world, { type: 'live.started', at: startedAt, data: started })
  const endedAt = new Date(startedAt.getTime() + minutes * minute)
  await expectAccepted(world, { type: 'live.ended', at: endedAt, data: { liveId, reason: 'user' } })
  all.push({ liveId, anchor, day: onDay, minutes, startedAt, moved: false })
  addMinutes(world, { anchor, onDay, minutes })
  return true
}

/** The minutes of an anchor on each day of a week. */
export function minutesOf(world: World, anchor: number, week: string): Map<string, number> {
  const guild = world.guilds.find(({ anchors: own }) => own.includes(anchor))!
  return anchorOf(world.model.weeks, guild.id, week, anchor).minutesByDay
}
const weekOf = (world: World, onDay: string) => world.week(new Date(`${onDay}T12:00:00Z`))

function addMinutes(
  world: World,
  { anchor, onDay, minutes }: { anchor: number; onDay: string; minutes: number },
): void {
  const byDay = minutesOf(world, anchor, weekOf(world, onDay))
  byDay.set(onDay, (byDay.get(onDay) ?? 0) + minutes)
}

/** Days of the week of `at` that are over. */
export function pastDays(world: World, at: Date): string[] {
  const monday = new Date(`${world.week(at)}T00:00:00Z`).getTime()
  return Array.from({ length: 7 }, (_, index) => new Date(monday + index * day))
    .filter((one) => one.getTime() >= begin && one.getTime() + day <= world.now().getTime())
    .map(dayOf)
}

export const anchors = [3, 4, 5, 6] as const

const broadcast: Act = {
  name: 'broadcasts',
  weight: 8,
  async run(world, random) {
    const anchor = random.one(anchors)
    const days = pastDays(world, random.once(2) ? world.now() : late(world, random))
    if (days.length === 0) return false
    for (const onDay of random.few(days, 5))
      await live(world, { anchor, onDay, minutes: random.one([30, 59, 60, 60, 60, 75]) })
    return true
  },
}

/** The app corrects a broadcast: it ended at once, and its time was on another day. The week's total stays the same. */
async function moveTo(world: World, one: Broadcast, other: string): Promise<void> {
  const { liveId, anchor, minutes } = one
  await expectAccepted(world, { type: 'live.ended', at: one.startedAt, data: { liveId, reason: 'corrected' } })
  one.moved = true
  addMinutes(world, { anchor, onDay: one.day, minutes: -minutes })
  await live(world, { anchor, onDay: other, minutes })
  world.count('hour moved')
}

/** The anchor's newest broadcast of a day moves to another day. */
export async function moveNewest(world: World, anchor: number, onDay: string, other: string): Promise<void> {
  const one = ofWorld(world).findLast((each) => each.anchor === anchor && each.day === onDay && !each.moved)
  if (one) await moveTo(world, one, other)
}

const move: Act = {
  name: 'move time live',
  weight: 4,
  async run(world, random) {
    const one = random.some(ofWorld(world).filter(({ moved }) => !moved))
    if (!one || world.now().getTime() - one.startedAt.getTime() > 25 * day) return false
    const other = random.some(pastDays(world, one.startedAt).filter((onDay) => onDay !== one.day))
    if (!other) return false
    await moveTo(world, one, other)
    return true
  },
}

export const liveActs: Act[] = [broadcast, move]
