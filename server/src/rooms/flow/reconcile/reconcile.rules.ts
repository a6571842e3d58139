// Compares two sides of a check. Pure.
import type { Answer } from '@greenroom/contract/call'
import type { flowReconcile } from '@greenroom/contract/flow'
import { type Finding, type Moved, type Reserve, userOf } from '../../../ledger/index.ts'

export type Check = Omit<Answer<typeof flowReconcile>['checks'][number], 'tookMs'>
type Difference = Check['differences'][number]

/** Maximum number of differences that a check lists; its sums include all. */
export const shown = 100

const entriesOf = (reference: string) => `/flow/token?reference=${encodeURIComponent(reference)}`

/** The screen of an owner's account. */
export function hrefOf(owner: string): string {
  const user = userOf(owner)
  return user === undefined ? `/flow/token?owner=${encodeURIComponent(owner)}` : `/user/detail/${user}`
}

/** Compares two sums. */
export const sums = (key: string, left: bigint, right: bigint): Check => ({
  key,
  left: Number(left),
  right: Number(right),
  differences: left === right ? [] : [{ subject: key, left: String(left), right: String(right) }],
})

export type Sided = { id: string; name: string; amount: bigint; href?: string }

/** Compares two lists of the same things: missing on one side, or with different amounts. */
export function sides(key: string, left: readonly Sided[], right: readonly Sided[]): Check {
  const others = new Map(right.map((one) => [one.id, one]))
  const differences: Difference[] = []
  const differ = (name: string, here: bigint | undefined, there: bigint | undefined, href: string) =>
    differences.push({
      subject: name,
      left: here === undefined ? '-' : String(here),
      right: there === undefined ? '-' : String(there),
      href,
    })
  let leftSum = 0n
  let rightSum = 0n
  for (const one of left) {
    const other = others.get(one.id)
    others.delete(one.id)
    leftSum += one.amount
    if (one.amount !== other?.amount) differ(one.name, one.amount, other?.amount, one.href ?? entriesOf(one.name))
  }
  for (const one of right) rightSum += one.amount
  for (const one of others.values()) differ(one.name, undefined, one.amount, one.href ?? entriesOf(one.name))
  return { key, left: Number(leftSum), right: Number(rightSum), differences: differences.slice(0, shown) }
}

/** Groups transfers by reference; those without a movement (holds, voids) are left out. */
export function byReference(moved: readonly Moved[]): Sided[] {
  const sums = new Map<string, bigint>()
  for (const { reference, tokens } of moved)
    if (tokens !== 0n) sums.set(reference, (sums.get(reference) ?? 0n) + tokens)
  return [...sums].map(([name, amount]) => ({ id: name, name, amount }))
}

/** Compares reserves with the open holds. */
export function reserveCheck(reserves: readonly Reserve[]): Check {
  const name = ({ owner, purpose, currency }: Reserve) => `${owner}/${purpose}/${currency}`
  const side = (amount: (reserve: Reserve) => bigint) =>
    reserves.map((one): Sided => ({ id: name(one), name: name(one), amount: amount(one), href: hrefOf(one.owner) }))
  return sides(
    'reserved',
    side((one) => one.reserved),
    side((one) => one.held),
  )
}

/** Compares the numbers of verified and correct entries. */
export function provedCheck(verified: { entries: bigint; until: Date | null; findings: readonly Finding[] }): Check {
  return {
    key: 'entries',
    left: Number(verified.entries),
    right: Number(verified.entries) - verified.findings.length,
    differences: verified.findings.map(({ rule, subject, detail }) => {
      const owner = subject.split('/')[0]!
      return { subject, left: rule, right: detail, ...(owner.includes(':') && { href: hrefOf(owner) }) }
    }),
    ...(verified.until && { until: verified.until.toISOString() }),
  }
}

/** The time in an id. */
export const momentOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
