// Computes the monitor's news, and why a decision is too late. Pure.
import type { MonitorFields, MonitorNews } from '@greenroom/contract/push'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { MonitorSubject, RunningRow, TileKey } from './monitor.queries.ts'

export type Running = ReadonlyMap<string, RunningRow>

export const keyOf = ({ kind, id }: TileKey): string => `${kind} ${id}`

/** Rounds to six places: stored as a 4-byte float, 0.9 reads as 0.8999999761581421. */
export const scoreOf = (score: number): number => Math.round(score * 1e6) / 1e6

export const fieldsOf = (row: Omit<RunningRow, 'kind' | 'id' | 'started_at'>): MonitorFields => ({
  viewers: row.viewers,
  riskScore: scoreOf(row.risk_score),
  labels: row.labels,
  snapshotUrl: row.snapshot_url,
  snapshotAt: row.snapshot_at?.toISOString() ?? null,
  warnings: row.warnings,
  warnedAt: row.warned_at?.toISOString() ?? null,
  reportCount: row.reports,
})

const same = (a: RunningRow, b: RunningRow): boolean =>
  a.viewers === b.viewers &&
  a.risk_score === b.risk_score &&
  a.snapshot_url === b.snapshot_url &&
  a.snapshot_at?.getTime() === b.snapshot_at?.getTime() &&
  a.warnings === b.warnings &&
  a.reports === b.reports &&
  a.labels.length === b.labels.length &&
  a.labels.every((label, at) => label === b.labels[at])

/** The changed fields. */
function difference(before: RunningRow, after: RunningRow): Partial<MonitorFields> {
  const [old, fields] = [fieldsOf(before), fieldsOf(after)]
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => String(value) !== String(old[name as keyof MonitorFields])),
  )
}

/** What began, changed and ended; null if nothing did. */
export function newsOf(before: Running, after: Running): MonitorNews | null {
  const news: MonitorNews = { began: [], changed: [], ended: [] }
  for (const [key, row] of after) {
    const { kind, id } = row
    const old = before.get(key)
    if (!old) news.began.push({ kind, id, ...fieldsOf(row), startedAt: row.started_at.toISOString() })
    else if (!same(old, row)) news.changed.push({ kind, id, ...difference(old, row) })
  }
  for (const [key, { kind, id }] of before) if (!after.has(key)) news.ended.push({ kind, id })
  return news.began.length + news.changed.length + news.ended.length === 0 ? null : news
}

/** How it ended, for a refused decision: `ended by the app: host left`. What the platform ends was silent, or staff stopped it. */
export function endingOf({ ended_by, end_reason: reason }: MonitorSubject): Why {
  if (ended_by === 'platform') return because(reason === 'silent' ? 'live.endedSilent' : 'live.endedByStaff')
  return reason === '' ? because('live.ended') : because('live.endedFor', { reason })
}
