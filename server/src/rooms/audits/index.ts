// The Audit room: items, reports and appeals as the app submits them.
import type { AnyHandler } from '../../bridge/index.ts'
import type { Served } from '../../kit/serve.ts'

export const auditsHandlers: AnyHandler[] = []

export const auditsRoutes: Served[] = []
