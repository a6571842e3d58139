// Broadcasts and their viewers.
import { banned, muted } from './people.ts'
import type { Room, Sim, Visit } from './sim.ts'
import { labels, titles } from './texts.ts'

const second = 1_000
const minute = 60 * second

/** The user goes live. */
export function openRoom(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  if (visit.room || visit.call || people.is(visit.who, muted)) return
  leaveRoom(sim, visit)
  const rate = random.chance(0.7) ? 0 : random.pick([30, 30, 30, 60, 60, 120] as const)
  const length = Math.min(random.around(35 * minute, 0.7), 5 * 60 * minute)
  const room: Room = {
    id: sim.ref('live'),
    host: visit.who,
    rate,
    until: sim.now + length,
    audience: new Set(),
    pictures: 0,
  }
  visit.room = room
  visit.until = Math.max(visit.until, room.until + 5 * second)
  sim.rooms.set(room.id, room)
  sim.running.add(room)
  sim.free.remove(visit.who)
  sim.emit('live.started', {
    liveId: room.id,
    userId: people.idOf(visit.who),
    title: random.pick(titles),
    coverUrl: `${sim.media}/media/cover/${people.idOf(visit.who)}.svg`,
    rate,
    ...(sim.hls && { hlsUrl: `${sim.hls}?live=${room.id}` }),
  })
  beat(sim, room)
  sim.plan(sim.now + random.wait(sim.pace.snapshot / 2), () => takePicture(sim, room))
  sim.plan(room.until, () => closeRoom(sim, room, 'ended by the host'))
}

/** The room's heartbeat, repeated regularly. */
export function beat(sim: Sim, room: Room): void {
  if (!sim.rooms.has(room.id)) return
  sim.emit('live.heartbeat', { liveId: room.id, viewers: room.audience.size })
  sim.plan(sim.now + sim.pace.heartbeat, () => beat(sim, room))
}

export function takePicture(sim: Sim, room: Room): void {
  if (!sim.rooms.has(room.id)) return
  const { random, people } = sim
  room.pictures++
  const risky = people.isBad(room.host) && random.chance(0.5)
  sim.emit('live.snapshot', {
    liveId: room.id,
    url: `${sim.media}/media/live/${people.idOf(room.host)}-${room.pictures}.svg`,
    ...machineScore(sim, risky),
  })
  sim.plan(sim.now + sim.pace.snapshot * (0.7 + 0.6 * random.next()), () => takePicture(sim, room))
}

/** The machine's score of a picture or text. */
export function machineScore(sim: Sim, risky: boolean): { score: number; labels: string[] } {
  const { random } = sim
  const raw = risky ? 0.55 + 0.45 * random.next() : random.next() ** 4 * 0.6
  return { score: Math.round(raw * 1_000) / 1_000, labels: risky || random.chance(0.03) ? [random.pick(labels)] : [] }
}

export function closeRoom(sim: Sim, room: Room, reason: string): void {
  if (!sim.rooms.delete(room.id)) return
  sim.running.remove(room)
  for (const visit of room.audience) leaveRoom(sim, visit)
  sim.emit('live.ended', { liveId: room.id, reason })
  const visit = sim.visits.get(room.host)
  if (visit?.room !== room) return
  visit.room = null
  if (!sim.people.is(room.host, banned)) sim.free.add(room.host)
}

/** The user enters a room, stays for a while, and pays by the minute if it is a paid room. */
export function watch(sim: Sim, visit: Visit): void {
  const { random } = sim
  const room = sim.running.draw(random)
  if (!room || room.host === visit.who || visit.call || visit.room) return
  if (room.rate > 0 && sim.tokensOf(visit.who) < room.rate && !random.chance(0.03)) return
  leaveRoom(sim, visit)
  const watching = { room, since: sim.now, minute: 0 }
  visit.watching = watching
  room.audience.add(visit)
  const stay = Math.min(random.around(45 * second, 1.4), room.until - sim.now)
  sim.planVisit(visit, sim.now + stay, () => {
    if (visit.watching === watching) leaveRoom(sim, visit)
  })
  if (room.rate > 0) payMinute(sim, visit, watching)
}

function payMinute(sim: Sim, visit: Visit, watching: NonNullable<Visit['watching']>): void {
  if (visit.watching !== watching) return
  const { room } = watching
  const affords = sim.tokensOf(visit.who) >= room.rate
  if (watching.minute > 0 && !affords) return leaveRoom(sim, visit)
  watching.minute++
  sim.emit(
    'live.minute',
    { liveId: room.id, userId: sim.people.idOf(visit.who), minute: watching.minute },
    sim.spending(visit.who, room.host, room.rate),
  )
  sim.planVisit(visit, sim.now + minute, () => payMinute(sim, visit, watching))
}

export function leaveRoom(sim: Sim, visit: Visit): void {
  const { watching } = visit
  if (!watching) return
  visit.watching = null
  watching.room.audience.delete(visit)
  sim.emit('live.viewed', {
    viewId: sim.ref('view'),
    liveId: watching.room.id,
    userId: sim.people.idOf(visit.who),
    seconds: Math.min(86_400, Math.round((sim.now - watching.since) / second)),
  })
}
