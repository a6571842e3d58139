// Background work and exports: connects files, jobs and the rooms' sweeps.
import {
  type DecisionKind,
  decisionsJob,
  giveEffect,
  lapseApprovals,
  menuTitle,
  nextDecision,
  staffOfSession,
  sweepAccess,
} from '../access/index.ts'
import { bridgeRounds, sweepOutbox } from '../bridge/index.ts'
import { type Bulks, openBulks } from '../bulk/index.ts'
import { applicationRoleOf, type Config, fileUrlOf } from '../config.ts'
import { type Exports, openExports, removeOrphans, type Storage } from '../files/index.ts'
import { inParts, type Jobs, openJobs, unitsOf, untilWritten } from '../jobs/index.ts'
import type { Served } from '../kit/calls/serve.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import type { Replica } from '../kit/standby/replica.ts'
import { timed } from '../kit/telemetry/meter.ts'
import { openForeground } from '../kit/work/foreground.ts'
import { ensureLedgerMonths } from '../ledger/index.ts'
import { ensureLogMonths, sealLog } from '../log/index.ts'
import type { Params } from '../params/index.ts'
import { auditsRounds, type PictureFetcher } from '../rooms/audits/index.ts'
import { chainRounds, type Watching } from '../rooms/chain/index.ts'
import { communityRounds } from '../rooms/community/index.ts'
import { financeRounds, payoutProofsInUse } from '../rooms/finance/index.ts'
import { flowRounds } from '../rooms/flow/index.ts'
import { disputeProofsInUse, guildsRounds, proofsInUse } from '../rooms/guilds/index.ts'
import { indicatorsRounds } from '../rooms/indicators/index.ts'
import { liveRounds } from '../rooms/live/index.ts'
import { movingRounds } from '../rooms/moving/index.ts'
import { officialFilesInUse, officialRounds } from '../rooms/official/index.ts'
import { privacyRounds, type Tombstone } from '../rooms/privacy/index.ts'
import { landingFilesInUse, promotionRounds } from '../rooms/promotion/index.ts'
import { agentsRounds, purchaseProofsInUse } from '../rooms/topup-agents/index.ts'
import { usersRounds } from '../rooms/users/index.ts'
import { banEffects, dissolveEffects, payeeSources } from './app.effects.ts'
import { authorise, payloadOf } from './dispatch.ts'
import { isFilling, mayBeFilling } from './simulationStore.ts'
import { sampleRound } from './telemetry/sample.ts'

/** Which of some uploaded files each room uses: these stay. */
export const filesInUse = [
  proofsInUse,
  disputeProofsInUse,
  purchaseProofsInUse,
  payoutProofsInUse,
  landingFilesInUse,
  officialFilesInUse,
] as const

/** What is made with exports and bulk jobs, and is run by them: all served calls, and what becomes of decisions that could be undone. */
type Connected = { routes: readonly Served[]; decisions: readonly DecisionKind[] }

export type Work = {
  connect(made: Connected): void
  exports: Exports
  bulks: Bulks
  jobs: Jobs
  /** Lets running work finish, up to a time limit. */
  close(): Promise<void>
}

/**
 * Rounds that depend on the current time, and what they wait for: a history that is being sent is recorded in its own time, and runs some of
 * them at it. Those that settle weeks wait while one may still begin, too.
 */
const waitsFor: Record<string, typeof isFilling> = {
  'live-silent': isFilling,
  'audit-looks': isFilling,
  'official-messages': isFilling,
  'chain-trc20': isFilling,
  'chain-erc20': isFilling,
  'guild-settlements': mayBeFilling,
  guilds: mayBeFilling,
  'guild-members': mayBeFilling,
}

const graceMilliseconds = 10_000
const minute = 60_000
/** A round gives effect to so many times a hundred decisions; the next continues. */
const decisionTurns = 10

/** Opens exports and jobs; nothing runs before `connect` and `jobs.start`. */
export function openWork(options: {
  config: Config
  databaseUrl: string
  database: Database
  replica: Replica | undefined
  clock: Clock
  params: Params
  seals: Seals
  storage: Storage
  watching: Watching
  /** The app's pictures. */
  pictures: Pick<PictureFetcher, 'fetch'>
  /** Keeps what a restored copy must be told outside the database. */
  bury: (tombstone: Tombstone) => Promise<void>
  onCrash: (error: unknown, where: string) => void
}): Work {
  const { config, database, clock, params, storage, onCrash } = options
  let connected: Connected = { routes: [], decisions: [] }
  const jobs = openJobs({
    url: config.DATABASE_DIRECT_URL ?? options.databaseUrl,
    role: applicationRoleOf(config, options.databaseUrl),
    database,
    onError: (error, job) => onCrash(error, `job ${job}`),
    now: () => clock.now(),
  })
  const foreground = openForeground()
  const readFrom = { url: config.DATABASE_DIRECT_URL ?? options.databaseUrl, replica: options.replica }
  const exports = openExports({
    database,
    foreground,
    readFrom,
    clock,
    storage,
    title: (menu, language) => menuTitle(database, menu, language),
    timeZone: () => params.text('platform_time_zone'),
    keepHours: () => params.integer('export_keep_hours'),
    publicUrl: config.PUBLIC_URL ?? '',
    list: (name) => connected.routes.find((served) => served.call.name === name && (served.columns ?? served.archive)),
    staffOfSession: (sessionId) => staffOfSession(database, sessionId),
    authorise,
    ready: () => jobs.openQueues(),
    enqueue: (tx, exportId) => jobs.enqueue(tx, 'export', { exportId }),
    onError: (error, exportId) => onCrash(error, `export ${exportId}`),
  })

  const bulks = openBulks({
    database,
    readFrom,
    clock,
    timeZone: () => params.text('platform_time_zone'),
    keepDays: () => params.integer('bulk_keep_days'),
    served: (name) => connected.routes.find((served) => served.call.name === name),
    title: (menu, language) => menuTitle(database, menu, language),
    staffOfSession: (sessionId) => staffOfSession(database, sessionId),
    authorise,
    payloadOf,
    ready: () => jobs.openQueues(),
    enqueue: (tx, bulkId) => jobs.enqueue(tx, 'bulk', { bulkId }),
    onError: (error, bulkId) => onCrash(error, `bulk ${bulkId}`),
  })

  jobs.define('export', { kind: 'queue', limitSeconds: 15 * 60, atOnce: 2 }, ({ exportId }) =>
    timed('greenroom.export.duration', () =>
      exports.work(String(exportId), { ip: '', userAgent: '', requestId: `export ${String(exportId)}` }),
    ),
  )
  jobs.define('bulk', { kind: 'queue', limitSeconds: 60 * 60, atOnce: 2 }, ({ bulkId }) => bulks.work(String(bulkId)))
  jobs.define('seal-log', { kind: 'every', milliseconds: 5_000, ...untilWritten }, async () => {
    await sealLog(database, options.seals)
  })
  jobs.define('log-months', { kind: 'every', milliseconds: 5 * minute }, () => ensureLogMonths(database, clock.now()))
  jobs.define('ledger-months', { kind: 'every', milliseconds: 5 * minute }, () =>
    ensureLedgerMonths(database, clock.now()),
  )
  jobs.define('lapse-approvals', { kind: 'every', milliseconds: minute }, async () => {
    if (!(await isFilling(database))) await lapseApprovals(database, clock)
  })
  jobs.define('sweep-access', { kind: 'every', milliseconds: 10 * minute }, async () => {
    await sweepAccess(database)
  })
  jobs.define('sweep-outbox', { kind: 'every', milliseconds: 10 * minute }, async () => {
    await sweepOutbox(database, params.integer('bridge_keep_days'))
  })
  jobs.define('remove-orphan-pictures', { kind: 'cron', cron: '17 3 * * *', limitSeconds: 3_600 }, async () => {
    await removeOrphans(database, storage, filesInUse)
  })
  const decided = { milliseconds: 500, ...untilWritten, nextDue: () => nextDecision(database) }
  jobs.define(decisionsJob, { kind: 'every', ...decided }, async (_, isRunning) => {
    const timeZone = () => params.text('platform_time_zone')
    await inParts(isRunning, decisionTurns, () =>
      giveEffect({ database, clock, timeZone, kinds: connected.decisions }, (error, id) =>
        onCrash(error, `decision ${id}`),
      ),
    )
  })
  const shared = { database, clock, params, effects: banEffects(params) }
  for (const round of [
    ...usersRounds(shared),
    ...liveRounds(shared),
    ...auditsRounds({ ...shared, pictures: options.pictures, foreground }),
    ...flowRounds(shared),
    ...indicatorsRounds({ ...shared, foreground, isFilling: () => isFilling(database) }),
    ...guildsRounds({ ...shared, effects: dissolveEffects(params) }),
    ...communityRounds(shared),
    ...promotionRounds(shared),
    ...financeRounds({ database, clock, seals: options.seals, payees: payeeSources, params: options.watching.params }),
    ...chainRounds({ ...options.watching, database, clock }),
    ...agentsRounds(shared),
    ...officialRounds({ ...shared, fileUrl: fileUrlOf(config) }),
    ...bridgeRounds(shared),
    ...movingRounds({ ...shared, storage }),
    sampleRound(shared),
    ...privacyRounds({ ...shared, seals: options.seals, bury: options.bury }),
  ]) {
    const { name, run, ...pace } = round
    // A round that fails as a whole is tried again at its next turn, and shown like its units.
    const units = unitsOf({ database, clock }, name, (error) => onCrash(error, `job ${name}`))
    jobs.define(name, { kind: 'every', ...pace }, async (_, isRunning) => {
      if (!(await waitsFor[name]?.(database))) await units.attempt('', () => run(isRunning))
    })
  }
  jobs.define('sweep-exports', { kind: 'every', milliseconds: minute }, exports.sweep)
  jobs.define('sweep-bulk', { kind: 'every', milliseconds: minute }, bulks.sweep)

  return {
    connect(made) {
      connected = made
    },
    exports,
    bulks,
    jobs,
    close: async () => {
      await Promise.all([exports.close(graceMilliseconds), bulks.close(), jobs.stop(graceMilliseconds)])
    },
  }
}
