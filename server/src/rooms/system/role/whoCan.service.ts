// Answers who may do something now, and what an account may do: by the declarations of the calls, the kinds of requests, and the roles' grants.
import { declaredCalls } from '@greenroom/contract/allCalls'
import { type Answer, menusOf, type Parsed } from '@greenroom/contract/call'
import { type AloneKind, aloneKinds } from '@greenroom/contract/money'
import { operations } from '@greenroom/contract/operations'
import { type MenuKey, menuKeys } from '@greenroom/contract/screens'
import type { whoCan } from '@greenroom/contract/systemRights'
import { type Approvals, aloneLeftOf } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import type { Params } from '../../../params/index.ts'
import * as queries from './whoCan.queries.ts'

type Services = { approvals: Approvals; params: Params }
type Told = Answer<typeof whoCan>
type Need = Told['needs'][number]

/** Maximum number of accounts that are listed. */
const most = 500

const nothing: Told = { needs: [], also: [], accounts: [], total: 0, deciders: [], menus: [], decides: [], alone: [] }

/** Calls that one account makes up to a sum, each with the kind of the sum. */
const upToSums = declaredCalls.flatMap(({ call }) => {
  const may = call.money?.alone
  return typeof may === 'object' && 'upTo' in may ? [{ call, kind: may.upTo }] : []
})

/** Requests above a sum are named like the act, but for these. */
const requestsOf: Partial<Record<string, AloneKind>> = {
  'agent.purchase': 'agentPurchase',
  'agent.reverse': 'agentPurchase',
}

/** The sums of these kinds, each once; what is left of them for an account. */
async function sumsOf(
  { params }: Services,
  context: Context,
  kinds: readonly AloneKind[],
  staffId?: number,
): Promise<Told['alone']> {
  const told: Told['alone'] = []
  for (const kind of new Set(kinds)) {
    const { most, left } = await aloneLeftOf(context, params, kind, staffId ?? 0)
    told.push({
      kind,
      unit: aloneKinds[kind].unit,
      most: Number(most),
      left: staffId === undefined ? null : Number(left),
    })
  }
  return told
}

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
async function ofOperation(services: Services, context: Context, key: string): Promise<Told> {
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
  const kinds = upToSums.flatMap(({ call, kind }) => (call.operation === key ? [kind] : []))
  const alone = await sumsOf(services, context, kinds)
  return { ...nothing, ...(await ofNeeds(context, [...needs.values()])), also: [...also], alone }
}

const deciding: Need = { menu: 'system.approval', level: 3 }

async function ofApproval(services: Services, context: Context, key: string): Promise<Told> {
  const { approvals } = services
  const kind = approvals.kinds.find((one) => one.kind === key)
  if (!kind) throw unknown()
  const asks = await ofNeeds(context, [{ menu: kind.menu, level: 3 }])
  const rows = await queries.heldOn(context.database, [...new Set<MenuKey>([deciding.menu, kind.menu])])
  const readers = new Set(rows.filter(({ menu }) => menu === kind.menu).map(({ userId }) => userId))
  const deciders = holders(rows, meets([deciding])).filter(
    ({ userId }) => kind.decidedBy === 'everyone' || readers.has(userId),
  )
  const kinds = upToSums.flatMap(({ call, kind: sum }) =>
    call.operation === key || requestsOf[key] === sum ? [sum] : [],
  )
  return { ...nothing, ...asks, deciders: deciders.slice(0, most), alone: await sumsOf(services, context, kinds) }
}

async function ofAccount(services: Services, context: Context, key: string): Promise<Told> {
  const { approvals } = services
  const userId = /^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0
  if (!(await queries.isAccount(context.database, userId))) throw unknown()
  const rows = await queries.heldBy(context.database, userId, menuKeys)
  const byMenu = Map.groupBy(rows, ({ menu }) => menu)
  const menus = [...byMenu].map(([menu, of]) => ({ menu, level: highest(of), roles: rolesOf(of) }))
  const mayDecide = rows.some(meets([deciding]))
  const decides = approvals.kinds.filter(
    ({ menu, decidedBy }) => mayDecide && (decidedBy === 'everyone' || byMenu.has(menu)),
  )
  const writes = new Set(menus.flatMap(({ menu, level }) => (level === 3 ? [menu] : [])))
  const kinds = upToSums.flatMap(({ call, kind }) => (menusOf(call).some((menu) => writes.has(menu)) ? [kind] : []))
  const alone = await sumsOf(services, context, kinds, userId)
  return { ...nothing, menus, decides: decides.map(({ kind }) => kind), alone }
}

/** @throws Refusal 10032 for a screen, an operation, a kind or an account that does not exist */
export function tellWho(services: Services, context: Context, { of, key }: Parsed<typeof whoCan>): Promise<Told> {
  switch (of) {
    case 'menu':
      return ofMenu(context, key)
    case 'operation':
      return ofOperation(services, context, key)
    case 'approval':
      return ofApproval(services, context, key)
    case 'account':
      return ofAccount(services, context, key)
  }
}
