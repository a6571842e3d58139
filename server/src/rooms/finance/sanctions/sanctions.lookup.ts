// Looks payees up in the lists in force.
import type { sanctionsAgreements, sanctionsFields } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { hashToken } from '../../../kit/random.ts'
import { keyOf, leastLetters, leastSounds } from './sanctions.names.ts'
import { addressKey } from './sanctions.reading.ts'

/** A text to look up; `who` is the caller's tag, such as a payee. */
export type Term = { who: string; field: (typeof sanctionsFields)[number]; text: string }

export type Found = {
  who: string
  field: Term['field']
  /** Key of the normalised text: another text is another hit. */
  textHash: Buffer
  listName: string
  reference: string
  listedName: string
  program: string
  agreement: (typeof sanctionsAgreements)[number]
}

type Row = Omit<Found, 'who' | 'field' | 'textHash' | 'agreement'> & {
  at: number
  key: string
  listedKey: string
}

/** Whether all words of one are words of the other. */
const within = (one: readonly string[], other: readonly string[]): boolean => one.every((word) => other.includes(word))

function agreementOf(key: string, listed: string): 'exact' | 'part' | 'sound' {
  if (key === listed) return 'exact'
  const [own, theirs] = [key.split(' '), listed.split(' ')]
  return within(own, theirs) || within(theirs, own) ? 'part' : 'sound'
}

/** The strength of a match. */
const order = ['number', 'exact', 'part', 'sound']

async function names(reader: Reader, terms: readonly Term[]): Promise<Found[]> {
  const searched = terms.flatMap((term) => {
    const key = keyOf(term.text)
    return key ? [{ term, ...key }] : []
  })
  if (searched.length === 0) return []
  const { rows } = await sql<Row>`
    with t as materialized (
      select a.at::int, a.key, string_to_array(a.sounds, ' ') as sounds
        from unnest(${searched.map(({ key }) => key)}::text[], ${searched.map(({ sounds }) => sounds)}::text[])
             with ordinality as a(key, sounds, at)),
    n as (
      -- The same words.
      select t.at, t.key, n.entry_id, n.list_id, n.key as listed from t join finance.sanctions_name n on n.key = t.key
      union
      -- A listed name within the payee's: by its longest sound.
      select t.at, t.key, n.entry_id, n.list_id, n.key from t
        cross join lateral unnest(t.sounds) as s(sound)
        join finance.sanctions_name n on n.pivot = s.sound and cardinality(n.sounds) >= ${leastSounds}
         and n.sounds <@ t.sounds and length(array_to_string(n.sounds, '')) >= ${leastLetters}
      union
      -- The payee's name within a listed one.
      select t.at, t.key, n.entry_id, n.list_id, n.key from t
        join finance.sanctions_name n on n.sounds @> t.sounds
       where cardinality(t.sounds) >= ${leastSounds} and length(array_to_string(t.sounds, '')) >= ${leastLetters})
    select n.at, n.key, n.listed as "listedKey", l.name as "listName", e.reference, e.name as "listedName", e.program
      from n join finance.sanctions_list l on l.id = n.list_id and l.state = 'in force'
      join finance.sanctions_entry e on e.id = n.entry_id`.execute(reader)
  return rows.map(({ at, key, listedKey, ...listed }) => {
    const { who, field } = searched[at - 1]!.term
    return { who, field, textHash: hashToken(key), ...listed, agreement: agreementOf(key, listedKey) }
  })
}

async function numbers(reader: Reader, terms: readonly Term[]): Promise<Found[]> {
  if (terms.length === 0) return []
  const searched = terms.map((term) => ({ term, key: addressKey(term.text) }))
  const { rows } = await sql<Omit<Row, 'listedKey'>>`
    select a.at::int, a.key, l.name as "listName", e.reference, e.name as "listedName", e.program
      from unnest(${searched.map(({ key }) => key)}::text[]) with ordinality as a(key, at)
      join finance.sanctions_address d on d.address = a.key
      join finance.sanctions_list l on l.id = d.list_id and l.state = 'in force'
      join finance.sanctions_entry e on e.id = d.entry_id`.execute(reader)
  return rows.map(({ at, key, ...listed }) => {
    const { who, field } = searched[at - 1]!.term
    return { who, field, textHash: hashToken(key), ...listed, agreement: 'number' }
  })
}

/** Matches of these terms in the lists in force: the strongest per term and entry. */
export async function lookUp(reader: Reader, terms: readonly Term[]): Promise<Found[]> {
  const found = [
    ...(await names(
      reader,
      terms.filter(({ field }) => field !== 'number'),
    )),
    ...(await numbers(
      reader,
      terms.filter(({ field }) => field === 'number'),
    )),
  ].toSorted((a, b) => order.indexOf(a.agreement) - order.indexOf(b.agreement))
  const one = new Map<string, Found>()
  for (const each of found) {
    const id = [each.who, each.field, each.textHash.toString('hex'), each.listName, each.reference].join('\n')
    if (!one.has(id)) one.set(id, each)
  }
  return [...one.values()]
}
