// Whom a request for a second account is about, and the money at risk: read from its facts by the format of each.
import {
  type ApprovalKey,
  type ApprovalView,
  approvalViews,
  type Fields,
  isValues,
  type Shown,
  type Values,
} from './approvals.ts'

export type PartyKind = 'user' | 'guild' | 'agent' | 'promoter'
export const partyKinds = ['user', 'guild', 'agent', 'promoter'] as const satisfies readonly PartyKind[]

/** Somebody whom a request is about. */
export type Party = { kind: PartyKind; id: number }

/** The party that a text names: `user:5`, `user 5`, `Noura (user:5)`. */
export function partyIn(text: string): Party | undefined {
  const [, kind, id] = /\b(user|guild|agent|promoter)[: ](\d+)\)?$/.exec(text) ?? []
  return kind === undefined ? undefined : { kind: kind as PartyKind, id: Number(id) }
}

/** What one unit is worth. */
export type Rates = { tokensPerUsd: number; usdtUsdCents: number }

function centsOf(format: Shown | undefined, amount: unknown, rates: Rates): number | null {
  if (typeof amount !== 'number') return null
  switch (format) {
    case 'usdCents':
      return amount
    case 'usdMicros':
      return Math.round(amount / 10_000)
    case 'usdtMicros':
      return Math.round((amount * rates.usdtUsdCents) / 1_000_000)
    case 'tokens':
      return Math.round((amount * 100) / rates.tokensPerUsd)
    default:
      return null
  }
}

/** A party with the amount at risk that is theirs, if the request says so. */
export type PartyAtRisk = Party & { usdCents: number | null }
export type AtRisk = { usdCents: number | null; parties: PartyAtRisk[] }

function partiesIn(fields: Fields, values: Values, each: string | undefined, rates: Rates): PartyAtRisk[] {
  const usdCents = each === undefined ? null : centsOf(fields[each], values[each], rates)
  return Object.entries(fields).flatMap(([name, shown]): PartyAtRisk[] => {
    const value = values[name]
    if (shown === 'users' && Array.isArray(value))
      return value.map((id) => ({ kind: 'user', id: Number(id), usdCents }))
    if (shown === 'party') {
      const party = typeof value === 'string' ? partyIn(value) : undefined
      return party ? [{ ...party, usdCents }] : []
    }
    if (partyKinds.some((kind) => kind === shown) && typeof value === 'number')
      return [{ kind: shown as PartyKind, id: value, usdCents }]
    if (typeof shown === 'object' && 'lines' in shown && Array.isArray(value))
      return value.filter(isValues).flatMap((line) => partiesIn(shown.lines, line, each, rates))
    return []
  })
}

/**
 * The money at risk in cents of a US dollar, null where there is none, and whom it is about, each once with the sum of their amounts. What
 * `after` does not say is taken from `before`.
 */
export function atRisk(kind: ApprovalKey, before: unknown, after: unknown, rates: Rates): AtRisk {
  const { fields, money, each = money?.split('.').at(-1) }: ApprovalView = approvalViews[kind]
  const values: Values = { ...(isValues(before) ? before : {}), ...(isValues(after) ? after : {}) }
  const found = new Map<string, PartyAtRisk>()
  for (const party of partiesIn(fields, values, each, rates)) {
    const key = `${party.kind} ${party.id}`
    const known = found.get(key)
    const usdCents =
      known?.usdCents == null || party.usdCents === null
        ? (party.usdCents ?? known?.usdCents ?? null)
        : known.usdCents + party.usdCents
    found.set(key, { ...party, usdCents })
  }
  return {
    usdCents: money === undefined ? null : sumAt(fields, values, money.split('.'), rates),
    parties: [...found.values()],
  }
}

function sumAt(fields: Fields, values: Values, [name = '', ...rest]: readonly string[], rates: Rates): number | null {
  const shown = fields[name]
  const value = values[name]
  if (rest.length === 0) return centsOf(shown, value, rates)
  if (typeof shown !== 'object' || !('lines' in shown) || !Array.isArray(value)) return null
  return value.filter(isValues).reduce((sum, line) => sum + (sumAt(shown.lines, line, rest, rates) ?? 0), 0)
}
