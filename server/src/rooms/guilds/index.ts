import type { AnyHandler } from '../../bridge/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { memberHandler } from './events/handler.ts'
import { registrationRoutes } from './registration/routes.ts'

export const guildsHandlers: AnyHandler[] = [memberHandler]

export const guildsRoutes = ({ params }: { params: Params }): Served[] => registrationRoutes(params)
