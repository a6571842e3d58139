// The steps of logging in. Between two steps, the password is only in this module's memory.
import { login } from '@greenroom/contract/access'
import type { Answer, Payload } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { call, isRefused } from '../../api/call.ts'
import { keepLogin } from '../../session/cookies.ts'
import { showError } from '../../session/messages.ts'

type Credentials = Pick<Payload<typeof login>, 'username' | 'password' | 'captcha' | 'captchaId' | 'bind'>
type LoginAnswer = Answer<typeof login>

/** State for the second step; lost on reload. */
export type Pending = Credentials &
  Pick<LoginAnswer, 'phone' | 'challenge' | 'bindGoogle' | 'secret' | 'qrCode' | 'passkey' | 'bindPasskey' | 'options'>

// A number, to keep the catalogue's names out of the log-in page.
const codeNeeded: ErrorCode = 290010
const captchaFailed: ErrorCode = 1000027

let pending: Pending | undefined

export const readPending = (): Pending | undefined => pending
export const forgetPending = (): void => {
  pending = undefined
}

/** The log-in's progress: done, or the required code. */
export type LoginStep = 'done' | 'sms' | 'google'

async function attempt(payload: Payload<typeof login>, response?: Promise<Response>): Promise<LoginStep> {
  const { username, password, captcha, captchaId, bind } = payload
  const credentials = { username, password, ...(captchaId && { captcha, captchaId }), ...(bind && { bind }) }
  try {
    const answer = await call(login, payload, response && { response })
    if (answer.token && !answer.checkPhoneNumber) {
      keepLogin({ ...answer, token: answer.token })
      pending = undefined
      return 'done'
    }
    pending = { ...credentials, ...answer }
    return answer.phone === undefined ? 'google' : 'sms'
  } catch (error) {
    if (!isRefused(error, codeNeeded)) throw error
    showError(error)
    pending = credentials
    return 'google'
  }
}

/** The first step: name and password; `response`, if they were sent before this page's form was there. */
export const logIn = ({ username, ...rest }: Credentials, response?: Promise<Response>): Promise<LoginStep> =>
  attempt({ username: username.trim(), ...rest }, response)

/** True if the server requires a captcha with the next try, or refused the last one. */
export const wantsCaptcha = (error: unknown): boolean =>
  isRefused(error, captchaFailed) && error.detail.some(({ field }) => field === 'captcha')

/** What the second step may be taken with; `passkey`: the account wants one in place of an authenticator. */
type Second = Pick<
  Payload<typeof login>,
  'verifyCode' | 'macCode' | 'recoveryCode' | 'passkey' | 'credential' | 'passkeyName'
>

/** The second step: the code that the first one requires, or what stands for it. */
export function logInWithCode(code: Second): Promise<LoginStep> {
  if (!pending) throw new Error('there is no log-in under way')
  const { username, password, captcha, captchaId, bind, challenge } = pending
  return attempt({
    username,
    password,
    ...(captchaId && { captcha, captchaId }),
    ...(bind && { bind }),
    ...code,
    ...(challenge ? { challenge } : {}),
  })
}
