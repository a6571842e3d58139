import { healthState } from '@greenroom/contract/installation'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { type HealthServices, healthOf } from './healthScreen.service.ts'

export const healthScreenRoutes = (services: HealthServices): Served[] => [
  serve(healthState, (context) => healthOf(services, context)),
]
