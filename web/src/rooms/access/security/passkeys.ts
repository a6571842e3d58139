// Passkeys in this browser. The library is loaded with the first use: nothing of it may be in the log-in page.
import type { Payload } from '@greenroom/contract/call'
import type { passkeyAdd, passkeyLogin } from '@greenroom/contract/security'
import i18next from 'i18next'
import { explain } from '../../../session/messages.ts'

/** A challenge's token, and what the browser's call takes. */
export type Asked = { challenge: string; options: Record<string, unknown> }
export type Made = Payload<typeof passkeyAdd>['credential']
export type Signed = Payload<typeof passkeyLogin>['credential']

const load = () => import('@simplewebauthn/browser')
type Library = Awaited<ReturnType<typeof load>>
type MakeOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
type SignOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']

/** Why passkeys cannot work on this page, in words; undefined if they can. */
export function passkeyFault(host: string): string | undefined {
  if (!window.isSecureContext) return i18next.t('access:passkey.insecure')
  if (!('PublicKeyCredential' in window)) return i18next.t('access:passkey.browser')
  const here = window.location.hostname
  return here === host ? undefined : i18next.t('access:passkey.elsewhere', { host })
}

/** The host that the options are for. */
function hostOf({ options }: Asked): string {
  const party = options['rp']
  if (typeof party === 'object' && party !== null && 'id' in party) return String(party.id)
  return typeof options['rpId'] === 'string' ? options['rpId'] : ''
}

class Impossible extends Error {}

function refuseElsewhere(asked: Asked): void {
  const fault = passkeyFault(hostOf(asked))
  if (fault !== undefined) throw new Impossible(fault)
}

/** Asks the browser for a new passkey. @throws what `passkeyProblem` explains */
export async function makePasskey(asked: Asked): Promise<Made> {
  refuseElsewhere(asked)
  const { startRegistration } = await load()
  // The server made them for exactly this call.
  const made = await startRegistration({ optionsJSON: asked.options as unknown as MakeOptions })
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}

/** Asks the browser to sign with a passkey. @throws what `passkeyProblem` explains */
export async function signPasskey(asked: Asked): Promise<Signed> {
  refuseElsewhere(asked)
  const { startAuthentication } = await load()
  const signed = await startAuthentication({ optionsJSON: asked.options as unknown as SignOptions })
  return { ...signed, clientExtensionResults: { ...signed.clientExtensionResults } }
}

/** Why it did not work: the browser's answers, or the server's. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError') return i18next.t('access:passkey.cancelled')
  if (error instanceof Error && error.name === 'InvalidStateError') return i18next.t('access:passkey.known')
  return explain(error)?.text ?? ''
}
