// The Audit area: figures.
import type * as schema from './auditFigures.schema.ts'
import { declare } from './call.ts'

/** Reviewers: decisions, decisions an hour, overturned share, agreement with a second reviewer. */
export const auditReviewers = declare<typeof schema.auditReviewers>('auditReviewers', {
  method: 'GET',
  path: '/audit/figures/reviewers',
  level: 'read',
  menu: 'audits.quality',
})

/** Queues by hour: arrived, decided, backlog and waiting time. */
export const auditQueues = declare<typeof schema.auditQueues>('auditQueues', {
  method: 'GET',
  path: '/audit/figures/queues',
  level: 'read',
  menu: 'audits.quality',
})

/** Where a second reviewer disagreed. */
export const auditDisagreementList = declare<typeof schema.auditDisagreementList>('auditDisagreementList', {
  method: 'GET',
  path: '/audit/figures/disagreements',
  level: 'read',
  menu: 'audits.quality',
  exportable: true,
})
