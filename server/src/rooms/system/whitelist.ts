// The whitelist: exemptions from second factors, device bans and withdrawal checks.
import { whitelist } from '@greenroom/contract/records/system'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import type { Approvals } from '../../access/index.ts'
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { momentOf, spanOf } from '../../kit/time.ts'
import { declared, search } from '../../records/index.ts'
import { idOf, isListed, requestOf } from './whitelist.approval.ts'
import {
  coversTooMuch,
  goodExpiry,
  type Kind,
  needsSecond,
  normalValue,
  stateAt,
  widestPrefix,
} from './whitelist.rules.ts'

const tooWide = () => refuseBecause(10009, 'value', 'whitelist.tooWide', widestPrefix)

const expected = (kind: Kind) => (kind === 'ip' ? 'whitelist.ip' : 'whitelist.userId')

/** An omitted end means none; a day means the whole day. */
function endOf(expiresAtStr: string | undefined, { timeZone }: Context): Date | null {
  if (expiresAtStr === undefined) return null
  momentOf(expiresAtStr, timeZone, 'expiresAtStr')
  return spanOf({ endTimeStr: expiresAtStr }, timeZone).to ?? null
}

/** Entries expire by the platform's clock. */
const inState = (state: string, { now }: Context) => sql<boolean>`
  (t.expires_at is not null and t.expires_at <= ${now}) = ${state === 'expired'}`

/** The entries: what a second account has to approve is asked for, all else takes effect at once. */
export const whitelistEntries = (approvals: Approvals) =>
  declared(whitelist, 'system.whitelist', whitelistCalls, {
    filters: { q: search(['t.value', 't.note']), state: inState },
    more: async ({ now }, rows) => rows.map((row) => ({ state: stateAt(row.expires_at, now) })),
    values: async (tx, context, { kind, value = '', note = '', expiresAtStr }) => {
      const columns = { note, expires_at: endOf(expiresAtStr, context) }
      if (kind === undefined) return columns
      const normal = normalValue(kind, value)
      if (normal === null) throw refuseBecause(10009, 'value', expected(kind))
      if (coversTooMuch(kind, normal)) throw tooWide()
      const known =
        kind === 'ip' ||
        kind === 'device' ||
        (await tx.selectFrom('users.app_user').select('id').where('id', '=', BigInt(normal)).executeTakeFirst())
      if (!known) throw refuseBecause(21001, 'value', 'whitelist.user', { value: normal })
      return { kind, value: normal, ...columns }
    },
    check: async (_tx, { expires_at: end }, before, { now }) => {
      if (!goodExpiry(end, now, before?.expires_at)) throw refuseBecause(10009, 'expiresAtStr', 'time.past')
      if (before && coversTooMuch(before.kind as Kind, before.value) && stateAt(end, now) === 'effective')
        throw tooWide()
    },
    asks: async (tx, context, { values, before }) => {
      const kind = (before?.kind ?? values['kind']) as Kind
      const expiresAt = values['expires_at'] as Date | null
      if (!needsSecond({ kind, expiresAt, before: before && before.expires_at })) return null
      const value: string = before?.value ?? values['value']
      if (!before && (await isListed(tx, { kind, value })))
        throw refuseBecause(10027, 'value', 'whitelist.exists', { value })
      const request = requestOf({ kind, value, note: values['note'], expiresAt }, before)
      const asked = await approvals.askOrAct(tx, context, request)
      if (!asked.applied) return asked
      return { id: await idOf(tx, { kind, value }) }
    },
    duplicates: { whitelist_value: ({ value = '' }) => refuseBecause(10027, 'value', 'whitelist.exists', { value }) },
    sentence: (rows, change) =>
      whitelistChanged(
        rows.map(({ kind, value }) => ({ kind: kind as Kind, value })),
        change,
      ),
  })
