// Coming online, leaving, and actions in between.
import { callSomeone, endCall, match } from './calls.ts'
import { comment, post, report, submit, submitCertification } from './content.ts'
import { give, recharge, text, withdraw } from './money.ts'
import { banned, gone, leaving } from './people.ts'
import { livelinessOf } from './places.ts'
import { closeRoom, leaveRoom, openRoom, watch } from './rooms.ts'
import type { Sim, Visit } from './sim.ts'
import { day } from './sizes.ts'
import { isAway, outage, weekdayOf } from './tides.ts'

const hour = 60 * 60_000

/** The mean activity of a day. */
const usual = 0.47

/** Whether the user comes at all on this day, with `visits` a day at the peak hour's rate. */
const isOneOfTheirDays = ({ people, now }: Sim, who: number, visits: number): boolean =>
  people.isDayOf(who, Math.floor(now / day), 1 - Math.exp(-visits * usual))

/** Picks a random user, who comes online if it is one of their active hours. */
function drawVisitor(sim: Sim): void {
  const { people, random, pace } = sim
  if (people.count === 0 || isAway(sim.now, sim.origin)) return
  const who = random.int(people.count)
  const zeal = people.zealOf(who, (sim.now - people.registeredAt[who]!) * pace.patience)
  const { hours } = people.placeOf(who)
  const weekday = weekdayOf(sim.now, hours)
  const drive =
    pace.days === undefined ? zeal * weekday : isOneOfTheirDays(sim, who, zeal * weekday * pace.days) ? 1 : 0
  if (random.next() < drive * livelinessOf(sim.now, hours)) comeOnline(sim, who)
}

/** An outage of some hours in the history: everyone online is cut off. */
export function planOutage(sim: Sim): void {
  const at = sim.origin + outage.from * day
  if (at <= sim.now) return
  sim.plan(at, () => {
    for (const visit of sim.visits.values()) go(sim, visit, 'connection lost')
  })
}

/** Users come online from now on, at the whole world's rate. */
export function planVisitors(sim: Sim): void {
  const { people, random, pace } = sim
  sim.plan(sim.now + random.wait(day / (pace.visits * Math.max(1, people.count))), () => {
    drawVisitor(sim)
    planVisitors(sim)
  })
}

/** Brings as many users online within `span` as would be online at this rate. */
export function planCrowd(sim: Sim, span: number): void {
  const { people, random, pace } = sim
  const draws = Math.floor((people.count * pace.visits * pace.visit) / day)
  for (let draw = 0; draw < draws; draw++) sim.plan(sim.now + random.next() * span, () => drawVisitor(sim))
}

/** The user is online now. */
export function comeOnline(sim: Sim, who: number): Visit | undefined {
  const { people, random, pace } = sim
  if (sim.visits.has(who) || people.is(who, banned) || people.is(who, gone) || !stays(sim, who)) return undefined
  const until = sim.now + Math.min(random.around(pace.visit, 0.8), 6 * 60 * 60_000)
  const visit: Visit = { who, since: sim.now, until, room: null, watching: null, call: null }
  sim.visits.set(who, visit)
  sim.here.add(who)
  if (people.isHost(who)) sim.free.add(who)
  sim.emit('user.online', {
    userId: people.idOf(who),
    platform: people.platformOf(who),
    deviceId: people.deviceOf(who),
    deviceModel: people.deviceModelOf(who),
    ip: people.ipOf(who),
  })
  planAct(sim, visit)
  planLeave(sim, visit)
  return visit
}

/** Who deleted their account and comes back has changed their mind; the others don't come. */
function stays(sim: Sim, who: number): boolean {
  const { people } = sim
  if (!people.is(who, leaving)) return true
  if (!people.regrets(who)) return false
  people.set(who, leaving, false)
  sim.emit('user.deletionCancelled', { userId: people.idOf(who) })
  return true
}

/** Some delete their account at the end of a visit; nobody in the history, which would go on differently. */
function deleteAccount(sim: Sim, who: number): void {
  const { people, pace, now } = sim
  if (pace.days === undefined || people.is(who, leaving) || !people.hasEnough(who, Math.floor(now / hour))) return
  people.set(who, leaving, true)
  sim.emit('user.deleted', { userId: people.idOf(who) })
}

function planLeave(sim: Sim, visit: Visit): void {
  sim.planVisit(visit, visit.until, () => {
    // A broadcast or call may last longer than planned.
    if (visit.room || visit.call) visit.until = sim.now + 60_000
    if (visit.until > sim.now) return planLeave(sim, visit)
    go(sim, visit)
  })
}

/** Ends everything the user takes part in, and the visit. */
export function go(sim: Sim, visit: Visit, reason = 'left'): void {
  if (sim.visits.get(visit.who) !== visit) return
  leaveRoom(sim, visit)
  if (visit.call) endCall(sim, visit.call, reason)
  if (visit.room) closeRoom(sim, visit.room, reason)
  sim.visits.delete(visit.who)
  sim.here.remove(visit.who)
  sim.free.remove(visit.who)
  sim.emit('user.offline', {
    userId: sim.people.idOf(visit.who),
    seconds: Math.min(86_400, Math.round((sim.now - visit.since) / 1_000)),
  })
  if (reason === 'left') deleteAccount(sim, visit.who)
}

function planAct(sim: Sim, visit: Visit): void {
  sim.planVisit(visit, sim.now + sim.random.wait(sim.pace.act), () => {
    act(sim, visit)
    planAct(sim, visit)
  })
}

function act(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  const turn = random.next()
  if (visit.room) {
    if (turn < 0.05) post(sim, visit)
    return
  }
  if (visit.watching || visit.call) {
    if (turn < 0.55) give(sim, visit)
    else if (turn < 0.6) report(sim, visit)
    else if (turn < 0.7) recharge(sim, visit)
    return
  }
  if (people.isHost(visit.who)) {
    if (turn < 0.1) openRoom(sim, visit)
    else if (turn < 0.3) submit(sim, visit)
    else if (turn < 0.38) post(sim, visit)
    else if (turn < 0.5) comment(sim, visit)
    else if (turn < 0.62) withdraw(sim, visit)
    else if (turn < 0.68) watch(sim, visit)
    else if (turn < 0.72) change(sim, visit)
    return
  }
  if (recharge(sim, visit)) return
  if (turn < 0.36) watch(sim, visit)
  else if (turn < 0.52) callSomeone(sim, visit)
  else if (turn < 0.68) match(sim, visit)
  else if (turn < 0.78) text(sim, visit)
  else if (turn < 0.85) comment(sim, visit)
  else if (turn < 0.89) post(sim, visit)
  else if (turn < 0.95) submit(sim, visit)
  else if (turn < 0.97) report(sim, visit)
  else if (turn < 0.99) change(sim, visit)
  else if (random.chance(0.1)) apply(sim, visit)
}

/** The user's profile changes. */
function change(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  const userId = people.idOf(visit.who)
  const turn = random.next()
  if (turn < 0.6) {
    const age = (sim.now - people.registeredAt[visit.who]!) / day
    const level = Math.floor(age / 3) + (people.purseOf(visit.who) === 'whale' ? 20 : 0) + random.int(4)
    const fans = people.isHost(visit.who) ? Math.floor(random.around(30 * (1 + age), 1)) : random.int(30)
    return sim.emit('user.updated', { userId, level, fans, follows: random.int(120) })
  }
  if (turn < 0.8) {
    const vipType = people.purseOf(visit.who) === 'none' ? '' : random.pick(['silver', 'gold', 'diamond'])
    return sim.emit('user.updated', { userId, vipType })
  }
  const riskLevel = people.isBad(visit.who) ? 2 + random.int(3) : random.int(2)
  sim.emit('user.updated', { userId, riskLevel })
}

/** Applies as a top-up agent, who must be an adult: users other than hosts certify themselves first. */
function apply(sim: Sim, visit: Visit): void {
  if (!sim.people.isHost(visit.who)) submitCertification(sim, visit.who)
  sim.emit('agent.applied', {
    userId: sim.people.idOf(visit.who),
    contact: `+${sim.people.placeOf(visit.who).code} ${String(sim.people.idOf(visit.who)).padStart(9, '5')}`,
    note: 'I sell top-ups to my friends already and would like to do it properly.',
  })
}
