import { auditKinds, itemKinds } from '@greenroom/contract/statesAndKinds'
import type { Todo } from '../../access/index.ts'
import { appealsFor, waitingFor } from './queue/auditBacklog.queries.ts'

/** Home's lines with a reviewer's backlog, one per queue, appeals included. */
export const auditTodos: Todo[] = auditKinds.map((kind) => ({
  key: `audit.${kind}`,
  menu: `audits.${kind}`,
  href: `/audit/${kind}`,
  waiting: (reader, { staff, now }) => waitingFor(reader, kind, staff.id, now),
}))

/** Home's lines with the appeals of each queue: somebody waits for a second look. */
export const appealTodos: Todo[] = itemKinds.map((kind) => ({
  key: `appeals.${kind}`,
  menu: `audits.${kind}`,
  href: `/audit/${kind}?appeals=true`,
  waiting: async (reader, { staff, now }) => ({ ...(await appealsFor(reader, kind, staff.id, now)), until: null }),
}))
