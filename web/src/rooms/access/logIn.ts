// The steps of logging in (wire.md). Between two steps the password lives in this module's memory only.
import { login } from '@greenroom/contract/access'
import type { Answer, Payload } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { call, isRefused } from '../../api/call.ts'
import { keepLogin } from '../../session/cookies.ts'
import { showError } from '../../session/messages.ts'

type Credentials = Pick<Payload<typeof login>, 'username' | 'password'>
type LoginAnswer = Answer<typeof login>

/** What waits for the second step; gone after a reload. */
export type Pending = Credentials & Pick<LoginAnswer, 'phone' | 'challenge' | 'bindGoogle' | 'secret' | 'qrCode'>

// By its number: the catalogue's names would come to the log-in page with it.
const codeNeeded: ErrorCode = 290010

let pending: Pending | undefined

export const readPending = (): Pending | undefined => pending
export const forgetPending = (): void => {
  pending = undefined
}

/** Where the log-in stands: done, or which code is wanted. */
export type LoginStep = 'done' | 'sms' | 'google'

async function attempt(payload: Payload<typeof login>): Promise<LoginStep> {
  const { username, password } = payload
  try {
    const answer = await call(login, payload)
    if (answer.token && !answer.checkPhoneNumber) {
      keepLogin({ ...answer, token: answer.token })
      pending = undefined
      return 'done'
    }
    pending = { username, password, ...answer }
    return answer.bindGoogle ? 'google' : 'sms'
  } catch (error) {
    if (!isRefused(error, codeNeeded)) throw error
    showError(error)
    pending = { username, password }
    return 'google'
  }
}

/** The first step: name and password. */
export const logIn = ({ username, password }: Credentials): Promise<LoginStep> =>
  attempt({ username: username.trim(), password })

/** The second step: the code that the first one asked for. */
export function logInWithCode(code: { verifyCode: string } | { macCode: string }): Promise<LoginStep> {
  if (!pending) throw new Error('there is no log-in under way')
  const { username, password, challenge } = pending
  return attempt({ username, password, ...code, ...(challenge ? { challenge } : {}) })
}
