// Which benefit a registration gets, by the rules of docs/promotion.md alone.
export type Benefit = {
  id: number
  tokens: bigint
  budget: bigint
  used: bigint
  /** Null: everyone. */
  country: string | null
  sex: Sex | null
  state: 'waiting' | 'approved' | 'stopped'
  from: number
  to: number
}
export type Sex = 'man' | 'woman'
/** `grantedTo`: devices and users that had one, and never have another. */
export type Benefits = { all: Benefit[]; devices: Set<string>; users: Set<number> }

export const noBenefits = (): Benefits => ({ all: [], devices: new Set(), users: new Set() })

export type Newcomer = { user: number; device: string; country: string; sex: Sex; at: number }

const narrowness = ({ country, sex }: Benefit): number => Number(country !== null) + Number(sex !== null)

/** The narrowest that fits, of equal ones the oldest, while its budget lasts; once per user and device. @returns its tokens */
export function grant({ all, devices, users }: Benefits, { user, device, country, sex, at }: Newcomer): bigint {
  if (devices.has(device) || users.has(user)) return 0n
  const [chosen] = all
    .filter((one) => one.state === 'approved' && at >= one.from && at < one.to)
    .filter((one) => (one.country ?? country) === country && (one.sex ?? sex) === sex)
    .filter((one) => one.used + one.tokens <= one.budget)
    .sort((a, b) => narrowness(b) - narrowness(a) || a.id - b.id)
  if (!chosen) return 0n
  chosen.used += chosen.tokens
  devices.add(device)
  users.add(user)
  return chosen.tokens
}
