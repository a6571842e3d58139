import {
  languageChoose,
  logout,
  menuNav,
  operationSettle,
  ownCodeSend,
  passwordChange,
  sessionEnd,
  sessionList,
  userInfo,
  viewDelete,
  viewList,
  viewSave,
} from '@greenroom/contract/access'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { type Served, serve } from '../../kit/calls/serve.ts'
import type { Params } from '../../params/index.ts'
import { settleOperation } from '../once.service.ts'
import { sendOwnCode } from '../ownCode.ts'
import type { SmsProvider } from '../sms/sms.message.ts'
import { changePassword } from './me.password.ts'
import * as service from './me.service.ts'
import { allMenus, grantsOf } from './nav.queries.ts'
import { menuTree } from './nav.rules.ts'
import * as savedViews from './savedViews.service.ts'

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

async function navOf(context: Context) {
  const staff = staffOf(context)
  const [menus, grants] = await Promise.all([
    allMenus(context.database),
    staff.administrator ? ('everything' as const) : grantsOf(context.database, staff.roleIds, staff.readOnly),
  ])
  return { menuList: menuTree(menus, grants, staff.language) }
}

export const navRoutes: Served[] = [serve(menuNav, navOf)]

export const viewRoutes: Served[] = [
  serve(viewList, savedViews.list),
  serve(viewSave, savedViews.save),
  serve(viewDelete, savedViews.remove),
]
