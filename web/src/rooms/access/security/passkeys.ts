// Passkeys in this browser. The library and the texts of what fails are loaded with the first use: neither may be in the log-in page.
import type { Payload } from '@greenroom/contract/call'
import type { passkeyAdd, passkeyLogin } from '@greenroom/contract/security'
import i18next from 'i18next'
import { loadTexts } from '../../../i18n/index.ts'
import { explain } from '../../../session/messages.ts'

/** A challenge's token, and what the browser's call takes. */
export type Asked = { challenge: string; options: Record<string, unknown> }
export type Made = Payload<typeof passkeyAdd>['credential']
export type Signed = Payload<typeof passkeyLogin>['credential']

async function load() {
  const [library] = await Promise.all([import('@simplewebauthn/browser'), loadTexts(['security'])])
  return library
}
type Library = Awaited<ReturnType<typeof load>>
type MakeOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
type SignOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']

/** Why passkeys cannot work on this page, in words; undefined if they can. */
export function passkeyFault(host: string): string | undefined {
  if (!window.isSecureContext) return i18next.t('security:passkeys.faults.insecure')
  if (!('PublicKeyCredential' in window)) return i18next.t('security:passkeys.faults.browser')
  const here = window.location.hostname
  return here === host ? undefined : i18next.t('security:passkeys.faults.elsewhere', { host })
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
  const { startRegistration } = await load()
  refuseElsewhere(asked)
  // The server made them for exactly this call.
  const made = await startRegistration({ optionsJSON: asked.options as unknown as MakeOptions })
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}

/** Asks the browser to sign with a passkey. @throws what `passkeyProblem` explains */
export async function signPasskey(asked: Asked): Promise<Signed> {
  const { startAuthentication } = await load()
  refuseElsewhere(asked)
  const signed = await startAuthentication({ optionsJSON: asked.options as unknown as SignOptions })
  return { ...signed, clientExtensionResults: { ...signed.clientExtensionResults } }
}

/** Why it did not work: the browser's answers, or the server's. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError') return i18next.t('security:passkeys.faults.cancelled')
  if (error instanceof Error && error.name === 'InvalidStateError') return i18next.t('security:passkeys.faults.known')
  return explain(error)?.text ?? ''
}
