// The state of a broadcast, merged from events in any order (architecture, "A chunk of events"). Pure.

export type Session = {
  id: string
  user_id: bigint | null
  title: string
  cover_url: string
  rate: number
  hls_url: string
  started_at: Date | null
  ended_at: Date | null
  end_reason: string
  ended_by: string | null
  viewers: number
  peak_viewers: number
  views: number
  last_seen_at: Date | null
  snapshot_url: string
  snapshot_at: Date | null
  risk_score: number
  labels: string[]
  gift_tokens: bigint
  minute_tokens: bigint
  bonus: bigint
}

type Start = { userId: bigint; title: string; coverUrl: string; rate: number; hlsUrl: string; at: Date }

const later = (a: Date | null, b: Date): Date => (a === null || b > a ? b : a)

/** The first start counts; heartbeats may have arrived before it. */
export const started = (session: Session, start: Start): Session =>
  session.user_id !== null
    ? session
    : {
        ...session,
        user_id: start.userId,
        title: start.title,
        cover_url: start.coverUrl,
        rate: start.rate,
        hls_url: start.hlsUrl,
        started_at: start.at,
        last_seen_at: later(session.last_seen_at, start.at),
      }

/** True for a second start of the same broadcast with other content. */
export const contradicts = (session: Session, userId: bigint, rate: number): boolean =>
  session.user_id !== null && (session.user_id !== userId || session.rate !== rate)

/** Takes the viewers from the newest heartbeat; of two at the same time, the larger number. An ended broadcast stays ended. */
export function withHeartbeat(session: Session, at: Date, viewers: number): Session {
  const last = session.last_seen_at?.getTime() ?? Number.NEGATIVE_INFINITY
  const newest = at.getTime() > last || (at.getTime() === last && viewers > session.viewers)
  return {
    ...session,
    viewers: newest ? viewers : session.viewers,
    peak_viewers: Math.max(session.peak_viewers, viewers),
    last_seen_at: later(session.last_seen_at, at),
  }
}

/** Reasons set by the platform; the app's own end event does not replace them. */
const lastingReasons: ReadonlySet<string> = new Set(['banned', 'forbidden', 'stopped'])

/** Ends a broadcast by a user with a broadcast ban at its start, even if the app has already reported its end. */
export const forbidden = (session: Session, now: Date): Session => ({
  ...session,
  ended_at: session.ended_at ?? later(session.started_at, now),
  ended_by: session.ended_by ?? 'platform',
  end_reason: 'forbidden',
})

/** The end reported by the app; of two, the earlier. A ban remains the reason; a missing heartbeat does not. */
export function ended(session: Session, at: Date, reason: string): Session {
  if (session.ended_by === 'app' && session.ended_at !== null && session.ended_at <= at) return session
  const stays = lastingReasons.has(session.end_reason)
  return { ...session, ended_at: at, ended_by: 'app', end_reason: stays ? session.end_reason : reason }
}

type Pictured = { snapshot_url: string; snapshot_at: Date | null; risk_score: number; labels: string[] }
type Snapshot = { at: Date; url: string; score: number; labels: string[] }

/** The newest snapshot and its machine score. */
export const pictured = <T extends Pictured>(subject: T, snapshot: Snapshot): T => {
  const last = subject.snapshot_at?.getTime() ?? Number.NEGATIVE_INFINITY
  const at = snapshot.at.getTime()
  if (at < last || (at === last && snapshot.url <= subject.snapshot_url)) return subject
  return {
    ...subject,
    snapshot_url: snapshot.url,
    snapshot_at: snapshot.at,
    risk_score: snapshot.score,
    labels: snapshot.labels,
  }
}
