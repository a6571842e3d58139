// Maps tiles to the contract.
import type { Answer } from '@greenroom/contract/call'
import type { liveMonitor } from '@greenroom/contract/live'
import type { OpenReports } from '../../audits/index.ts'
import type { PersonRow, TileRow } from './monitor.queries.ts'
import { scoreOf } from './monitor.rules.ts'

export type Tile = Answer<typeof liveMonitor>['tiles'][number]

const faceOf = (id: bigint, faces: ReadonlyMap<bigint, PersonRow>): Tile['users'][number] => {
  const face = faces.get(id)
  return { ...(face?.user ?? { userId: Number(id), nickname: '', avatarUrl: '' }), country: face?.country ?? '' }
}

/** The default user of a ban from this tile: the broadcaster, or the callee, who earns. */
export const subjectOf = (row: Pick<TileRow, 'user_id' | 'callee_id'>): bigint => row.callee_id ?? row.user_id

export function tileOf(
  row: TileRow,
  of: { faces: ReadonlyMap<bigint, PersonRow>; reports: OpenReports | undefined; suggestedHours: number },
): Tile {
  const { faces, reports, suggestedHours } = of
  const ids = row.callee_id === null ? [row.user_id] : [row.user_id, row.callee_id]
  return {
    kind: row.kind,
    id: row.id,
    users: ids.map((id) => faceOf(id, faces)),
    title: row.title,
    coverUrl: row.cover_url,
    snapshotUrl: row.snapshot_url,
    snapshotAt: row.snapshot_at?.toISOString() ?? null,
    hlsUrl: row.hls_url,
    rate: row.rate,
    viewers: row.viewers,
    riskScore: scoreOf(row.risk_score),
    labels: row.labels,
    startedAt: row.started_at.toISOString(),
    warnings: row.warnings,
    warnedAt: row.warned_at?.toISOString() ?? null,
    reports: reports?.newest ?? [],
    reportCount: reports?.count ?? 0,
    suggestedForbidHours: suggestedHours,
  }
}
