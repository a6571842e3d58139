// Answers who may do something now, and what an account may do: by the declarations of the calls, the kinds of requests, and the roles' grants.
import { declaredCalls } from '@greenroom/contract/allCalls'
import { type Answer, menusOf, type Parsed } from '@greenroom/contract/call'
import { operations } from '@greenroom/contract/operations'
import { type MenuKey, menuKeys } from '@greenroom/contract/screens'
import type { whoCan } from '@greenroom/contract/systemRights'
import type { Approvals } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import * as queries from './whoCan.queries.ts'

type Told = Answer<typeof whoCan>
type Need = Told['needs'][number]

/** Maximum number of accounts that are listed. */
const most = 500

const nothing: Told = { needs: [], also: [], accounts: [], total: 0, deciders: [], menus: [], decides: [] }

const unknown = () => refuseCode(10032, 'key')

/** Roles with their highest level on these menus, each once. */
function rolesOf(rows: readonly queries.Held[]) {
  const roles = new Map<number, { roleId: number; roleName: string; level: 1 | 3 }>()
  for (const { roleId, roleName, level } of rows)
    if (level > (roles.get(roleId)?.level ?? 0)) roles.set(roleId, { roleId, roleName, level })
  return [...roles.values()]
}

const highest = (rows: readonly { level: 1 | 3 }[]): 1 | 3 => (rows.some(({ level }) => level === 3) ? 3 : 1)

/** The accounts for whose rights `may` holds, each with the rows that let it. */
function holders(rows: readonly queries.Held[], lets: (row: queries.Held) => boolean): Told['accounts'] {
  return [...Map.groupBy(rows.filter(lets), ({ userId }) => userId).values()].map((of) => ({
    userId: of[0]!.userId,
    username: of[0]!.username,
    level: highest(of),
    roles: rolesOf(of),
  }))
}

const meets =
  (needs: readonly Need[]) =>
  ({ menu, level }: queries.Held): boolean =>
    needs.some((need) => need.menu === menu && level >= need.level)

async function ofNeeds(context: Context, needs: Need[]): Promise<Pick<Told, 'needs' | 'accounts' | 'total'>> {
  const rows = await queries.heldOn(context.database, [...new Set(needs.map(({ menu }) => menu))])
  const all = holders(rows, meets(needs))
  return { needs, accounts: all.slice(0, most), total: all.length }
}

async function ofMenu(context: Context, key: string): Promise<Told> {
  const menu = menuKeys.find((one) => one === key)
  if (!menu) throw unknown()
  return { ...nothing, ...(await ofNeeds(context, [{ menu, level: 1 }])) }
}

/** By the calls that are filed under the operation. */
async function ofOperation(context: Context, key: string): Promise<Told> {
  const calls = declaredCalls.map(({ call }) => call).filter(({ operation }) => operation === key)
  // What nobody calls, Greenroom or a command on the server does.
  if (calls.length === 0 && !Object.hasOwn(operations, key)) throw unknown()
  const needs = new Map<string, Need>()
  for (const call of calls)
    for (const menu of menusOf(call)) {
      const level = call.level === 'write' ? 3 : 1
      needs.set(`${menu} ${level}`, { menu, level })
    }
  const also = new Set<Told['also'][number]>(calls.flatMap((call) => call.for ?? []))
  if (calls.some(({ level }) => level === 'signed-in')) also.add('signedIn')
  if (calls.some(({ level }) => level === 'public')) also.add('anyone')
  return { ...nothing, ...(await ofNeeds(context, [...needs.values()])), also: [...also] }
}

const deciding: Need = { menu: 'system.approval', level: 3 }

async function ofApproval(approvals: Approvals, context: Context, key: string): Promise<Told> {
  const kind = approvals.kinds.find((one) => one.kind === key)
  if (!kind) throw unknown()
  const asks = await ofNeeds(context, [{ menu: kind.menu, level: 3 }])
  const rows = await queries.heldOn(context.database, [...new Set<MenuKey>([deciding.menu, kind.menu])])
  const readers = new Set(rows.filter(({ menu }) => menu === kind.menu).map(({ userId }) => userId))
  const deciders = holders(rows, meets([deciding])).filter(
    ({ userId }) => kind.decidedBy === 'everyone' || readers.has(userId),
  )
  return { ...nothing, ...asks, deciders: deciders.slice(0, most) }
}

async function ofAccount(approvals: Approvals, context: Context, key: string): Promise<Told> {
  const userId = /^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0
  if (!(await queries.isAccount(context.database, userId))) throw unknown()
  const rows = await queries.heldBy(context.database, userId, menuKeys)
  const byMenu = Map.groupBy(rows, ({ menu }) => menu)
  const menus = [...byMenu].map(([menu, of]) => ({ menu, level: highest(of), roles: rolesOf(of) }))
  const mayDecide = rows.some(meets([deciding]))
  const decides = approvals.kinds.filter(
    ({ menu, decidedBy }) => mayDecide && (decidedBy === 'everyone' || byMenu.has(menu)),
  )
  return { ...nothing, menus, decides: decides.map(({ kind }) => kind) }
}

/** @throws Refusal 10032 for a screen, an operation, a kind or an account that does not exist */
export function tellWho(approvals: Approvals, context: Context, { of, key }: Parsed<typeof whoCan>): Promise<Told> {
  switch (of) {
    case 'menu':
      return ofMenu(context, key)
    case 'operation':
      return ofOperation(context, key)
    case 'approval':
      return ofApproval(approvals, context, key)
    case 'account':
      return ofAccount(approvals, context, key)
  }
}
