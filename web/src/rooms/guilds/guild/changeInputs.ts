// Form values of a guild's changes.
export type LeaderForm = {
  userNumber: string
  leaderName: string
  leaderEmail: string
  areaCode: string
  leaderPhone: string
  reason: string
}
export type RateForm = { percent: string | number; reason: string }
export type ParentForm = { parentId: string; reason: string }

/** Basis points of a typed percentage; undefined if empty: the rate of its own level. */
export const basisPoints = (percent: string | number): number | undefined =>
  percent === '' ? undefined : Math.round(Number(percent) * 100)
