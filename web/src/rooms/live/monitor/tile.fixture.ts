import type { Tile } from './wall.ts'

/** A running broadcast on the wall, unless `of` says otherwise. */
export const tile = (id: string, of: Partial<Tile> = {}): Tile => ({
  kind: 'live',
  id,
  users: [],
  title: '',
  coverUrl: '',
  snapshotUrl: '',
  snapshotAt: null,
  hlsUrl: '',
  rate: 0,
  viewers: 0,
  riskScore: 0,
  labels: [],
  startedAt: '2026-01-01T00:00:00.000Z',
  warnings: 0,
  warnedAt: null,
  reports: [],
  reportCount: 0,
  suggestedForbidHours: 1,
  ...of,
})
