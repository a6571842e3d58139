// Pages of an in-memory list, with the same envelope and refusals as database lists.
import type { Page, PageRequest } from '../../../kit/paging.ts'
import { refuseBecause } from '../../../kit/refusal.ts'

type Sorts<R> = Readonly<Record<string, (record: R) => string | number>>

const cursorOf = (page: number, listKey: string) => Buffer.from(JSON.stringify([page, listKey])).toString('base64url')

/** The page index from a cursor of this list. @throws Refusal 10009 */
function pagesBefore(cursor: string, listKey: string): number {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && Number.isSafeInteger(read[0]) && read[0] > 0 && read[1] === listKey)
      return Number(read[0])
  } catch {
    // Falls through: not a cursor of ours.
  }
  throw refuseBecause(10009, 'after', 'list.cursor')
}

/**
 * One page of `records`; without a sort they keep their order.
 *
 * @throws Refusal 10009 for an unknown sort or a cursor of another list.
 */
export function pageInMemory<R>(
  records: readonly R[],
  sorts: Sorts<R>,
  request: PageRequest & { defaultSize: number },
  filters: unknown,
): Page<R> {
  const { sort } = request
  const name = sort?.replace(/^-/, '')
  const by = name !== undefined && Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (name !== undefined && !by) throw refuseBecause(10009, 'sort', 'field.oneOf', { values: Object.keys(sorts) })
  const direction = sort?.startsWith('-') ? -1 : 1
  const sorted = by
    ? records.toSorted((a, b) => (by(a) < by(b) ? -direction : by(a) > by(b) ? direction : 0))
    : [...records]
  const listKey = JSON.stringify([sort ?? '', filters])
  const size = request.size ?? request.defaultSize
  const current = request.after === undefined ? (request.current ?? 1) : pagesBefore(request.after, listKey) + 1
  const page: Page<R> = {
    records: sorted.slice((current - 1) * size, current * size),
    current,
    size,
    total: sorted.length,
    pages: Math.ceil(sorted.length / size),
  }
  if (current * size < sorted.length) page.next = cursorOf(current, listKey)
  return page
}
