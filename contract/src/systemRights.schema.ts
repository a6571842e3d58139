// Payloads and results of the calls of `systemRights.ts`.
import { z } from 'zod'
import { count, instant, nothing, optional, rowId } from './fields.ts'
import { type AloneKind, aloneKinds } from './money.ts'
import { menuKeys } from './screens.ts'

export const seeAsBegin = {
  /** Exactly one of them. */
  payload: z.object({ userId: optional(rowId()), roleId: optional(rowId()) }),
  answer: z.object({
    seeAsId: z.uuid(),
    /** The account's or the role's. */
    name: z.string(),
    until: instant(),
  }),
}

export const seeAsEnd = { payload: z.object({}), answer: nothing() }

/** `menu`: a screen; `operation`: a key of the operation log; `approval`: a kind of request; `account`: one account, by its id. */
export const askedOf = ['menu', 'operation', 'approval', 'account'] as const

const level = z.union([z.literal(1), z.literal(3)])
const menu = z.enum(menuKeys)
const role = z.object({ roleId: count(), roleName: z.string(), level })

/** An account of staff that may do it, and the roles that let it. */
const holder = z.object({ userId: count(), username: z.string(), level, roles: z.array(role) })

/** What one account decides alone of a kind within 24 hours, in tokens or cents; `left` of the account that is asked about, null otherwise. */
const alone = z.object({
  kind: z.enum(Object.keys(aloneKinds) as [AloneKind, ...AloneKind[]]),
  unit: z.enum(['tokens', 'usdCents']),
  most: count(),
  left: count().nullable(),
})

export const whoCan = {
  payload: z.object({ of: z.enum(askedOf), key: z.string().min(1).max(100) }),
  answer: z.object({
    /** What an account needs, on one of these menus; empty if it needs none. */
    needs: z.array(z.object({ menu, level })),
    /** Who else may: anyone at all, everyone signed in, leaders, agents. */
    also: z.array(z.enum(['anyone', 'signedIn', 'guild', 'agent'])),
    /** Normal accounts of staff that have it, by name, the first 500; for an approval, those that may request it. */
    accounts: z.array(holder),
    /** How many there are. */
    total: count(),
    /** Of an approval: the accounts that may decide it if they did not request it, and are not whom it is about. */
    deciders: z.array(holder),
    /** Of an account: its menus, each by which roles. */
    menus: z.array(z.object({ menu, level, roles: z.array(role) })),
    /** Of an account: the kinds of requests that it may decide. */
    decides: z.array(z.string()),
    /** Up to which sums it is decided alone; for a request, what is requested above it. Empty where no sum decides. */
    alone: z.array(alone),
  }),
}
