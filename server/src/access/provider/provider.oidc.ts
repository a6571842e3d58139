// The protocol: OpenID Connect's code flow with proof keys, and back-channel log-outs. The libraries load at first use. What the provider
// publishes is read anew each time: log-ins are few, and its keys may have changed a moment ago.
import type { Configuration } from 'openid-client'
import { isLoopback } from '../../kit/calls/proxies.ts'
import { because, type Why } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { errorText } from '../../texts/oneLine.ts'
import { type Claims, clockSeconds, isAboutNow } from './provider.rules.ts'
import type { Provider } from './provider.settings.ts'

const seconds = 10

/** What is wrong with a provider's published settings, or with what it sent. */
export class ProviderProblem extends Error {
  readonly problem: 'away' | 'answer' | 'issuer' | 'pkce'
  readonly why: Why
  constructor(problem: ProviderProblem['problem'], why: Why) {
    super(why.message)
    this.problem = problem
    this.why = why
  }
}

const library = () => import('openid-client')

/** Names of the library's errors, which are stable. */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)

/** @returns the problem that an error of the libraries means. */
function problemOf(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error
  const code = codeOf(error)
  if (code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && code === ''))
    return new ProviderProblem('away', because('provider.away'))
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || code === 'ERR_JWT_EXPIRED')
    return new ProviderProblem('answer', because('provider.clock'))
  if (error instanceof Error && error.name === 'AuthorizationResponseError') {
    const { error: named } = error as Error & { error?: unknown }
    return new ProviderProblem('answer', because('provider.denied', { why: String(named).slice(0, 60) }))
  }
  const cause = causeOf(error)
  const why = cause instanceof Error ? cause.message : errorText(cause)
  const wrongIssuer = code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && /issuer/.test(why)
  return new ProviderProblem(wrongIssuer ? 'issuer' : 'answer', because('provider.answer', { why: why.slice(0, 200) }))
}

/** Plain text only to a provider on this machine. */
const isPlain = (issuer: string) => {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'http:' && isLoopback(hostname)
}

/**
 * Reads what the provider publishes.
 *
 * @throws ProviderProblem
 */
export async function discover(provider: Provider): Promise<Configuration> {
  const client = await library()
  const { clientId, clientSecret, issuer } = provider
  const authentication: import('openid-client').ClientAuth =
    clientSecret === null
      ? client.None()
      : (as, metadata, body, headers) => {
          const post = as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
          const how = post ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret)
          return how(as, metadata, body, headers)
        }
  try {
    const found = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: clockSeconds },
      authentication,
      {
        timeout: seconds,
        // Marked as deprecated to be noticed: it is for providers on this machine only.
        ...(isPlain(issuer) && { execute: [client.allowInsecureRequests] }),
      },
    )
    // A signature is checked also where the token came straight from the provider.
    client.enableNonRepudiationChecks(found)
    const { code_challenge_methods_supported: methods } = found.serverMetadata()
    if (methods !== undefined && !methods.includes('S256'))
      throw new ProviderProblem('pkce', because('provider.answer', { why: 'no proof keys (S256)' }))
    return found
  } catch (error) {
    throw problemOf(error)
  }
}

/** Of one log-in: told to nobody but the provider, and to it only as far as the protocol says. */
export type FlowSecrets = { nonce: string; verifier: string }

/**
 * The address at the provider where a browser begins.
 *
 * @throws ProviderProblem
 */
export async function begin(
  provider: Provider,
  { redirect, state, secrets }: { redirect: string; state: string; secrets: FlowSecrets },
): Promise<string> {
  const client = await library()
  const found = await discover(provider)
  return client.buildAuthorizationUrl(found, {
    redirect_uri: redirect,
    scope: provider.scopes,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    state,
    nonce: secrets.nonce,
  }).href
}

/** Who somebody is at the provider. */
export type Person = { subject: string; sid: string | null; claims: Claims }

/**
 * Exchanges what the browser brought back for a person: issuer, audience, signature, nonce, proof key and times are checked.
 *
 * @throws ProviderProblem
 */
export async function finish(
  provider: Provider,
  { redirect, query, state, secrets }: { redirect: string; query: string; state: string; secrets: FlowSecrets },
): Promise<Person> {
  const client = await library()
  try {
    const found = await discover(provider)
    const tokens = await client.authorizationCodeGrant(found, new URL(`${redirect}?${query}`), {
      pkceCodeVerifier: secrets.verifier,
      expectedState: state,
      expectedNonce: secrets.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    if (!isAboutNow(claims.iat, wallNow())) throw new ProviderProblem('answer', because('provider.clock'))
    const sid = typeof claims.sid === 'string' ? claims.sid : null
    const missing = !(provider.groupsClaim in claims) && found.serverMetadata().userinfo_endpoint !== undefined
    const more = missing ? await client.fetchUserInfo(found, tokens.access_token, claims.sub) : {}
    return { subject: claims.sub, sid, claims: { ...more, ...claims } }
  } catch (error) {
    throw problemOf(error)
  }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** What a log-out is about: one session of the provider, or all of a person. */
export type Logout = {
  jti: string
  subject: string | null
  sid: string | null
  /** Until when the token could be sent again. */
  expiresAt: Date
}

/**
 * Reads a log-out token (OpenID Connect Back-Channel Logout 1.0, 2.6).
 *
 * @throws ProviderProblem
 */
export async function readLogout(provider: Provider, token: string): Promise<Logout> {
  const jose = await import('jose')
  try {
    // Whatever is not for this client is refused before anything is fetched.
    const stated = jose.decodeJwt(token)
    if (stated.iss !== provider.issuer) throw new Error('of another issuer')
    if (![stated.aud].flat().includes(provider.clientId)) throw new Error('for another client')
    const { jwks_uri: keys } = (await discover(provider)).serverMetadata()
    if (keys === undefined) throw new Error('the provider publishes no keys')
    const answer = await fetch(keys, { signal: AbortSignal.timeout(seconds * 1_000), redirect: 'error' })
    const set = (await answer.json()) as import('jose').JSONWebKeySet
    const { payload } = await jose.jwtVerify(token, jose.createLocalJWKSet(set), {
      issuer: provider.issuer,
      audience: provider.clientId,
      currentDate: wallNow(),
      clockTolerance: clockSeconds,
      maxTokenAge: clockSeconds,
      requiredClaims: ['iat', 'jti', 'events'],
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
    })
    const { events, jti, iat, sub = null } = payload
    const sid = typeof payload.sid === 'string' ? payload.sid : null
    if (typeof events !== 'object' || events === null || !(logoutEvent in events)) throw new Error('no log-out')
    if ('nonce' in payload) throw new Error('a log-in')
    if (sub === null && sid === null) throw new Error('about nobody')
    if (jti!.length > 200) throw new Error('its number is too long')
    return { jti: jti!, subject: sub, sid, expiresAt: new Date((iat! + 3 * clockSeconds) * 1_000) }
  } catch (error) {
    throw problemOf(error)
  }
}
