import { captchaNew, linkInfo, login, passwordByLink, passwordReset, smsSend } from '@greenroom/contract/access'
import { passkeyAsk, passkeyLogin } from '@greenroom/contract/security'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { describeLink, setPasswordByLink } from '../passwordLinks/index.ts'
import { type SmsServices, send } from '../sms/sms.service.ts'
import { draw } from './captcha.service.ts'
import * as service from './login.service.ts'
import { resetPassword } from './passwordReset.service.ts'

export const loginRoutes = (services: service.LoginServices): Served[] => [
  serve(login, (context, payload) => service.login(services, context, payload)),
  serve(passkeyAsk, (context) => service.askForPasskeyLogin(services, context)),
  serve(passkeyLogin, (context, payload) => service.loginByPasskey(services, context, payload)),
  serve(captchaNew, (context) => draw(context)),
  serve(passwordReset, resetPassword),
  serve(linkInfo, describeLink),
  serve(passwordByLink, setPasswordByLink),
]

export const smsRoutes = (services: SmsServices): Served[] => [
  serve(smsSend, (context, payload) => send(services, context, payload)),
]
