// What waits for someone: rooms fill this registry through `app/`, Home shows what the caller may work on.
import type { MenuKey } from '@greenroom/contract/screens'
import { isOutside, levelOn, type Staff } from '../kit/context.ts'
import type { Reader } from '../kit/database.ts'

export type Todo = {
  /** Names the line: `home:todo.<key>`. */
  key: string
  /** The menu that must be read-write: who may not work on it is not told of it. */
  menu: MenuKey
  /** Where the work is, its filter set. */
  href: string
  /** How much of it waits for this one; own work that another must decide does not. */
  count(reader: Reader, staff: Staff): Promise<number>
}

/** What waits for this account, in the order of the registry, without what is none; all of it is the platform's work. */
export async function todoOf(todos: readonly Todo[], reader: Reader, staff: Staff) {
  if (isOutside(staff)) return []
  const mine = todos.filter((todo) => levelOn(staff, todo.menu) === 3)
  const counted = await Promise.all(
    mine.map(async ({ key, href, ...todo }) => ({ key, href, count: await todo.count(reader, staff) })),
  )
  return counted.filter((line) => line.count > 0)
}
