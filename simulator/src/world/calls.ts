// Calls between users, and random matching.
import { banned } from './people.ts'
import { machineScore } from './rooms.ts'
import type { Call, Sim, Visit } from './sim.ts'

const second = 1_000
const minute = 60 * second
/** Calls shorter than this are free. */
const freeOf = 10 * second

/** The user calls someone who is free, if they can pay for a minute (or just tries). */
export function callSomeone(sim: Sim, visit: Visit): void {
  const callee = drawFree(sim, visit.who)
  if (callee !== undefined) ring(sim, visit, callee, undefined)
}

function drawFree(sim: Sim, caller: number): number | undefined {
  const callee = sim.free.draw(sim.random)
  return callee === caller ? undefined : callee
}

/** The user asks for a match: matched, given up, or nobody available. */
export function match(sim: Sim, visit: Visit): void {
  // Mostly only users who can pay for a minute look for a match.
  if (visit.call || visit.room || (sim.tokensOf(visit.who) < 80 && !sim.random.chance(0.1))) return
  const { random, people, pace } = sim
  if (pace.wishes.match < 1 && !random.chance(pace.wishes.match)) return
  const matchId = sim.ref('match')
  sim.emit('match.requested', { matchId, userId: people.idOf(visit.who) })
  const waited = Math.max(1, Math.min(60, random.around(5, 0.8)))
  sim.plan(sim.now + waited * second, () => {
    const callee = random.chance(0.85) ? drawFree(sim, visit.who) : undefined
    const still = sim.visits.get(visit.who) === visit && !visit.call && !visit.room
    const outcome = !still
      ? 'cancelled'
      : callee === undefined
        ? random.pick(['cancelled', 'timeout'] as const)
        : 'matched'
    const callId = outcome === 'matched' ? sim.ref('call') : undefined
    sim.emit('match.ended', { matchId, outcome, waitedSeconds: Math.round(waited), ...(callId && { callId }) })
    if (callId && callee !== undefined) ring(sim, visit, callee, { matchId, callId })
  })
}

function ring(sim: Sim, visit: Visit, callee: number, matched: { matchId: string; callId: string } | undefined): void {
  const { random, people } = sim
  if (visit.call || visit.room) return
  const kind = random.chance(0.7) ? 'video' : 'voice'
  const price = people.priceOf(callee, kind)
  if (sim.tokensOf(visit.who) < price && !random.chance(0.04)) return
  const call: Call = {
    id: matched?.callId ?? sim.ref('call'),
    caller: visit.who,
    callee,
    price,
    answeredAt: 0,
    minutes: 0,
  }
  sim.calls.set(call.id, call)
  visit.call = call
  const other = sim.visits.get(callee)
  if (other) other.call = call
  sim.free.remove(callee)
  sim.emit('call.requested', {
    callId: call.id,
    callerId: people.idOf(visit.who),
    calleeId: people.idOf(callee),
    kind,
    unitPrice: price,
    ...(matched && { matchId: matched.matchId }),
  })
  const rings = Math.min(30, random.around(6, 0.6)) * second
  sim.plan(sim.now + rings, () => {
    if (!sim.calls.has(call.id)) return
    if (random.chance(0.74)) answer(sim, call)
    else endCall(sim, call, random.pick(['no answer', 'declined', 'cancelled by the caller', 'busy']))
  })
}

function answer(sim: Sim, call: Call): void {
  const { random } = sim
  call.answeredAt = sim.now
  sim.emit('call.answered', { callId: call.id })
  // Some end at once: a bad match, a bad line.
  const length = random.chance(0.12) ? random.next() * freeOf : Math.min(random.around(140 * second, 1), 90 * minute)
  sim.plan(sim.now + length, () =>
    endCall(sim, call, random.pick(['hung up by the caller', 'hung up by the callee', 'connection lost'])),
  )
  sim.plan(sim.now + minute, () => tellMinute(sim, call))
  if (random.chance(0.3)) sim.plan(sim.now + Math.min(length, 20 * second), () => takePicture(sim, call))
}

function tellMinute(sim: Sim, call: Call): void {
  if (!sim.calls.has(call.id)) return
  call.minutes++
  sim.emit('call.minute', { callId: call.id, minute: call.minutes }, sim.spending(call.caller, call.callee, call.price))
  if (sim.tokensOf(call.caller) < call.price) return endCall(sim, call, 'balance')
  sim.plan(sim.now + minute, () => tellMinute(sim, call))
}

function takePicture(sim: Sim, call: Call): void {
  if (!sim.calls.has(call.id)) return
  const risky = sim.people.isBad(call.callee) || sim.people.isBad(call.caller)
  sim.emit('live.snapshot', {
    callId: call.id,
    url: `${sim.media}/media/live/${sim.people.idOf(call.callee)}-${call.id}.svg`,
    ...machineScore(sim, risky && sim.random.chance(0.5)),
  })
}

export function endCall(sim: Sim, call: Call, reason: string): void {
  if (!sim.calls.delete(call.id)) return
  const length = call.answeredAt === 0 ? 0 : sim.now - call.answeredAt
  const seconds = Math.floor(length / second)
  const started = length < freeOf ? 0 : Math.max(call.minutes, Math.ceil(length / minute))
  const open = started - call.minutes
  sim.emit(
    'call.ended',
    { callId: call.id, reason, seconds, minutes: started },
    open > 0 ? sim.spending(call.caller, call.callee, open * call.price) : [],
  )
  for (const who of [call.caller, call.callee]) {
    const visit = sim.visits.get(who)
    if (visit?.call !== call) continue
    visit.call = null
    if (sim.people.isHost(who) && !visit.room && !sim.people.is(who, banned)) sim.free.add(who)
  }
}
