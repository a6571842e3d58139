// The state of an installation that runs.
import { pauseOf } from '../../../bridge/index.ts'
import { parkedWork } from '../../../jobs/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Space } from '../../../kit/database/space.ts'
import { deadMessages, type Notifier, waysNow } from '../../../notify/index.ts'
import * as queries from './parts.queries.ts'
import { partsOf } from './parts.rules.ts'
import type { Installed } from './setupSteps.service.ts'

export type StateServices = { installed: Installed; space: Pick<Space, 'lacking'>; notifier: Notifier }

const dayMs = 86_400_000

/** Version, every part with its state, what the database takes, and the last backup. */
export async function stateOf({ installed, space, notifier }: StateServices, { database }: Context) {
  const dayAgo = new Date(wallNow().getTime() - dayMs)
  const [common, clients, nodes, { work, total }, sizes, lacking, pause, backup, ways, dead] = await Promise.all([
    queries.commonParts(database, dayAgo),
    queries.clientParts(database),
    queries.nodeParts(database),
    parkedWork(database),
    queries.sizesOf(database),
    space.lacking(),
    pauseOf(database),
    installed.lastBackup(),
    waysNow(database),
    deadMessages(database),
  ])
  const mail = ways.find(({ way }) => way === 'mail')!
  const parts = partsOf({
    common,
    clients,
    nodes,
    parked: { count: total, since: work[0]?.since ?? null },
    lacking,
    pausedSince: pause?.since ?? null,
    storage: installed.storage,
    sms: { provider: installed.smsProvider, sends: installed.smsSends },
    mail: {
      server: notifier.mailer.server,
      waiting: mail.waiting,
      dead: mail.dead,
      lastAt: mail.last_at,
      failed: mail.failed,
    },
  })
  return {
    version: installed.version,
    parts: parts.map(({ at, ...part }) => ({ ...part, at: at?.toISOString() ?? null })),
    sizes,
    backup: { kind: backup.kind, lastAt: backup.at?.toISOString() ?? null, where: backup.where },
    messages: dead.map(({ ended_at: at, ...letter }) => ({ ...letter, at: at.toISOString() })),
  }
}
