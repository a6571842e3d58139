// The Data indicators area: figures of dashboards, cohorts, the users behind a figure, and notes on days.
import { declare } from './call.ts'
import { dashboards } from './dashboards.ts'
import type * as schema from './indicators.schema.ts'
import type { MenuKey } from './screens.ts'

const menus = Object.fromEntries(Object.entries(dashboards).map(([key, { menu }]) => [key, menu])) as Record<
  keyof typeof dashboards,
  MenuKey
>
/** Notes and cohorts also belong to retention. */
const everyMenu = { ...menus, retention: 'indicators.retention' } as const

/** The figures of a dashboard by day, with their totals, and those of the span it is compared with. */
export const indicatorFigures = declare<typeof schema.indicatorFigures>('indicatorFigures', {
  method: 'GET',
  path: '/data/figures',
  level: 'read',
  menuBy: menus,
})

/** Retention by cohort day: exactly day n, null until that day is over. */
export const indicatorCohorts = declare<typeof schema.indicatorCohorts>('indicatorCohorts', {
  method: 'GET',
  path: '/data/cohorts',
  level: 'read',
  menu: 'indicators.retention',
})

/** The users of a cohort, of one day or several; with `backOn`, those who were active exactly so many days later. */
export const indicatorReturned = declare<typeof schema.indicatorReturned>('indicatorReturned', {
  method: 'GET',
  path: '/data/returned',
  level: 'read',
  menu: 'indicators.retention',
  exportable: true,
})

/** Which countries, channels, platforms and sexes explain the difference of a figure between two spans. */
export const indicatorDifference = declare<typeof schema.indicatorDifference>('indicatorDifference', {
  method: 'GET',
  path: '/data/difference',
  level: 'read',
  menuBy: menus,
})

/** A figure split by a dimension of its facts (`figureDimensions.ts`), compared with another span: its parts, the others in one, and the whole. */
export const indicatorBy = declare<typeof schema.indicatorBy>('indicatorBy', {
  method: 'GET',
  path: '/data/by',
  level: 'read',
  menuBy: menus,
})

/** The users that a figure counts, highest values first; with `by` and `of`, those of one part. */
export const indicatorPeople = declare<typeof schema.indicatorPeople>('indicatorPeople', {
  method: 'GET',
  path: '/data/people',
  level: 'read',
  menuBy: menus,
  exportable: true,
})

/** The records that a figure counts (`figureRecords.ts`), newest first: also needs the menu of such records. */
export const indicatorRecords = declare<typeof schema.indicatorRecords>('indicatorRecords', {
  method: 'GET',
  path: '/data/records',
  level: 'read',
  menuBy: menus,
  exportable: true,
})

/** Countries and channels, as filter options of figures. */
export const indicatorOptions = declare<typeof schema.indicatorOptions>('indicatorOptions', {
  method: 'GET',
  path: '/data/options',
  level: 'read',
  menuBy: everyMenu,
})

/** Writes a note on a day or several: it is shown on every chart of these days. */
export const dayNoteAdd = declare<typeof schema.dayNoteAdd>('dayNoteAdd', {
  method: 'POST',
  path: '/data/note/add',
  level: 'write',
  menuBy: everyMenu,
  operation: 'dayNote.add',
  creates: true,
})

/** Deletes a note. */
export const dayNoteDelete = declare<typeof schema.dayNoteDelete>('dayNoteDelete', {
  method: 'POST',
  path: '/data/note/delete',
  level: 'write',
  menuBy: everyMenu,
  operation: 'dayNote.delete',
  codes: [10032],
})
