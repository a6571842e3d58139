// Messages between the live app's back end and Greenroom (docs/integrating.md). Real JSON
// in both directions, so values have their own types here instead of text.
import { z } from 'zod'
import { configSets } from './appConfig.schema.ts'
import { appVersion, balances, flags, until } from './bridgeValues.schema.ts'

/** One line of a batch. `id` is a UUIDv7 made by the app; a repeated id gets the first answer again. */
export const eventLine = z.object({
  id: z.uuidv7(),
  type: z.string().max(60),
  at: z.iso.datetime({ offset: true }),
  data: z.unknown(),
})

/**
 * One result per line, in order. `rejected` is final. `failed` is a fault of the server: nothing happened, nothing is
 * remembered, and the event is sent again with the same id, unless `held` says that the server keeps it.
 */
export const eventAnswer = z.object({
  id: z.string(),
  status: z.enum(['accepted', 'duplicate', 'rejected', 'failed']),
  held: z.literal(true).optional(),
  errorCode: z.number().int().optional(),
  errorMsg: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
})
export type EventAnswer = z.output<typeof eventAnswer>

/** A set with its number of changes, 0 before the first: the version in `config.changed`. */
const versioned = <T extends z.ZodRawShape>(set: z.ZodObject<T>) => set.extend({ version: z.number().int().min(0) })

/** Answers of `GET /app/v1/state/…`, by the rest of the path. Each answer has an ETag. */
export const stateAnswers = {
  parameters: versioned(configSets.parameters),
  gifts: versioned(configSets.gifts),
  countries: versioned(configSets.countries),
  /** The newest version of each app. */
  versions: z.object({
    versions: z.array(appVersion),
  }),
  /** Pinned posts, and pinned and hidden topics. Read them again after a `config.changed` of `community`. */
  community: z.object({
    pinnedDynamics: z.array(z.string()),
    pinnedTopics: z.array(z.string()),
    hiddenTopics: z.array(z.string()),
  }),
  banners: versioned(configSets.banners),
  adverts: versioned(configSets.adverts),
  accounts: versioned(configSets.accounts),
  /** One user: exact balances, bans and flags. `until` null with a ban means permanent. */
  'users/{id}': z.object({
    ...balances,
    /** Tokens and bonus held by calls and withdrawals. */
    reservedTokens: z.number().int(),
    reservedBonus: z.number().int(),
    /** What a refund could not recover. */
    debtTokens: z.number().int(),
    /** Call minutes that cost the user nothing, at prices up to a parameter. */
    freeMinutesLeft: z.number().int(),
    ban: z.object({ kind: z.enum(['id', 'device', 'both']), until }).nullable(),
    flags: z.object(flags),
  }),
  /** The user's USDT addresses: one per chain, assigned permanently at the first request. */
  'users/{id}/depositAddresses': z.object({
    addresses: z.array(z.object({ chain: z.enum(['trc20', 'erc20']), address: z.string() })),
  }),
} as const

/** The signed message posted to the app. Answer any 2xx once it is durable on your side. */
export const command = z.object({
  id: z.string(),
  type: z.string(),
  at: z.iso.datetime(),
  /** The command's subject; order is kept per subject and stream. */
  subject: z.string(),
  data: z.unknown(),
})

export type StateName = keyof typeof stateAnswers

export type StateAnswer<N extends StateName> = z.output<(typeof stateAnswers)[N]>

/** The problem details of a refused request (RFC 9457). */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
})
