// Payloads and answers of the calls about the installation.
import { z } from 'zod'
import { alarmKeys, alarmSeverities } from './alarms.ts'
import { areaCode, count, instant, line, nothing, optional } from './fields.ts'
import { type Moment, momentKeys } from './moments.ts'
import {
  detachable,
  failoverOutcomes,
  messageWays,
  notReady,
  partKinds,
  partStates,
  replicaStates,
  setupStates,
  setupSteps,
  standbyModes,
  workKinds,
} from './statesAndKinds.ts'

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
  /** `embedded`: taken by `npm run backup`; `external`: those who run PostgreSQL take them. */
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
      /** Somebody paid in the last seven days. */
      moneyArrives: z.boolean(),
      /** Requests that wait for a decision. */
      waiting: count(),
    }),
    /** Imports that are applied, and those that are on their way. */
    moving: z.object({ applied: count(), open: count() }),
    sms: z.object({ provider: z.string(), sends: z.boolean() }),
    mail: z.object({
      /** Host and port of the mail server; empty until SMTP is set. */
      server: z.string(),
      /** Whether letters can name the address of a page, which needs `PUBLIC_URL`. */
      linked: z.boolean(),
    }),
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

export const alarmList = {
  payload: z.object({}),
  answer: z.object({
    /** Those that stand, then those that ended in the last 30 days, the newest first; 100 at most. */
    alarms: z.array(
      z.object({
        id: z.string(),
        key: z.enum(alarmKeys),
        /** Its name and what to do, in the reader's language. */
        name: z.string(),
        what: z.string(),
        severity: z.enum(alarmSeverities),
        beganAt: instant(),
        endedAt: instant().nullable(),
        count: count(),
        detail: z.string(),
        /** Where it is seen, and the page that says what to do. */
        href: z.string(),
        manual: z.string(),
      }),
    ),
  }),
}

export const mailTest = {
  payload: z.object({ to: z.email().max(320) }),
  /** What the mail server answered, or why there is no answer. */
  answer: z.object({ accepted: z.boolean(), answer: z.string() }),
}

export const messageAgain = { payload: z.object({ messageId: z.uuid() }), answer: nothing() }
export const messageWithdraw = { payload: z.object({ messageId: z.uuid() }), answer: nothing() }

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
    /** Letters that were given up: sent again, or withdrawn, by staff. */
    messages: z.array(
      z.object({
        id: z.uuid(),
        moment: z.enum(momentKeys as [Moment, ...Moment[]]),
        way: z.enum(messageWays),
        /** Masked. */
        receiver: z.string(),
        answer: z.string(),
        attempts: count(),
        at: instant(),
      }),
    ),
  }),
}

const seconds = () => z.number()

export const healthState = {
  payload: z.object({}),
  answer: z.object({
    /** When the figures of the database were read; null before the first time. */
    readAt: instant().nullable(),
    server: z.object({
      version: z.string(),
      ready: z.boolean(),
      /** Why it is not, as `/readyz` says it. */
      reasons: z.array(z.enum(notReady)),
      /** This machine's clock minus the database's; null until known. */
      clockOffsetMs: z.number().nullable(),
      connections: z.object({ used: count(), idle: count(), waiting: count(), most: count() }),
      memoryBytes: count(),
      /** Of the disk of `DATA_DIR`; null if it cannot be told. */
      disk: z.object({ freeBytes: count(), usedBytes: count() }).nullable(),
    }),
    /** The app's events of the last fifteen minutes. */
    events: z.object({
      accepted: count(),
      rejected: count(),
      failed: count(),
      meanLagSeconds: seconds(),
      worstLagSeconds: seconds(),
      held: count(),
    }),
    outbox: z.object({
      paused: z.boolean(),
      dead: count(),
      waiting: z.array(z.object({ client: z.string(), stream: z.string(), count: count(), oldestSeconds: seconds() })),
    }),
    /** Background work that waits or fails, and readers of new rows that are behind. */
    work: z.array(
      z.object({ kind: z.enum(workKinds), name: z.string(), count: count(), oldestSeconds: seconds().nullable() }),
    ),
    log: z.object({ unsealed: count(), oldestSeconds: seconds(), findings: count() }),
    database: z.object({
      bytes: count(),
      sessions: count(),
      mostSessions: count(),
      transactionsUnfrozen: count(),
      standbys: z.array(z.object({ name: z.string(), lagSeconds: seconds().nullable(), synchronous: z.boolean() })),
      mode: z.enum(standbyModes),
      /** The last change of timeline that servers noticed. */
      failover: z
        .object({
          at: instant(),
          outcome: z.enum(failoverOutcomes),
          transactions: count(),
          seconds: count(),
          from: instant().nullable(),
        })
        .nullable(),
      /** As this server last asked it; null without one. */
      replica: z.object({ state: z.enum(replicaStates), lagSeconds: seconds().nullable() }).nullable(),
      /** The largest, with what they grow by. */
      tables: z.array(
        z.object({
          name: z.string(),
          bytes: count(),
          dead: count(),
          dayBytes: z.number().nullable(),
          /** What it takes in a year if it goes on like this. */
          yearBytes: count().nullable(),
        }),
      ),
      dayBytes: z.number().nullable(),
      /** What the database takes in so many days if it goes on like this; empty while there is a single day. */
      forecast: z.array(z.object({ days: count(), bytes: count() })),
      /** Months that stand in files. */
      detached: z.array(
        z.object({ what: z.enum(detachable), month: z.string(), rows: count(), bytes: count(), file: z.string() }),
      ),
      /** When the disk is full if it goes on like this; null if it shrinks, or nothing is known. */
      daysLeft: z.number().nullable(),
    }),
    backup: backup.extend({
      unsent: count(),
      /** Why the last backup failed; empty if it went well, or none was noted. */
      failure: z.string(),
      /** The last trial of a restore; null before the first. */
      trial: z
        .object({
          at: instant(),
          /** Why it failed; empty if everything verified. */
          failure: z.string(),
          /** When one last went well. */
          provedAt: instant().nullable(),
        })
        .nullable(),
    }),
    /** The statements that took the most time; null without `pg_stat_statements`. */
    slow: z
      .array(
        z.object({
          name: z.string(),
          statement: z.string(),
          calls: count(),
          meanMs: z.number(),
          totalSeconds: z.number(),
        }),
      )
      .nullable(),
  }),
}
