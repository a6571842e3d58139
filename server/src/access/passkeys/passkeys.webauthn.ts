// What browsers are asked, and whether what they answer is right (`@simplewebauthn/server`, loaded on first use).
import type { Parsed } from '@greenroom/contract/call'
import type { passkeyAdd, passkeyLogin } from '@greenroom/contract/security'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import {
  countsOn,
  type problems,
  type RelyingParty,
  readAnswer,
  signedChallenge,
  userHandle,
} from './passkeys.party.ts'
import type { StoredPasskey } from './passkeys.queries.ts'

export type Signed = Parsed<typeof passkeyLogin>['credential']
export type Made = Parsed<typeof passkeyAdd>['credential']
type Problem = { problem: keyof typeof problems }

const loaded = () => import('@simplewebauthn/server')

const timeout = 5 * 60_000

// The browser names the transports; the library's types list those of today.
const transportsOf = (transports: readonly string[]) => [...transports] as AuthenticatorTransport[]

/** For `navigator.credentials.get`. Without passkeys, the browser offers those that it has. */
export async function askToSign(
  party: RelyingParty,
  token: string,
  allowed: readonly Pick<StoredPasskey, 'credential_id' | 'transports'>[] = [],
) {
  const { generateAuthenticationOptions } = await loaded()
  const options = await generateAuthenticationOptions({
    rpID: party.host,
    challenge: Buffer.from(signedChallenge(token), 'base64url'),
    userVerification: 'required',
    timeout,
    allowCredentials: allowed.map((one) => ({
      id: one.credential_id.toString('base64url'),
      transports: transportsOf(one.transports),
    })),
  })
  return { challenge: token, options: { ...options } }
}

/** For `navigator.credentials.create`: a passkey that the browser finds by itself, and that verifies its user. */
export async function askToMake(
  party: RelyingParty,
  token: string,
  account: { id: number; username: string },
  known: readonly Pick<StoredPasskey, 'credential_id' | 'transports'>[],
) {
  const { generateRegistrationOptions } = await loaded()
  const options = await generateRegistrationOptions({
    rpName: 'Greenroom',
    rpID: party.host,
    userID: new Uint8Array(userHandle(account.id)),
    userName: account.username,
    userDisplayName: account.username,
    challenge: Buffer.from(signedChallenge(token), 'base64url'),
    timeout,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map((one) => ({
      id: one.credential_id.toString('base64url'),
      transports: transportsOf(one.transports),
    })),
  })
  return { challenge: token, options: { ...options } }
}

/** Whether the stored passkey signed this challenge on one of our pages, with its user verified. @returns its new count. */
export async function checkSigned(
  party: RelyingParty,
  token: string,
  credential: Signed,
  stored: StoredPasskey,
): Promise<{ counter: number } | Problem> {
  const read = readAnswer(credential.response.clientDataJSON, { party, token, type: 'webauthn.get' })
  if ('problem' in read) return read
  const { userHandle: handle } = credential.response
  if (handle !== undefined && handle !== userHandle(stored.staff_id).toString('base64url')) return { problem: 'wrong' }
  const { verifyAuthenticationResponse } = await loaded()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: signedChallenge(token),
      expectedOrigin: read.origin,
      expectedRPID: party.host,
      // Counts are compared below, and again where they are stored.
      credential: {
        id: stored.credential_id.toString('base64url'),
        publicKey: new Uint8Array(stored.public_key),
        counter: 0,
      },
      requireUserVerification: true,
    })
    if (!verified) return { problem: 'wrong' }
    const counter = authenticationInfo.newCounter
    return countsOn(stored.counter, counter) ? { counter } : { problem: 'copied' }
  } catch {
    return { problem: 'wrong' }
  }
}

export type CheckedPasskey = {
  credential_id: Buffer
  public_key: Buffer
  counter: bigint
  transports: string[]
  backed_up: boolean
}

/** Whether this is a new passkey, made for this challenge on one of our pages, with its user verified. */
export async function checkMade(
  party: RelyingParty,
  token: string,
  credential: Made,
): Promise<CheckedPasskey | Problem> {
  const read = readAnswer(credential.response.clientDataJSON, { party, token, type: 'webauthn.create' })
  if ('problem' in read) return read
  const { verifyRegistrationResponse } = await loaded()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge: signedChallenge(token),
      expectedOrigin: read.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
    })
    if (!verified) return { problem: 'wrong' }
    return {
      credential_id: Buffer.from(registrationInfo.credential.id, 'base64url'),
      public_key: Buffer.from(registrationInfo.credential.publicKey),
      counter: BigInt(registrationInfo.credential.counter),
      transports: [...new Set(credential.response.transports ?? [])],
      backed_up: registrationInfo.credentialBackedUp,
    }
  } catch {
    return { problem: 'wrong' }
  }
}
