// Sanctions lists, and payees who may be on one: nothing is paid to them until two members of staff have
// cleared the hit.
import { declare } from './call.ts'
import type * as schema from './sanctions.schema.ts'

const menu = 'finance.sanctions' as const

/** Hits, newest first. */
export const sanctionsHitList = declare<typeof schema.sanctionsHitList>('sanctionsHitList', {
  method: 'GET',
  path: '/finance/sanctions/hit/list',
  level: 'read',
  menu,
  exportable: true,
})

/** One hit, with the list's entry. */
export const sanctionsHitInfo = declare<typeof schema.sanctionsHitInfo>('sanctionsHitInfo', {
  method: 'GET',
  path: '/finance/sanctions/hit/info',
  level: 'read',
  menu,
  codes: [10032],
})

/** Requests that hits are cleared (someone else) or confirmed (never paid); a second member of staff decides. */
export const sanctionsHitDecide = declare<typeof schema.sanctionsHitDecide>('sanctionsHitDecide', {
  method: 'POST',
  path: '/finance/sanctions/hit/decide',
  level: 'write',
  menu,
  operation: 'sanctions.decide',
  money: { does: 'releases', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** Versions of the lists, newest first. */
export const sanctionsListList = declare<typeof schema.sanctionsListList>('sanctionsListList', {
  method: 'GET',
  path: '/finance/sanctions/list',
  level: 'read',
  menu,
  exportable: true,
})

/** The entries of the lists in force; a search by name works as the check of payees does. */
export const sanctionsEntryList = declare<typeof schema.sanctionsEntryList>('sanctionsEntryList', {
  method: 'GET',
  path: '/finance/sanctions/entry/list',
  level: 'read',
  menu,
  exportable: true,
})

/** Begins a version of a list: the file follows in parts. At most one per name is open. */
export const sanctionsStart = declare<typeof schema.sanctionsStart>('sanctionsStart', {
  method: 'POST',
  path: '/finance/sanctions/start',
  level: 'write',
  menu,
  operation: 'sanctions.start',
  creates: true,
  codes: [20000],
})

/**
 * The next part of the file: `sanctionsPartBytes` long, the last one shorter. A repeated part is ignored. With the last one the version
 * takes effect or, if it removes names, waits for a second member of staff.
 */
export const sanctionsPart = declare<typeof schema.sanctionsPart>('sanctionsPart', {
  method: 'POST',
  path: '/finance/sanctions/part',
  encoding: 'multipart',
  level: 'write',
  menu,
  operation: 'sanctions.import',
  money: { does: 'releases', alone: { because: 'onlyBlocks' } },
  creates: true,
  codes: [10032, 20000, 1000002],
})

/** Requests that a list in force ends: a second member of staff decides. */
export const sanctionsEnd = declare<typeof schema.sanctionsEnd>('sanctionsEnd', {
  method: 'POST',
  path: '/finance/sanctions/end',
  level: 'write',
  menu,
  operation: 'sanctions.end',
  money: { does: 'releases', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})
