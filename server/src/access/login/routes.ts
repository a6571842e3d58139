import { login } from '@greenroom/contract/access'
import { type Served, serve } from '../../kit/serve.ts'
import * as service from './service.ts'

export const loginRoutes = (services: service.LoginServices): Served[] => [
  serve(login, (context, payload) => service.login(services, context, payload)),
]
