import { auditHeap } from '@greenroom/contract/audits'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import type { QueueServices } from '../queue/auditQueue.services.ts'
import { gather } from './heap.service.ts'

/** Like with like. */
export const heapRoutes = (services: Pick<QueueServices, 'params'>): Served[] => [serve(auditHeap, gather(services))]
