// Calls of the log screen.

import { declaredCalls } from '@greenroom/contract/allCalls'
import { type Answer, menusOf, type Parsed, type RecordOf } from '@greenroom/contract/call'
import { menuKeys } from '@greenroom/contract/screens'
import type { logInfo, logList, logNames } from '@greenroom/contract/system'
import type { Context, Language } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Database } from '../../../kit/database/database.ts'
import { detachedMonths, spansOf } from '../../../kit/database/detachedMonths.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import type { Prover } from '../../../kit/encryption/index.ts'
import { isUuid } from '../../../kit/random.ts'
import { spanOf } from '../../../kit/time.ts'
import { shownJson, shownText, type Verification, verifyLog } from '../../../log/index.ts'
import { blockOf, type LogRow, logEntry, logPage, type Menus, menuNames } from './operationLog.queries.ts'
import { checkContentSearch, languageOf, operationName, operationNames } from './operationLog.rules.ts'

/** The menu's name; its key if staff removed the menu. */
function shown(row: LogRow, menus: Menus['byKey'], language: Language): RecordOf<typeof logList> {
  return {
    id: row.id,
    at: row.at.toISOString(),
    userId: row.staff_id,
    username: row.username,
    menuName: row.menu_key === null ? '' : (menus.get(row.menu_key)?.[language] ?? row.menu_key),
    opName: operationName(row.operation, language),
    operation: row.operation,
    target: shownText(row, 'target', row.target, language),
    logContent: shownText(row, 'content', row.content, language),
    ip: shownText(row, 'ip', row.ip, language),
  }
}

/** A page of the log (spec sections 3 and 7). @throws Refusal 10009 */
export async function list(context: Context, { language: requested, ...payload }: Parsed<typeof logList>) {
  checkContentSearch(payload.logContent, spanOf(payload, context.timeZone), context.now)
  const menus = await menuNames(context.database)
  const page = await logPage(context, menus, payload)
  const language = languageOf(requested, context.language)
  return mapPage(page, (row) => shown(row, menus.byKey, language))
}

/** One entry with before, after and the block it is sealed in. @throws Refusal 10032 */
export async function info(context: Context, { id }: Parsed<typeof logInfo>) {
  const row = isUuid(id) ? await logEntry(context.database, context.scope, id) : undefined
  if (!row) throw refuseBecause(10032, 'id', 'record.none')
  const [menus, block] = await Promise.all([menuNames(context.database), blockOf(context.database, row.xid)])
  return {
    entry: {
      ...shown(row, menus.byKey, context.language),
      reason: shownText(row, 'reason', row.reason, context.language),
      requestId: row.request_id,
      before: shownJson(row, 'before', row.before, context.language),
      after: shownJson(row, 'after', row.after, context.language),
      block:
        (block && {
          number: block.number,
          hash: block.hash.toString('hex'),
          sealedAt: block.sealed_at.toISOString(),
        }) ||
        null,
    },
  }
}

const verifying = new WeakMap<Database, Promise<Verification>>()

/** Verifies the whole chain. One run at a time: concurrent callers share its result. */
export function verify(database: Database, keys: Prover): Promise<Verification> {
  const running = verifying.get(database)
  if (running) return running
  const walk = verifyLog(database, keys).finally(() => verifying.delete(database))
  verifying.set(database, walk)
  return walk
}

/** The menu of an operation; null for those without one, such as log-in. */
const menuOfOperation = new Map(
  declaredCalls.flatMap(({ call }) => {
    const [menu] = menusOf(call)
    return call.operation && menu ? [[call.operation, menu] as const] : []
  }),
)

/** Filter options: the menus with screens, and all operations. */
export async function names({ database, language }: Context): Promise<Answer<typeof logNames>> {
  const screens = new Set<string>(menuKeys)
  const menus = await menuNames(database)
  return {
    menus: menus.all.filter(({ key }) => screens.has(key)).map(({ key, names: of }) => ({ key, name: of[language] })),
    operations: operationNames.map(({ key, names: of }) => ({
      key,
      // An entry may be of an operation that is gone.
      menu: menuOfOperation.get(key as never) ?? null,
      name: of[language],
    })),
    detached: spansOf(await detachedMonths(database, 'log')),
  }
}
