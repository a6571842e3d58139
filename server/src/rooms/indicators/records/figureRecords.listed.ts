// Which records a figure counts, of whom, and what each adds.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { type RecordKind, recordsOf } from '@greenroom/contract/figureRecords'
import { type RawBuilder, sql } from 'kysely'
import { type CountedUsers, countedUsersOf } from '../breakdown/indicatorPeople.rules.ts'
import { definitions } from '../figures/figures.definitions.ts'
import { callsThat, type Entries, entriesThat, longEnough, matchesThat, viewsThat } from '../indicators.conditions.ts'
import { measuresOf, type SubjectName } from '../indicators.subjects.ts'

/** The records of one measure; without `value`, they are only counted. */
type Counted = {
  where?: RawBuilder<unknown>
  value?: RawBuilder<unknown>
  /** Only records of users' days that have this measure. */
  ofDays?: string
}

const call = (where: RawBuilder<unknown>): Counted => ({ where })
/** Records that are only counted, by measure. */
const countedOf = (conditions: Record<string, RawBuilder<unknown>>): Record<string, Counted> =>
  Object.fromEntries(Object.entries(conditions).map(([measure, where]) => [measure, call(where)]))

const calls: Record<string, Counted> = {
  attempts: {},
  ...countedOf(callsThat),
  calls: call(longEnough),
  seconds: { where: longEnough, value: sql`c.seconds` },
  tokens: { where: sql`${longEnough} and c.tokens > 0`, value: sql`c.tokens` },
  bonus: { where: sql`${longEnough} and c.bonus > 0`, value: sql`c.bonus` },
}
const waited = sql`m.waited_seconds`
/** Views have their length as value, whatever the figure counts of them. */
const lasted = sql`v.seconds`
const views: Record<string, Counted> = {
  users: { value: lasted },
  ...Object.fromEntries(Object.entries(viewsThat).map(([measure, where]) => [measure, { where, value: lasted }])),
  ...Object.fromEntries(
    ['dayUnder30', 'dayTo60', 'dayOver60'].map((measure) => [measure, { ofDays: measure, value: lasted }]),
  ),
}

/** By subject and measure. */
const counted: Partial<Record<SubjectName, Record<string, Counted>>> = {
  live: {
    users: {},
    sessions: {},
    seconds: { where: sql`s.ended_at is not null`, value: sql`extract(epoch from s.ended_at - s.started_at)::bigint` },
    giftTokens: { where: sql`s.gift_tokens > 0`, value: sql`s.gift_tokens` },
    roomTokens: { where: sql`s.minute_tokens > 0`, value: sql`s.minute_tokens` },
  },
  view: views,
  gift: { users: {} },
  match: {
    requests: {},
    ...countedOf(matchesThat),
    calls: call(longEnough),
    tokens: { where: sql`c.tokens + c.gift_tokens > 0`, value: sql`c.tokens + c.gift_tokens` },
    waits: { where: matchesThat.matched, value: waited },
  },
  call: calls,
  received: { calls: {}, answered: call(callsThat.answered) },
  payment: {
    users: {},
    usdCents: { value: sql`o.usd_cents` },
    firstPayers: { where: sql`o.first_recharge`, value: sql`o.usd_cents` },
  },
  refund: { usdCents: { value: sql`o.usd_cents` } },
}

/** The records that a figure lists: those of users' days of the subject. */
export type Listed = Counted & {
  /** Installs are of devices, not of users' days (`figureRecords.installs.ts`). */
  kind: Exclude<RecordKind, 'installs'>
  subject: CountedUsers['subject']
  old: boolean
  sex?: 'woman' | 'man'
  /** Of entries only. */
  entries?: Entries
}

/** What a figure counts, as its definition says; the moments of waits are those of matched requests. */
function behind(figure: FigureKey): (Pick<Listed, 'subject' | 'old' | 'sex'> & { measure: string }) | null {
  const definition = definitions[figure]
  if ('percentile' in definition) return { subject: 'match', measure: 'waits', old: false }
  if ('upTo' in definition) {
    const [subject, measure] = definition.upTo.split('.') as [Listed['subject'], string]
    return { subject, measure, old: false }
  }
  const users = countedUsersOf(figure)
  if (!users) return null
  const { subject, place, old, sex } = users
  return { subject, measure: measuresOf(subject)[place - 1]!, old, ...(sex && { sex }) }
}

/** The records that a figure counts; null if it counts none. */
export function listedOf(figure: FigureKey): Listed | null {
  const kind = recordsOf(figure)
  const found = kind && behind(figure)
  if (!kind || kind === 'installs' || !found) return null
  const { measure, ...whose } = found
  if (whose.subject === 'tokens') {
    const entries: Entries = entriesThat[measure as keyof typeof entriesThat]
    return { kind, ...whose, entries, where: entries.where, value: sql`${sql.lit(entries.sign)} * e.amount` }
  }
  const of = counted[whose.subject]?.[measure]
  return of ? { kind, ...whose, ...of } : null
}
