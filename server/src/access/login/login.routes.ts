import {
  captchaNew,
  linkCode,
  linkInfo,
  login,
  passwordByLink,
  passwordReset,
  smsSend,
} from '@greenroom/contract/access'
import { passkeyAsk, passkeyLogin } from '@greenroom/contract/security'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { describeLink, type LinkServices, sendLinkCode, setPasswordByLink } from '../passwordLinks/index.ts'
import { type SmsServices, send } from '../sms/sms.service.ts'
import { draw } from './captcha.service.ts'
import * as service from './login.service.ts'
import { resetPassword } from './passwordReset.service.ts'

export const loginRoutes = (services: service.LoginServices & LinkServices): Served[] => [
  serve(login, (context, payload) => service.login(services, context, payload)),
  serve(passkeyAsk, (context) => service.askForPasskeyLogin(services, context)),
  serve(passkeyLogin, (context, payload) => service.loginByPasskey(services, context, payload)),
  serve(captchaNew, (context) => draw(context)),
  serve(passwordReset, resetPassword),
  serve(linkInfo, (context, payload) => describeLink(services, context, payload)),
  serve(linkCode, (context, payload) => sendLinkCode(services, context, payload)),
  serve(passwordByLink, (context, payload) => setPasswordByLink(services, context, payload)),
]

export const smsRoutes = (services: SmsServices): Served[] => [
  serve(smsSend, (context, payload) => send(services, context, payload)),
]
