// Payloads and results of the calls of `provider.ts`.
import { z } from 'zod'
import { can, count, instant, line, nothing, optional, reason, rowId } from './fields.ts'

const begun = z.object({
  /** Of the provider. */
  url: z.string(),
  /** Kept by the page until the provider has sent the browser back. */
  browser: z.string(),
})
/** What came back. */
const ended = z.object({
  /** What stands after the `?` of the address, without it. */
  query: z.string().min(1).max(6_000),
  browser: z.string().trim().min(1).max(100),
})

export const providerBegin = { payload: z.object({}), answer: begun }
export const providerLogin = {
  payload: ended,
  answer: z.object({
    token: z.string(),
    fileUrl: z.string().optional(),
    landingPageKey: z.string().optional(),
  }),
}

export const providerOwn = {
  payload: z.object({}),
  answer: z.object({
    /** How the provider is named; null: none is configured. */
    name: z.string().nullable(),
    linked: z
      .object({ issuer: z.string(), subject: z.string(), linkedAt: instant(), lastLoginAt: instant().nullable() })
      .nullable(),
    /** Whether the caller may link or unlink the account now, or why not. */
    can: z.union([z.literal(true), z.enum(['builtIn', 'factor'])]),
  }),
}
export const providerLinkBegin = { payload: z.object({}), answer: begun }
export const providerLink = { payload: ended, answer: nothing() }
export const providerUnlink = { payload: z.object({}), answer: nothing() }

/** `away`: no answer; `answer`: not one of a provider; `issuer`: of another one; `pkce`: it does not support proof keys. */
export const providerProblems = ['away', 'answer', 'issuer', 'pkce'] as const
const check = z.object({
  at: instant(),
  /** Null: all is well. */
  problem: z.enum(providerProblems).nullable(),
})

export const providerInfo = {
  payload: z.object({}),
  answer: z.object({
    provider: z
      .object({
        /** The environment's are changed there. */
        setBy: z.enum(['environment', 'system']),
        issuer: z.string(),
        name: z.string(),
        clientId: z.string(),
        hasSecret: z.boolean(),
        scopes: z.string(),
        groupsClaim: z.string(),
        updatedBy: z.string(),
        updatedAt: instant().nullable(),
      })
      .nullable(),
    /** What the provider must know this installation by; null without `PUBLIC_URL`. */
    addresses: z.object({ redirect: z.string(), logout: z.string() }).nullable(),
    check: check.nullable(),
    lastLogin: z.object({ username: z.string(), at: instant() }).nullable(),
    /** Accounts that are linked. */
    accounts: count(),
    /** A change that waits. */
    pendingId: z.string().nullable(),
    mappings: z.array(
      z.object({
        mappingId: count(),
        group: z.string(),
        roleId: count(),
        roleName: z.string(),
        /** The role has a right that counts. */
        counts: z.boolean(),
        /** Accounts that have the role by it. */
        accounts: count(),
        madeBy: z.string(),
        madeAt: instant(),
        can: can('delete'),
      }),
    ),
    waiting: z.array(z.object({ approvalId: z.string(), group: z.string(), roleName: z.string(), by: z.string() })),
  }),
}

const issuer = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => !/[?#]/.test(url))
/** Names of scopes and claims: no spaces, and nothing that a browser or a provider would read otherwise. */
const claim = () => line(100).regex(/^[\x21-\x7e]+$/)

export const providerSave = {
  payload: z.object({
    issuer: issuer(),
    name: line(40),
    clientId: line(300),
    /** Absent: it stays as it is. */
    clientSecret: optional(line(1_000)),
    scopes: optional(line(300).regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/)),
    groupsClaim: optional(claim()),
  }),
  answer: z.object({ approvalId: z.string() }),
}
export const providerRemove = { payload: z.object({ reason: reason() }), answer: nothing() }
export const providerTest = { payload: z.object({}), answer: check }

export const providerMap = {
  payload: z.object({ group: line(300), roleId: rowId() }),
  answer: z.object({ mappingId: count().optional(), approvalId: z.string().optional() }),
}
export const providerUnmap = { payload: z.object({ mappingId: rowId(), reason: reason() }), answer: nothing() }
