// The context of every handler: who calls, from where, when, and the one way to change something.

import { type Call, menuOf } from '@greenroom/contract/call'
import type { ReasonParams } from '@greenroom/contract/reasons'
import type { MenuKey } from '@greenroom/contract/screens'
import type { Language } from '../../texts/catalogue.ts'
import type { Clock } from '../clock.ts'
import { type Database, inTransaction, type Transaction } from '../database/database.ts'
import type { ReadWhole } from '../database/paging.ts'
import { newId } from '../random.ts'

export type { Language } from '../../texts/catalogue.ts'

/** The signed-in account, read again for every call. */
export type Staff = {
  id: number
  username: string
  sessionId: string
  language: Language
  /** The ids to which a guild leader or top-up agent is limited; platform staff have no limit. */
  unionId: number | null
  agentId: number | null
  /** A leader's helper: reads what its roles grant, writes nothing. */
  readOnly?: true
  roleIds: number[]
  administrator: boolean
  permissions: ReadonlyMap<string, 1 | 3>
  /** Set while an administrator looks as a role or another account would (`access/seeAs/`): whose rights these are. Nothing is changed then. */
  seeing?: Seeing
}

export type Seeing = { name: string; of: 'role' | 'account'; until: Date }

/** What a caller may see; every query takes it first. Rows outside it are not found. */
export type Scope = { kind: 'platform' } | { kind: 'guild'; unionId: number } | { kind: 'agent'; agentId: number }

/** Stores a chunk's outcomes in the transaction that made them, so a killed job never repeats a chunk. */
export type Bulk = {
  keep(tx: Transaction, outcomes: readonly BulkOutcome[]): Promise<void>
}
export type BulkOutcome = {
  id: number | string
  ok: boolean
  errorCode?: number
  errorMsg?: string
  reason?: string
  params?: ReasonParams
}

/** Keeps a call's operation id in the transaction of its act, so that the id is never acted on again (`access/once.service.ts`). */
export type Once = {
  begin(tx: Transaction): Promise<void>
  committed(): void
}

export type Context = {
  call: Call
  /** The menu of this request. */
  menu: MenuKey | undefined
  requestId: string
  ip: string
  /** True if the request comes directly from this machine (`isLocalRequest`). */
  fromHere: boolean
  userAgent: string
  language: Language
  /** The platform's time zone. */
  timeZone: string
  /** Business time of this request. */
  now: Date
  /** For reading; writes go through `tx`. */
  database: Database
  /** Set while an export reads a list: it reads all rows of the list's query. */
  whole?: ReadWhole
  /** Null only in public calls. */
  caller: Staff | null
  scope: Scope
  /** Set if the call is one chunk of a bulk job (`bulk/`). */
  bulk?: Bulk
  /** Set by `log.record`; `tx` refuses to commit a declared operation without a log entry. */
  logged: number
  /** Set if the caller sent an operation id. */
  once?: Once
  tx<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

export type ContextInput = Omit<Context, 'tx' | 'logged' | 'now' | 'scope' | 'menu' | 'fromHere'> & {
  fromHere?: boolean
  clock: Pick<Clock, 'now'>
  payload?: object
}

/** The caller's scope. */
export function scopeOf(caller: Staff | null): Scope {
  if (caller?.unionId != null) return { kind: 'guild', unionId: caller.unionId }
  if (caller?.agentId != null) return { kind: 'agent', agentId: caller.agentId }
  return { kind: 'platform' }
}

/** True for a guild's or agent's account: it may only call what is declared for its kind. */
export const isOutside = (staff: Staff): boolean => scopeOf(staff).kind !== 'platform'

/** Creates the context of one request. */
export function contextOf({ clock, payload = {}, ...input }: ContextInput): Context {
  const context: Context = {
    ...input,
    menu: menuOf(input.call, payload),
    now: clock.now(),
    scope: scopeOf(input.caller),
    fromHere: input.fromHere ?? false,
    logged: 0,
    tx: async (work) => {
      const done = await inTransaction(context.database, async (tx) => {
        await context.once?.begin(tx)
        const before = context.logged
        const result = await work(tx)
        if (context.call.operation && context.logged === before)
          throw new Error(`${context.call.name} changed something without a log entry`)
        return result
      })
      context.once?.committed()
      return done
    },
  }
  return context
}

/** The signed-in account; for calls that are not public. */
export function staffOf(context: Context): Staff {
  if (!context.caller) throw new Error(`${context.call.name} is public and has no caller`)
  return context.caller
}

/** Who acts where nobody is signed in: rounds, deadlines, what a chain proves. */
export const system = { id: null, username: 'system' }

/**
 * The context of a round, without a caller. Its entries are logged under the menu of `named` and name their own operations; a round that
 * finds nothing writes none.
 */
export function systemContext(
  named: Call,
  at: { database: Database | Transaction; clock: Pick<Clock, 'now'>; timeZone?: string },
): Context {
  const { operation: _, ...call } = named
  return contextOf({
    call,
    requestId: newId(at.clock.now()),
    ip: '',
    userAgent: '',
    language: 'en',
    timeZone: at.timeZone ?? 'UTC',
    database: at.database,
    caller: null,
    clock: at.clock,
  })
}

/** Who acts: the signed-in account, or the system. */
export const actorOf = ({ caller }: Context): Staff | typeof system => caller ?? system

/** The caller's level on a menu: 0 none, 1 read, 3 read and write. */
export const levelOn = (staff: Staff, menu: MenuKey): 0 | 1 | 3 =>
  staff.administrator ? 3 : (staff.permissions.get(menu) ?? 0)
