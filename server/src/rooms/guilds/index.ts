import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { registrationRoutes } from './registration/routes.ts'

export const guildsRoutes = ({ params }: { params: Params }): Served[] => registrationRoutes(params)
