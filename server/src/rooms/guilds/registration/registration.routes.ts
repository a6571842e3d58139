import { unionRegister, unionRegisterCheck } from '@greenroom/contract/guilds'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import * as service from './registration.service.ts'

export const registrationRoutes = (params: Params): Served[] => [
  serve(unionRegisterCheck, (context, payload) => service.check(params, context, payload)),
  serve(unionRegister, (context, payload) => service.register(params, context, payload)),
]
