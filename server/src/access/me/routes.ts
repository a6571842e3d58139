import { languageChoose, logout, sessionEnd, sessionList, userInfo } from '@greenroom/contract/access'
import { type Served, serve } from '../../kit/serve.ts'
import * as service from './service.ts'

export const meRoutes: Served[] = [
  serve(userInfo, service.info),
  serve(logout, service.logout),
  serve(languageChoose, service.chooseLanguage),
  serve(sessionList, service.sessions),
  serve(sessionEnd, service.endOwnSession),
]
