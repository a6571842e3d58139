import { languageChoose, logout, passwordChange, sessionEnd, sessionList, userInfo } from '@greenroom/contract/access'
import { type Served, serve } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { changePassword } from './password.ts'
import * as service from './service.ts'

export const meRoutes = (params: Params): Served[] => [
  serve(passwordChange, (context, payload) => changePassword(params, context, payload)),
  serve(userInfo, service.info),
  serve(logout, service.logout),
  serve(languageChoose, service.chooseLanguage),
  serve(sessionList, service.sessions),
  serve(sessionEnd, service.endOwnSession),
]
