// Which calls read so much that a replica answers them, if there is one (docs/operating.md, "High availability").
import { type Call, menusOf } from '@greenroom/contract/call'
import { flowReconcile } from '@greenroom/contract/flow'

/** From this page on a list is read for long, by its whole index or by sorting. */
export const farDown = 20

/** True for dashboards, the reconciliation, and pages far down a list; never for what does something. */
export function readsMuch(call: Call, payload: { current?: unknown; export?: unknown }): boolean {
  if (call.level !== 'read' && call.level !== 'signed-in') return false
  // An export has its own way to the replica.
  if (call.operation !== undefined || call.encoding === 'multipart' || payload.export !== undefined) return false
  const menus = menusOf(call)
  if (call.name === flowReconcile.name) return true
  if (menus.length > 0 && menus.every((menu) => menu.startsWith('indicators.'))) return true
  return typeof payload.current === 'number' && payload.current > farDown
}
