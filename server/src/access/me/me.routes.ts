import {
  languageChoose,
  logout,
  operationSettle,
  ownCodeSend,
  passwordChange,
  sessionEnd,
  sessionList,
  userInfo,
} from '@greenroom/contract/access'
import { type Served, serve } from '../../kit/calls/serve.ts'
import type { Params } from '../../params/index.ts'
import { settleOperation } from '../once.service.ts'
import { sendOwnCode } from '../ownCode.ts'
import type { SmsProvider } from '../sms/sms.message.ts'
import { changePassword } from './me.password.ts'
import * as service from './me.service.ts'

export const meRoutes = ({ params, sms }: { params: Params; sms: SmsProvider }): Served[] => [
  serve(passwordChange, (context, payload) => changePassword(params, context, payload)),
  serve(ownCodeSend, (context) => sendOwnCode({ params, provider: sms }, context)),
  serve(userInfo, service.info),
  serve(logout, service.logout),
  serve(languageChoose, service.chooseLanguage),
  serve(sessionList, service.sessions),
  serve(sessionEnd, service.endOwnSession),
  serve(operationSettle, settleOperation),
]
