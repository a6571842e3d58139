// Pending work: rooms register their lines through `app/`, Home shows those the caller may work on.
import type { MenuKey } from '@greenroom/contract/screens'
import { isOutside, levelOn, type Staff } from '../kit/context.ts'
import type { Reader } from '../kit/database.ts'

export type Todo = {
  /** Key of the line's text: `home:todo.<key>`. */
  key: string
  /** The menu that the caller needs read-write to see the line; to see an alarm, reading it is enough. */
  menu: MenuKey
  /** Not work but a fault: everybody who may see the screen gets the line, marked as an alarm. */
  alarm?: true
  /** The screen with its filter set. */
  href: string
  /** How much the caller could work on; requests that someone else must decide don't count. */
  count(reader: Reader, staff: Staff): Promise<number>
}

/** Alarms and pending work for this account, in registry order, without empty lines; staff only. */
export async function todoOf(todos: readonly Todo[], reader: Reader, staff: Staff) {
  if (isOutside(staff)) return []
  const mine = todos.filter(({ menu, alarm }) => levelOn(staff, menu) >= (alarm ? 1 : 3))
  const counted = await Promise.all(
    mine.map(async ({ key, href, alarm = false, ...todo }) => ({
      key,
      href,
      alarm,
      count: await todo.count(reader, staff),
    })),
  )
  return counted.filter((line) => line.count > 0)
}
