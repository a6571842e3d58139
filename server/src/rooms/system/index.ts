import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { logRoutes } from './log/routes.ts'

export const systemRoutes = (_: { params: Params }): Served[] => [...logRoutes]
