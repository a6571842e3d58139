import { menuNav } from '@greenroom/contract/access'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { allMenus, grantsOf } from './nav.queries.ts'
import { menuTree } from './nav.rules.ts'

async function navOf(context: Context) {
  const staff = staffOf(context)
  const [menus, grants] = await Promise.all([
    allMenus(context.database),
    staff.administrator ? ('everything' as const) : grantsOf(context.database, staff.roleIds, staff.readOnly),
  ])
  return { menuList: menuTree(menus, grants, staff.language) }
}

export const navRoutes: Served[] = [serve(menuNav, navOf)]
