// The platform's day so far, for Home.
import { declare } from './call.ts'
import type * as schema from './todayFigures.schema.ts'

/** Figures of today, yesterday and the same day last week, each up to the same time of day. Staff with any menu. */
export const todayFigures = declare<typeof schema.todayFigures>('todayFigures', {
  method: 'GET',
  path: '/data/today',
  level: 'signed-in',
})
