import type { auditBacklog } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { backlogOf, labelsOf } from './auditBacklog.queries.ts'

const nothing: Answer<typeof auditBacklog> = {
  waiting: 0,
  claimed: 0,
  mine: 0,
  oldestSeconds: null,
  appeals: { waiting: 0, oldestSeconds: null },
  labels: [],
}

/** A kind's backlog. Platform data: for guild and agent callers the queues are empty. */
export async function backlog(
  context: Context,
  { kind }: Parsed<typeof auditBacklog>,
): Promise<Answer<typeof auditBacklog>> {
  const { database, now } = context
  if (context.scope.kind !== 'platform') return nothing
  const [found, labels] = await Promise.all([
    backlogOf(database, { kind, staffId: staffOf(context).id, now }),
    kind === 'report' ? [] : labelsOf(database, kind),
  ])
  const { waiting, claimed, mine, oldest } = found
  const ageOf = (since: Date | null) => since && Math.floor((now.getTime() - since.getTime()) / 1_000)
  const appeals = { waiting: found.appeals, oldestSeconds: ageOf(found.oldest_appeal) }
  return { waiting, claimed, mine, oldestSeconds: ageOf(oldest), appeals, labels }
}
