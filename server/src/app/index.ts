// Composes the product: opens shared services, passes them to the rooms, and registers their calls.
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  type Approvals,
  authenticate,
  type DecisionKind,
  openApprovals,
  openSessionCache,
  renewFactors,
  renewProviderSecrets,
  runOnce,
  serveProviderLogout,
  smsProvider,
  staffOfSession,
  staffOfSessions,
} from '../access/index.ts'
import { bury, tombstonesOf } from '../backup/index.ts'
import {
  type Bridge,
  type Outbox,
  openClients,
  openOutbox,
  pauseDeliveries,
  renewClientSecrets,
  renewHeldEvents,
} from '../bridge/index.ts'
import type { Bulks } from '../bulk/index.ts'
import { type Config, fileUrlOf, isReachable, sealKeysOf } from '../config.ts'
import { type Exports, openStorage, serveExports, servePictures } from '../files/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Served } from '../kit/calls/serve.ts'
import { type Clock, platformClock, wallNow } from '../kit/clock.ts'
import { type Database, limitTrips } from '../kit/database/database.ts'
import { noticeRestore } from '../kit/database/installation.ts'
import { ensureEra } from '../kit/database/newRows.ts'
import { openSpace } from '../kit/database/space.ts'
import { openSeals, type Seals } from '../kit/encryption/index.ts'
import { sharedSecret } from '../kit/encryption/sharedSecret.ts'
import { type Logger, openLogger } from '../kit/telemetry/logger.ts'
import { count, kindOf } from '../kit/telemetry/meter.ts'
import { ensureLedgerMonths } from '../ledger/index.ts'
import { ensureLogMonths } from '../log/index.ts'
import {
  type NotifyOutbox,
  openMailer,
  openNotifier,
  openNotifyOutbox,
  renewMessages,
  renewPush,
} from '../notify/index.ts'
import { openParams, type Params } from '../params/index.ts'
import { type Push, servePush } from '../push/index.ts'
import { openPictureFetcher, serveAuditPictures } from '../rooms/audits/index.ts'
import { skipAfterRestore, type Watching, watchChain } from '../rooms/chain/index.ts'
import {
  type FinanceServices,
  instructionEnds,
  renewPayeeAccounts,
  renewPayouts,
  withdrawalDecisions,
} from '../rooms/finance/index.ts'
import { differingChecks } from '../rooms/flow/index.ts'
import { guildsRounds, renewPayoutAccounts, serveInviteLinks } from '../rooms/guilds/index.ts'
import { liveTopics } from '../rooms/live/index.ts'
import { officialRounds } from '../rooms/official/index.ts'
import { eraseAgain } from '../rooms/privacy/index.ts'
import { type Landing, promoterAccounts, promotionRounds, serveLanding } from '../rooms/promotion/index.ts'
import { agentAccounts, serveReceipts } from '../rooms/topup-agents/index.ts'
import { backupKnown, defineAlarms } from './app.alarms.ts'
import { wireBridge } from './app.bridge.ts'
import { openStore } from './app.database.ts'
import { depositPayers, dissolveEffects, payoutSources } from './app.effects.ts'
import { eventHandlers } from './app.events.ts'
import { httpServer, openRequests } from './app.http.ts'
import { approvalsOf, routesOf } from './app.rooms.ts'
import { homeTodos } from './app.todos.ts'
import { openChains } from './chains.ts'
import { type Inspect, serveAll } from './dispatch.ts'
import type { Health } from './health.ts'
import { serveReference } from './reference.ts'
import { openSelfWatch, type SelfWatch } from './selfWatch.ts'
import { openSenders } from './senders.ts'
import { openSimulation, type Simulation } from './simulation.ts'
import { isFilling } from './simulationStore.ts'
import { backupOf, diskOf, openTelemetry, seenBy, type Telemetry } from './telemetry/index.ts'
import { buildIn } from './web/build.ts'
import { type OtherBuilds, openOtherBuilds } from './web/otherBuilds.ts'
import { serveWeb, webDirectory } from './web/web.ts'
import { openWork } from './work.ts'

export type Product = {
  app: FastifyInstance
  database: Database
  clock: Clock
  params: Params
  health: Health
  /** Started by `main` once it listens; tests start them where needed. */
  jobs: Jobs
  /** All served calls. */
  routes: readonly Served[]
  /** Delivers commands to the app; started like the jobs. */
  outbox: Outbox
  /** Sends letters; started like the jobs. */
  letters: NotifyOutbox
  /** What this server finds wrong with itself; started like the jobs. */
  selfWatch: SelfWatch
  exports: Exports
  bulks: Bulks
  /** The simulated live app, started by `main` once it listens. */
  simulation: Simulation
  bridge: Bridge
  /** Encrypts and decrypts secrets in the database. */
  seals: Seals
  /** Served landing pages, and their counting. */
  landing: Landing
  /** Server push to browsers. */
  push: Push
  /** The chains' watcher. */
  watching: Watching
  /** Requests that a second member of staff decides. */
  approvals: Approvals
  /** What becomes of decisions that could be undone; the round `decisions` gives them effect. */
  decisions: readonly DecisionKind[]
  /** Metrics and traces, started by `main` once it listens. */
  telemetry: Telemetry
  /** The web's files of this and other builds. */
  otherBuilds: OtherBuilds
  /** Reads anew what it keeps of the database, as it does by itself within a second of another server's change. */
  catchUp(): Promise<void>
  /** Finishes running work, then closes everything that was opened. */
  close(): Promise<void>
}

const pollMilliseconds = 1_000

/**
 * Builds the product on a migrated database, without listening yet. In tests, answers are checked against the contract.
 *
 * @throws if a declared call has no handler, or the database cannot be reached.
 */
export async function buildProduct(
  config: Config,
  databaseUrl: string,
  {
    inspect,
    logger = openLogger({ format: 'text', level: config.LOG_LEVEL }),
  }: { inspect?: Inspect; logger?: Logger } = {},
): Promise<Product> {
  const chains = openChains(config)
  const space = openSpace({ folder: config.DATA_DIR, leastMb: config.DATA_FREE_MB })
  const onCrash = (error: unknown, requestId: string) => {
    space.note(error)
    count('greenroom.errors', { 'error.type': kindOf(error) })
    logger.crash(error, requestId)
  }
  const sessions = openSessionCache()
  const store = await openStore({
    config,
    url: databaseUrl,
    watch: sessions.watch,
    space,
    logger,
    onRestored: async () => noticeNow(),
    onCrash,
  })
  const { database, health, standby, replica } = store
  const seals = await openSeals(database, sealKeysOf(config), [
    ...renewFactors,
    ...renewProviderSecrets,
    renewClientSecrets,
    renewHeldEvents,
    renewPayoutAccounts,
    renewPayeeAccounts,
    promoterAccounts.renewAccounts,
    agentAccounts.renewAccounts,
    renewPayouts,
    renewMessages,
    renewPush,
  ]).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const [storage, clock, params, clients, app] = await Promise.all([
    openStorage(config),
    platformClock(database, pollMilliseconds),
    openParams(database, pollMilliseconds),
    openClients(database, seals, pollMilliseconds, (error) => onCrash(error, 'bridge client')),
    httpServer({
      trustProxy: config.TRUST_PROXY,
      health,
      logger,
      onCrash,
    }),
  ])
  const stopLimiting = await limitTrips(database)
  const approvals = openApprovals({
    hours: () => params.integer('approval_hours'),
    rates: () => ({
      tokensPerUsd: params.integer('tokens_per_usd'),
      usdtUsdCents: params.integer('usdt_usd_cents'),
    }),
  })
  const sources = payoutSources(approvals)
  const watching: Watching = {
    database,
    clock,
    params,
    chains,
    payers: depositPayers(params),
    ends: instructionEnds(sources),
  }
  const staffOf = (token: string) => sessions.staffOf(token, () => authenticate(database, token))
  await ensureEra(database)
  const noticeNow = () =>
    noticeRestore(database, config.DATABASE_STANDBYS !== 'off', async (tx) => {
      await pauseDeliveries(tx, wallNow())
      await skipAfterRestore(tx, clock.now())
      const tombstones = await tombstonesOf(config)
      if (tombstones.length === 0) return
      await ensureLogMonths(database, clock.now())
      await ensureLedgerMonths(database, clock.now())
      for (const tombstone of tombstones) await eraseAgain({ database, clock, seals, bury: async () => {} }, tombstone)
    })
  await noticeNow()
  await ensureLogMonths(database, clock.now())
  const handlers = eventHandlers({ params, seals })
  const simulation = openSimulation({
    config,
    database,
    clock,
    seals,
    clients,
    served: (name) => routes.find(({ call }) => call.name === name),
    timeZone: () => params.text('platform_time_zone'),
    params,
    rounds: (at) => [
      ...guildsRounds({ database, clock: at, params, effects: dissolveEffects(params) }),
      ...promotionRounds({ database, clock: at, params }),
      ...officialRounds({ database, clock: at, params, fileUrl: fileUrlOf(config) }),
    ],
    chains,
    watch: (chain, at) => watchChain({ ...watching, clock: at }, chain),
    handlers,
    onError: onCrash,
  })
  const build = await buildIn(webDirectory)
  const otherBuilds = openOtherBuilds({
    folder: join(webDirectory, 'assets'),
    storage,
    secret: () => sharedSecret(database, 'builds'),
    wall: wallNow,
  })
  await serveWeb(app, config, webDirectory, serveReference, {
    appOrigins: () => simulation.origins(),
    build: build.name,
    others: otherBuilds,
  })
  const pictures = openPictureFetcher({
    allowPrivate: (origin) => config.BRIDGE_ALLOW_PRIVATE || simulation.origins().includes(origin),
    timeoutMs: 5_000,
    mostBytes: 10 * 1_024 * 1_024,
  })
  const work = openWork({
    config,
    databaseUrl,
    database,
    replica,
    clock,
    params,
    seals,
    storage,
    watching,
    pictures,
    bury: (tombstone) => bury(config, storage, tombstone),
    onCrash,
  })
  const outbox = openOutbox({
    database,
    clients,
    allowPrivate: (client) => config.BRIDGE_ALLOW_PRIVATE || simulation.owns(client),
    onError: (error) => (health.draining ? undefined : onCrash(error, 'outbox')),
  })
  const sms = smsProvider(config)
  const mailer = openMailer(config)
  const notifier = openNotifier({
    seals,
    url: config.PUBLIC_URL,
    mailer,
    sms: { notices: sms.notices, sends: config.SMS_PROVIDER !== 'console' },
    webhook: config.ALERT_URL !== undefined,
  })
  const senders = openSenders({ config, database, seals, mailer, sms })
  const letters = openNotifyOutbox({
    database,
    seals,
    senders,
    onError: (error) => (health.draining ? undefined : onCrash(error, 'letters')),
  })
  const selfWatch = openSelfWatch({
    database,
    server: `${hostname()}:${config.PORT}`,
    folder: config.DATA_DIR,
    apartMs: () => health.clockOffsetMs(),
    onError: (error) => (health.draining ? undefined : onCrash(error, 'self watch')),
  })
  const timeZone = () => params.text('platform_time_zone')
  defineAlarms(work.jobs, {
    database,
    clock,
    seals,
    notifier,
    timeZone,
    todos: homeTodos({ chains, approvals, space }),
    backup: backupKnown(config, database),
    standbys: () => config.DATABASE_STANDBYS,
    replica,
    asked: (reader, { moment, about }) =>
      moment === 'requestWaiting' ? approvals.decidersOf(reader, about, clock.now()) : Promise.resolve([]),
    isFilling: () => isFilling(database),
    onError: onCrash,
  })
  const backup = backupOf(config)
  const disk = diskOf(config.DATA_DIR)
  const finance: FinanceServices = {
    ...watching,
    approvals,
    seals,
    fileUrl: fileUrlOf(config),
    sources,
    checks: differingChecks,
  }
  approvals.connect(approvalsOf({ config, params, seals, watching, finance }))
  const decisions: DecisionKind[] = [withdrawalDecisions(finance), approvals.decisions]
  const routes = routesOf({
    config,
    database,
    params,
    approvals,
    seals,
    sms,
    notifier,
    storage,
    space,
    handlers,
    finance,
    simulation,
    work,
    pictures,
    seen: seenBy({ database, health, disk, backup, replica, standbys: config.DATABASE_STANDBYS }),
    reloadPages: () => landing.refresh(),
  })
  work.connect({ routes, decisions })
  serveAll(app, routes, {
    database,
    replica,
    clock,
    timeZone: () => params.text('platform_time_zone'),
    authenticate: staffOf,
    exporter: work.exports,
    runOnce: runOnce(database),
    onCrash,
    logger,
    inspect,
    isOutdated: build.isOutdated,
  })
  serveProviderLogout(app, { database, clock, config, seals, onCrash })
  servePictures(app, { database, storage })
  serveInviteLinks(app, { database, clock })
  serveReceipts(app, { database, clock, timeZone: () => params.text('platform_time_zone') })
  const landing = await serveLanding(app, {
    database,
    clock,
    timeZone: () => params.text('platform_time_zone'),
    fileUrl: fileUrlOf(config),
    origin: config.LANDING_ORIGIN,
    reachable: isReachable(config),
    trusted: config.TRUST_PROXY !== false,
  })
  serveAuditPictures(app, { database, authenticate: staffOf, pictures })
  serveExports(app, {
    database,
    storage,
    secret: work.exports.secret,
    staffOfSession: (sessionId) => staffOfSession(database, sessionId),
    mayFetch: work.exports.mayFetch,
  })
  const push = servePush(app, {
    topics: liveTopics(database),
    authenticate: staffOf,
    staffOfSessions: (sessionIds) => staffOfSessions(database, sessionIds),
    onError: (error) => (health.draining ? undefined : onCrash(error, 'push')),
  })
  const bridge = await wireBridge(app, {
    database,
    clock,
    seals,
    clients,
    fileUrl: fileUrlOf(config),
    handlers,
    payer: watching.payers.find(({ kind }) => kind === 'user')!,
    pollMilliseconds,
    isUnconfirmed: () => standby?.lack() === 'standby',
    onCrash,
  })
  await app.ready()
  const telemetry = openTelemetry(config, {
    database,
    jobs: work.jobs,
    health,
    requests: () => openRequests(app),
    streams: () => push.streams(),
    disk,
    backup,
    replica,
  })
  return {
    app,
    database,
    clock,
    params,
    health,
    routes,
    jobs: work.jobs,
    outbox,
    letters,
    selfWatch,
    exports: work.exports,
    bulks: work.bulks,
    bridge,
    seals,
    push,
    watching,
    approvals,
    decisions,
    landing,
    simulation,
    telemetry,
    otherBuilds,
    catchUp: async () => {
      sessions.forget()
      await Promise.all([clock, params, clients, landing].map((kept) => kept.refresh()))
    },
    close: async () => {
      // Its last events are still accepted.
      await simulation.close()
      health.draining = true
      // Streams never end by themselves, and closing waits for open requests.
      push.close()
      await Promise.all([app.close(), work.close(), outbox.close(), letters.close(), selfWatch.close()])
      await Promise.all([bridge.close(), landing.close(), telemetry.close()])
      senders.close()
      clients.close()
      params.close()
      clock.close()
      pictures.close()
      stopLimiting()
      await store.close()
      logger.close()
    },
  }
}
