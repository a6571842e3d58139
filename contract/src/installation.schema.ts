// Payloads and answers of the calls about the installation.
import { z } from 'zod'
import { areaCode, count, instant, line, nothing, optional } from './fields.ts'
import { partKinds, partStates, setupStates, setupSteps } from './statesAndKinds.ts'

const step = () => z.enum(setupSteps)

const command = z.object({
  at: instant(),
  state: z.enum(['waiting', 'delivered', 'dead', 'superseded']),
  attempts: count(),
  /** The app's HTTP status, where it answered. */
  lastStatus: count().nullable(),
  lastError: z.string(),
  deliveredAt: instant().nullable(),
})

const backup = z.object({
  /** `embedded`: taken by `npm run backup`; `external`: whoever runs PostgreSQL takes them. */
  kind: z.enum(['embedded', 'external']),
  lastAt: instant().nullable(),
  where: z.string(),
})

export const setupState = {
  payload: z.object({}),
  answer: z.object({
    /** A new installation without a simulated app; null for any other. While it runs, an administrator acts alone. */
    setUp: z.object({ beganAt: instant(), endedAt: instant().nullable() }).nullable(),
    steps: z.array(
      z.object({
        step: step(),
        state: z.enum(setupStates),
        /** Whether it may be passed over. */
        optional: z.boolean(),
        /** Whether the server sees that it is done; otherwise somebody says so. */
        seen: z.boolean(),
        /** Why it is passed over. */
        word: z.string(),
        by: z.string(),
        at: instant().nullable(),
      }),
    ),
    /** Whether the caller's session was opened with a second factor. */
    factor: z.boolean(),
    basics: z.object({ timeZone: z.string(), tokensPerUsd: count(), countries: count() }),
    /** The address that the app calls; empty: the one in the browser. */
    url: z.string(),
    /** Whether commands may go to private addresses. */
    allowPrivate: z.boolean(),
    clients: z.array(
      z.object({
        clientId: count(),
        name: z.string(),
        endpoint: z.string(),
        enabled: z.boolean(),
        /** A new secret that the caller requested and has not fetched. */
        secretForYou: count().nullable(),
        /** The first event that was taken; its minute. */
        accepted: z.object({ type: z.string(), at: instant() }).nullable(),
        /** The newest event that was refused. */
        refused: z
          .object({ type: z.string(), errorCode: count(), why: z.string(), line: z.string(), at: instant() })
          .nullable(),
        /** The newest test command. */
        test: command.nullable(),
      }),
    ),
    colleagues: z.object({
      accounts: count(),
      /** Open invitations. */
      invited: count(),
      /** Accounts that may decide approvals. */
      deciders: count(),
    }),
    sms: z.object({ provider: z.string(), sends: z.boolean() }),
    backups: backup,
    alone: z.object({
      /** What one account did alone during set-up. */
      acts: count(),
      /** The accounts that it gave rights to. */
      given: z.array(z.string()),
      /** Those that wait for another account's confirmation since set-up ended. */
      toConfirm: count(),
    }),
  }),
}

export const setupStepSet = {
  payload: z.object({ step: step(), state: z.enum(setupStates), word: optional(line(200)) }),
  answer: nothing(),
}

export const smsTest = {
  payload: z.object({ areaCode: areaCode(), phoneNumber: z.string().trim().max(40) }),
  answer: z.object({ retryAfterSeconds: count() }),
}

export const installationState = {
  payload: z.object({}),
  answer: z.object({
    version: z.string(),
    parts: z.array(
      z.object({
        kind: z.enum(partKinds),
        name: z.string(),
        state: z.enum(partStates),
        /** When it last did something, or since when it does not. */
        at: instant().nullable(),
        waiting: count(),
        failed: count(),
      }),
    ),
    /** By schema of the database. */
    sizes: z.array(z.object({ name: z.string(), bytes: count() })),
    backup,
  }),
}
