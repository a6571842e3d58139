import { bulkCancel, bulkFreeze, bulkInfo, bulkList, bulkOutcomes, bulkStart } from '@greenroom/contract/bulk'
import { type Served, serve } from '../kit/calls/serve.ts'
import type { Bulks } from './bulk.service.ts'

export const bulkRoutes = (bulks: Bulks): Served[] => [
  serve(bulkFreeze, bulks.freeze),
  serve(bulkStart, bulks.start),
  serve(bulkInfo, bulks.info),
  serve(bulkList, bulks.list),
  serve(bulkOutcomes, bulks.outcomes),
  serve(bulkCancel, bulks.cancel),
]
