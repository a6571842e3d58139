// Setting up a new installation: the state of every step, and what staff say about one.
import type { Parsed } from '@greenroom/contract/call'
import type { setupStepSet, smsTest } from '@greenroom/contract/installation'
import { smsTested, setupStepSet as stepSet } from '@greenroom/contract/sentences/installation'
import type { SetupStep } from '@greenroom/contract/statesAndKinds'
import { decidingStaff, hasFactor, readPhone, type SmsServices, sendSmsTo } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import type { Notifier } from '../../../notify/index.ts'
import * as queries from './setupSteps.queries.ts'
import { isJudged, isOptional, type Said, stepsOf } from './setupSteps.rules.ts'

/** The settings that set-up shows, and where backups are. */
export type Installed = {
  version: string
  url: string
  allowPrivate: boolean
  /** The folder or bucket of files. */
  storage: string
  smsProvider: string
  /** False if messages are printed and sent to nobody. */
  smsSends: boolean
  lastBackup(): Promise<{ kind: 'embedded' | 'external'; at: Date | null; where: string }>
}

export type SetupServices = SmsServices & { installed: Installed; notifier: Notifier }

const hourMs = 3_600_000

const connectedShown = (row: queries.Connected) => ({
  clientId: row.id,
  name: row.name,
  endpoint: row.endpoint,
  enabled: row.enabled,
  secretForYou: row.secret_for_you,
  accepted: row.accepted_at && { type: row.accepted_type!, at: row.accepted_at.toISOString() },
  refused: row.refused_at && {
    type: row.refused_type!,
    errorCode: row.refused_code!,
    why: row.refused_why!,
    line: row.refused_line!,
    at: row.refused_at.toISOString(),
  },
  test: row.test_at && {
    at: row.test_at.toISOString(),
    state: row.test_state!,
    attempts: row.test_attempts!,
    lastStatus: row.test_status,
    lastError: row.test_error ?? '',
    deliveredAt: row.test_delivered_at?.toISOString() ?? null,
  },
})

/** Every step with its state, and what each shows. */
export async function setupOf({ params, installed, notifier }: SetupServices, context: Context) {
  const { database } = context
  const staff = staffOf(context)
  const now = wallNow()
  const [said, setUp, clients, counts, given, deciders, factor, backup] = await Promise.all([
    queries.saidOf(database),
    queries.setUpOf(database),
    queries.connectedClients(database, staff.id),
    queries.setupCounts(database, now, context.now),
    queries.accountsGivenAlone(database),
    decidingStaff(database),
    hasFactor(database, staff.sessionId),
    installed.lastBackup(),
  ])
  const moving = await queries.importCounts(database)
  const steps = stepsOf(
    {
      factor,
      deciders: deciders.length,
      setUpEnded: setUp === undefined || setUp.ended_at !== null,
      // A history is not the app.
      accepted: clients.some((client) => client.accepted_at !== null && !client.history),
      reached: clients.every((client) => client.endpoint === '') || clients.some((c) => c.test_state === 'delivered'),
      toConfirm: counts.to_confirm,
      imported: moving.applied > 0,
      backupHours: backup.at && (now.getTime() - backup.at.getTime()) / hourMs,
    },
    said,
  )
  return {
    setUp: setUp ? { beganAt: setUp.began_at.toISOString(), endedAt: setUp.ended_at?.toISOString() ?? null } : null,
    steps,
    factor,
    basics: {
      timeZone: params.text('platform_time_zone'),
      tokensPerUsd: params.integer('tokens_per_usd'),
      countries: counts.countries,
    },
    url: installed.url,
    allowPrivate: installed.allowPrivate,
    clients: clients.map(connectedShown),
    colleagues: {
      accounts: counts.accounts,
      invited: counts.invited,
      deciders: deciders.length,
      moneyArrives: counts.money_arrives,
      waiting: counts.waiting,
    },
    sms: { provider: installed.smsProvider, sends: installed.smsSends },
    mail: { server: notifier.mailer.server, linked: notifier.pageOf('/') !== '' },
    backups: { kind: backup.kind, lastAt: backup.at?.toISOString() ?? null, where: backup.where },
    alone: { acts: counts.alone_acts, given, toConfirm: counts.to_confirm },
    moving,
  }
}

const shown = (said: Said | undefined) =>
  said ? { key: said.step, state: said.state, reason: said.word, by: said.by } : { state: 'open' }

/** Writes and logs what was said; of an open step nothing is. */
async function say(
  tx: Transaction,
  context: Context,
  { step, state, word }: { step: SetupStep; state: 'open' | Said['state']; word: string },
) {
  const before = await queries.lockStep(tx, step)
  const said: Said | undefined =
    state === 'open' ? undefined : { step, state, word, by: staffOf(context).username, at: context.now }
  await (said ? queries.saveStep(tx, said) : queries.deleteStep(tx, step))
  await record(tx, context, {
    target: `setup ${step}`,
    content: stepSet(step, state),
    reason: word,
    before: shown(before),
    after: shown(said),
  })
}

/**
 * Says that a step is done, passes it over with a word, or takes that back.
 *
 * @throws Refusal 20000 for a step that the server judges itself, or that nobody may pass over; 11004 without a word
 */
export const setStep = (context: Context, { step, state, word = '' }: Parsed<typeof setupStepSet>) =>
  context.tx(async (tx) => {
    if (state === 'done' && isJudged(step)) throw refuseBecause(20000, 'step', 'setup.judged')
    if (state === 'skipped' && !isOptional(step)) throw refuseBecause(20000, 'step', 'setup.needed')
    if (state === 'skipped' && word === '') throw new Refusal(11004)
    await say(tx, context, { step, state, word: state === 'skipped' ? word : '' })
    return {}
  })

/**
 * Sends a message as log-ins send them, whose code opens nothing. If the provider takes it, and does more than print it, the step is done.
 *
 * @throws Refusal 30010, 30022 without a number that can exist; 1000104, 1000175, 1000174, 11001 too often; 11002 if the provider refuses it
 */
export async function testSms(services: SetupServices, context: Context, payload: Parsed<typeof smsTest>) {
  if (payload.phoneNumber === '') throw new Refusal(30010)
  const phone = readPhone(payload.areaCode, payload.phoneNumber)
  if (!phone) throw refuseBecause(30022, 'phoneNumber', 'staff.phone')
  const { id, username } = staffOf(context)
  const actor = { id, username }
  const recipient = { phone, exists: false, reveals: true, proven: true, actor, content: smsTested }
  const sent = await sendSmsTo(services, context, recipient, { validate: 'login', language: context.language })
  if (services.installed.smsSends) await context.tx((tx) => say(tx, context, { step: 'sms', state: 'done', word: '' }))
  return sent
}
