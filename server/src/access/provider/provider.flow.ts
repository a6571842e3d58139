// One round through the provider: begun by a page, ended by the same browser, once.
import type { Config } from '../../config.ts'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { refuseBecause, refuseField } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import { hashToken, newToken } from '../../kit/random.ts'
import { after, minute } from '../throttle.ts'
import * as oidc from './provider.oidc.ts'
import * as queries from './provider.queries.ts'
import { addressesOf, flowOwner, type Provider, providerOf } from './provider.settings.ts'

type Services = { config: Config; seals: Seals }

const lasts = 10 * minute

/** The provider and our address there. @throws Refusal 10032 where none is set up */
export async function usedProvider({ config, seals }: Services, context: Context) {
  const provider = await providerOf(context.database, config, seals)
  const addresses = addressesOf(config)
  if (!provider || !addresses) throw refuseBecause(10032, 'provider', 'provider.none')
  return { provider, addresses }
}

/**
 * Does something with the provider, and notes whether it is well.
 *
 * @throws Refusal 1000027 saying what is wrong
 */
async function asking<T>(context: Context, provider: Provider, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof oidc.ProviderProblem)) throw error
    if (error.problem === 'away')
      await queries.noteCheck(context.database, { issuer: provider.issuer, at: wallNow(), problem: error.problem })
    throw refuseField(1000027, 'query', error.why)
  }
}

/** Who begins to link an account, and in which session; null: a log-in. */
type Linking = { staffId: number; sessionId: string } | null

/** @throws Refusal 10032, 1000027 */
export async function beginFlow(
  services: Services,
  context: Context,
  linking: Linking,
): Promise<{ url: string; browser: string }> {
  const { provider, addresses } = await usedProvider(services, context)
  const [state, browser] = [newToken(), newToken()]
  const secrets: oidc.FlowSecrets = { nonce: newToken(), verifier: newToken() }
  const url = await asking(context, provider, () =>
    oidc.begin(provider, { redirect: addresses.redirect, state, secrets }),
  )
  const stateHash = hashToken(state)
  await queries.insertFlow(context.database, {
    stateHash,
    browserHash: hashToken(browser),
    issuer: provider.issuer,
    secrets: services.seals.seal(JSON.stringify(secrets), flowOwner(stateHash)),
    staffId: linking?.staffId ?? null,
    sessionId: linking?.sessionId ?? null,
    expiresAt: after(wallNow(), lasts),
  })
  return { url, browser }
}

/**
 * Uses up a round, whatever becomes of it, and asks the provider who came back.
 *
 * @throws Refusal 1000027 for a round of another browser, account or session, one that is over, or an answer that doesn't hold; 10032
 */
export async function endFlow(
  services: Services,
  context: Context,
  { query, browser }: { query: string; browser: string },
  linking: Linking,
): Promise<{ provider: Provider; person: oidc.Person }> {
  const { provider, addresses } = await usedProvider(services, context)
  const state = new URLSearchParams(query).get('state') ?? ''
  const stateHash = hashToken(state)
  const flow = await queries.takeFlow(context.database, { stateHash, browserHash: hashToken(browser), now: wallNow() })
  const same =
    flow !== undefined &&
    flow.issuer === provider.issuer &&
    flow.staffId === (linking?.staffId ?? null) &&
    flow.sessionId === (linking?.sessionId ?? null)
  if (!same) throw refuseBecause(1000027, 'query', 'provider.flow')
  const opened = services.seals.open(flow.secrets, flowOwner(stateHash))
  const secrets = JSON.parse(opened) as oidc.FlowSecrets
  const person = await asking(context, provider, () =>
    oidc.finish(provider, { redirect: addresses.redirect, query, state, secrets }),
  )
  await queries.noteCheck(context.database, { issuer: provider.issuer, at: wallNow(), problem: null })
  return { provider, person }
}

/** The caller, as who links an account. */
export const linkingOf = (context: Context): NonNullable<Linking> => {
  const { id, sessionId } = staffOf(context)
  return { staffId: id, sessionId }
}
