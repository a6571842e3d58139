// Logging in with a passkey, loaded when its button is pressed.
import { passkeyAsk, passkeyLogin } from '@greenroom/contract/security'
import { call } from '../../../api/call.ts'
import { goTo } from '../../../session/address.tsx'
import { keepLogin } from '../../../session/cookies.ts'
import { showWarning } from '../../../session/messages.ts'
import { takeReturnPath } from '../../../session/notice.ts'
import { passkeyProblem, signPasskey } from './passkeys.ts'

/** Asks for any passkey of this installation, and goes on where the log-in was asked for. What fails is shown. */
export async function logInWithPasskey(): Promise<void> {
  try {
    const asked = await call(passkeyAsk, {})
    const credential = await signPasskey(asked)
    keepLogin(await call(passkeyLogin, { challenge: asked.challenge, credential }))
  } catch (error) {
    showWarning(passkeyProblem(error))
    return
  }
  goTo(takeReturnPath(), { replace: true })
}
