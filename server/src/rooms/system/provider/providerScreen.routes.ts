import {
  providerInfo,
  providerMap,
  providerRemove,
  providerSave,
  providerTest,
  providerUnmap,
} from '@greenroom/contract/provider'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import * as service from './providerScreen.service.ts'

export const providerScreenRoutes = (services: service.ProviderScreenServices): Served[] => [
  serve(providerInfo, (context) => service.info(services, context)),
  serve(providerSave, (context, payload) => service.save(services, context, payload)),
  serve(providerRemove, service.remove),
  serve(providerTest, (context) => service.test(services, context)),
  serve(providerMap, (context, payload) => service.map(services, context, payload)),
  serve(providerUnmap, service.unmap),
]
