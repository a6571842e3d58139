/** What a page consists of: rows of a list, pictures of a queue or a wall, or figures of a dashboard. */
export type Shape = 'rows' | 'pictures' | 'figures'

/** Queues are all audits but these. */
const otherAudits = /^\/audit\/(log|template|quality|report)/

/** The shape of the page at a path, before its code is there. */
export function shapeOf(path: string): Shape {
  if (path.startsWith('/data/')) return 'figures'
  return path.startsWith('/live/monitor') || (path.startsWith('/audit/') && !otherAudits.test(path))
    ? 'pictures'
    : 'rows'
}
