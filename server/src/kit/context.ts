// What every handler is handed: who asks, from where, when, and the one way to change something.
import { type Call, menuOf } from '@greenroom/contract/call'
import type { ReasonParams } from '@greenroom/contract/reasons'
import type { MenuKey } from '@greenroom/contract/screens'
import type { Clock } from './clock.ts'
import { type Database, inTransaction, type Transaction } from './database.ts'

export type Language = 'en' | 'cn'

/** The one signed in, read afresh with every call. */
export type Staff = {
  id: number
  username: string
  sessionId: string
  language: Language
  /** A guild leader's or top-up agent's reach is cut to these; staff of the platform have none. */
  unionId: number | null
  agentId: number | null
  roleIds: number[]
  administrator: boolean
  permissions: ReadonlyMap<string, 1 | 3>
}

/** How far a caller sees; every query takes it first. Another's row reads as not found. */
export type Scope = { kind: 'platform' } | { kind: 'guild'; unionId: number } | { kind: 'agent'; agentId: number }

/** Keeps the outcomes of a chunk in the transaction that made them, so that a job that is killed never does a chunk twice. */
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

export type Context = {
  call: Call
  /** The menu that this request is made on. */
  menu: MenuKey | undefined
  requestId: string
  ip: string
  /** Asked on this machine itself, nothing between (`isFromHere`). */
  fromHere: boolean
  userAgent: string
  language: Language
  /** The platform's time zone. */
  timeZone: string
  /** Business time of this request. */
  now: Date
  /** Reads; a write goes through `tx`. */
  database: Database
  /** Null only in public calls. */
  caller: Staff | null
  scope: Scope
  /** Set where the call is one chunk of a job over all that match (`bulk/`). */
  bulk?: Bulk
  /** Rooms set it through `log.record`; `tx` refuses to commit a declared operation that left no entry. */
  logged: number
  tx<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

export type ContextInput = Omit<Context, 'tx' | 'logged' | 'now' | 'scope' | 'menu' | 'fromHere'> & {
  fromHere?: boolean
  clock: Clock
  payload?: object
}

/** How far this caller sees. */
export function scopeOf(caller: Staff | null): Scope {
  if (caller?.unionId != null) return { kind: 'guild', unionId: caller.unionId }
  if (caller?.agentId != null) return { kind: 'agent', agentId: caller.agentId }
  return { kind: 'platform' }
}

/** True for the account of a guild or an agent: it reaches only what is declared for its kind. */
export const isOutside = (staff: Staff): boolean => scopeOf(staff).kind !== 'platform'

/** Makes the context of one request. */
export function contextOf({ clock, payload = {}, ...input }: ContextInput): Context {
  const context: Context = {
    ...input,
    menu: menuOf(input.call, payload),
    now: clock.now(),
    scope: scopeOf(input.caller),
    fromHere: input.fromHere ?? false,
    logged: 0,
    tx: (work) =>
      inTransaction(context.database, async (tx) => {
        const before = context.logged
        const result = await work(tx)
        if (context.call.operation && context.logged === before)
          throw new Error(`${context.call.name} changed something without a log entry`)
        return result
      }),
  }
  return context
}

/** The one signed in; for calls that are not public. */
export function staffOf(context: Context): Staff {
  if (!context.caller) throw new Error(`${context.call.name} is public and has no caller`)
  return context.caller
}

/** What the caller may do on a menu: 0 nothing, 1 read, 3 read and write. */
export const levelOn = (staff: Staff, menu: MenuKey): 0 | 1 | 3 =>
  staff.administrator ? 3 : (staff.permissions.get(menu) ?? 0)
