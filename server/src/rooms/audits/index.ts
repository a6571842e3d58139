// The Audit room: items, reports and appeals as the app submits them.
import type { Served } from '../../kit/serve.ts'
import { personRoutes } from './person/routes.ts'

export { auditsHandlers, submitItems } from './submit/handlers.ts'

export const auditsRoutes: Served[] = personRoutes
