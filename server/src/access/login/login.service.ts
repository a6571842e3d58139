// Logging in, step by step, or with a passkey at once.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { passkeyLogin } from '@greenroom/contract/security'
import { loggedIn } from '@greenroom/contract/sentences/access'
import { type Config, fileUrlOf } from '../../config.ts'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { passwordMatches } from '../access.password.ts'
import type { RelyingParty } from '../passkeys/passkeys.party.ts'
import { askAnyone, refuseProblem, usedPasskey } from '../passkeys/passkeys.using.ts'
import { providerOfAccount } from '../provider/index.ts'
import { lockRights } from '../rights/index.ts'
import { openSession } from '../session.ts'
import { enterSetup, inSetup, type SetupEnded } from '../setup/index.ts'
import { countTry } from '../throttle.ts'
import * as captcha from './captcha.service.ts'
import { factors, type LoginAnswer, type LoginPayload, type Settles } from './login.factors.ts'
import * as queries from './login.queries.ts'
import { type Factor, refusedState, strongestFactor, tellsReason } from './login.rules.ts'
import { beginTry, isTrusted, nameOf, passTry, settleFailure } from './login.tries.ts'

export type LoginServices = {
  params: Params
  config: Config
  seals: Seals
  party: RelyingParty
  landingPageKey: () => Promise<string>
  setupEnded: SetupEnded
  /** Whether the simulated app runs, whose accounts anybody may try. */
  simulates: () => boolean
}

export type Entered = Answer<typeof passkeyLogin>

/** Wrong password or second factor; every other refusal is about an account whose password was right. */
const failures: ReadonlySet<number> = new Set([12005, 12001, 12002])

/** Not a failure: the log-in continues with the authenticator's code. */
const macCodeNeeded = 290010

/**
 * The strongest factor that the roles require, and those that the holder has or binds; none from a whitelisted address. While the simulated app
 * runs, roles require none of its accounts and of the built-in one.
 */
async function factorFor(
  { simulates }: LoginServices,
  context: Context,
  account: queries.Account,
  { trusted, binds }: { trusted: boolean; binds: boolean },
): Promise<Factor> {
  if (trusted) return 'none'
  const own = binds || account.google_bound_at !== null || account.passkeys > 0
  const exempt = simulates() && (await queries.isOfSimulation(context.database, account.id))
  const asked = exempt ? [] : await queries.factorsOf(context.database, account.id)
  return strongestFactor([...asked, own ? 'google' : 'none'])
}

/**
 * Who knows the password of a guild that was rejected, banned or dissolved reads why.
 *
 * @throws Refusal as `refusedState` says
 */
function mayEnter({ status, guild_state: guildState, guild_state_reason: reason }: queries.Account): void {
  const refused = refusedState({ status, guildState })
  if (!refused) return
  if (reason && tellsReason(guildState)) throw refuseBecause(refused, 'username', 'login.guild', { reason })
  throw new Refusal(refused)
}

/**
 * The account as it is now, if its password is still the one that was checked. @throws Refusal as `refusedState` says
 */
async function unchanged(tx: Transaction, account: queries.Account): Promise<queries.Account> {
  const now = await queries.lockAccount(tx, account.id)
  if (now?.password_hash !== account.password_hash) throw new Refusal(12005)
  mayEnter(now)
  return now
}

/** Passwords can be forbidden for accounts that log in with the identity provider, but not for the built-in one. @throws Refusal 10026 */
async function mayUsePassword(services: LoginServices, context: Context, account: queries.Account): Promise<void> {
  if (services.params.text('provider_forbids_passwords') !== 'true') return
  const name = await providerOfAccount(services, context.database, account.id)
  if (name !== null) throw refuseBecause(10026, 'password', 'login.provider', { name })
}

/** Opens the session, in one transaction with using the second factor and clearing the try. */
const enter = async (
  { config, landingPageKey, setupEnded }: LoginServices,
  context: Context,
  account: queries.Account,
  { tryId, factor: asked, passkeyId, settle, as }: { tryId?: string; factor: Factor; passkeyId?: number } & Settles,
): Promise<Entered> => {
  const factor = as ?? asked
  const enters = factor !== 'none' && (await inSetup(context.database))
  return context.tx(async (tx) => {
    // Before the account: anyone who changes accounts takes them in this order.
    if (enters) await lockRights(tx)
    const now = await unchanged(tx, account)
    await settle(tx, now)
    if (tryId !== undefined) await queries.passAttempt(tx, tryId)
    const { token, at } = await openSession(tx, account.id, {
      ip: context.ip,
      userAgent: context.userAgent,
      previous: { at: now.last_login_at, ip: now.last_login_ip },
      factor,
      passkeyId,
    })
    await queries.noteLogin(tx, account.id, at, context.ip)
    if (enters) await enterSetup(tx, context, account, setupEnded)
    await record(tx, context, {
      target: `staff ${account.id}`,
      content: loggedIn(account.username),
      before: null,
      after: { factor },
      actor: queries.actorOf(account),
    })
    return {
      token,
      fileUrl: fileUrlOf(config),
      landingPageKey: await landingPageKey(),
      checkPhoneNumber: false as const,
    }
  })
}

async function proceed(
  services: LoginServices,
  context: Context,
  payload: LoginPayload,
  account: queries.Account | undefined,
  { tryId, trusted }: { tryId: string; trusted: boolean },
): Promise<LoginAnswer> {
  const right = await passwordMatches(payload.password, account?.password_hash ?? null)
  if (!right || !account) throw new Refusal(12005)
  mayEnter(account)
  await mayUsePassword(services, context, account)
  const factor = await factorFor(services, context, account, { trusted, binds: payload.bind === true })
  const step = await factors[factor](services, context, account, payload)
  if ('settle' in step) return enter(services, context, account, { tryId, factor, ...step })
  await passTry(context, tryId)
  return step.ask
}

/**
 * Logs in, or returns what the second step needs.
 *
 * After some failures of the name, a captcha is required before the password is checked; a refusal for it is not a
 * failure.
 *
 * @throws Refusal 10008, 10005, 1000027 (on `captcha`) before the password is checked; 12005 alike for unknown names
 * and wrong passwords;
 *   12006, 10005, 30003, 30004, 30006 by the account's state; 11003, 12001, 12002, 12003, 290010, 1000027 by the
 * factor.
 */
export async function login(services: LoginServices, context: Context, payload: LoginPayload): Promise<LoginAnswer> {
  const trusted = await isTrusted(context)
  const { id: tryId, failures: before } = await beginTry(services.params, context, payload.username, trusted)
  const account = await queries.accountNamed(context.database, nameOf(payload.username))
  const asksCaptcha = before >= services.params.integer('login_captcha_failures')
  try {
    if (asksCaptcha) await captcha.checkCaptcha(context.database, { id: payload.captchaId, text: payload.captcha })
    const answer = await proceed(services, context, payload, account, { tryId, trusted })
    if (asksCaptcha && answer.checkPhoneNumber) await captcha.giveBack(context.database, payload.captchaId!)
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (asksCaptcha && error.code === macCodeNeeded) await captcha.giveBack(context.database, payload.captchaId!)
    if (failures.has(error.code))
      await settleFailure(services.params, context, payload.username, trusted, account?.id ?? null)
    else await passTry(context, tryId)
    throw error
  }
}

/** Passkeys of a network in a minute: far fewer than a browser could be made to try. */
const perMinute = 30

/**
 * Logs in with a passkey, which is the second factor as well. Nothing can be guessed here: a name that is frozen after wrong passwords is not
 * frozen for its holder's passkey.
 *
 * @throws Refusal 10008 above 30 a minute from one network; 1000027, 12002, 12005 as `usedPasskey`; 12006, 10005, 30003, 30004, 30006 by the
 *   account's state
 */
export async function loginByPasskey(
  services: LoginServices,
  context: Context,
  { challenge, credential }: Parsed<typeof passkeyLogin>,
): Promise<Entered> {
  await countTry(context, 'passkey', perMinute)
  const sent = { challenge, credential, field: 'credential' }
  const { passkey, settle } = await usedPasskey(services.party, context, sent, null)
  const account = await queries.accountById(context.database, passkey.staff_id)
  if (!account) throw refuseProblem('credential', 'unknown')
  mayEnter(account)
  return enter(services, context, account, { factor: 'passkey', passkeyId: passkey.id, settle })
}

/** What a passkey signs to log in. @throws Refusal 10008 */
export async function askForPasskeyLogin({ party }: LoginServices, context: Context) {
  await countTry(context, 'passkey ask', perMinute)
  return askAnyone(party, context)
}
