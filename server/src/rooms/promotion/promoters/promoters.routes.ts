import * as calls from '@greenroom/contract/channels'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { named, search, serveRecords } from '../../../records/index.ts'
import { promoters } from './promoters.resource.ts'
import * as service from './promoters.service.ts'

export const promoterRoutes = (services: service.PromoterServices): Served[] => [
  serveRecords(promoters, calls.promoterList, {
    filters: { q: search([], named('t.name')) },
    orders: { createdAt: { type: 'timestamptz', column: 'created_at' } },
    order: '-createdAt',
    columns: [],
  }),
  serve(calls.promoterInfo, service.promoterPage(services)),
  serve(calls.promoterSave, service.addPromoter),
  serve(calls.promoterUpdate, service.editPromoter),
  serve(calls.promoterAccountSave, (context, payload) => service.saveAccount(services, context, payload)),
  serve(calls.promoterAccountReveal, (context, payload) => service.revealAccount(services.seals, context, payload)),
]
