// Matches: who looked for a call partner, and the result.
import type { Arrived } from '../../../bridge/index.ts'
import { type Memory, type Planned, plain } from './live.chunk.ts'
import type { Match } from './matches.queries.ts'

const nothing = (id: string): Match => ({
  id,
  user_id: null,
  requested_at: null,
  ended_at: null,
  outcome: null,
  waited_seconds: null,
  call_id: null,
})

export function planMatch(memory: Memory, event: Arrived<'match.requested' | 'match.ended'>): Planned {
  const { matchId } = event.data
  const known = memory.matches.get(matchId) ?? nothing(matchId)
  if (event.type === 'match.requested') {
    const userId = BigInt(event.data.userId)
    if (!memory.people.has(userId)) return { refuse: 21001, why: `no user ${userId}` }
    memory.matches.set(matchId, { ...known, user_id: userId, requested_at: event.at })
    return plain
  }
  memory.matches.set(matchId, {
    ...known,
    ended_at: event.at,
    outcome: event.data.outcome,
    waited_seconds: event.data.waitedSeconds,
    call_id: event.data.callId ?? null,
  })
  return plain
}
