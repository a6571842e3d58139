// What each room is given: its calls, and the requests that it lets a second account decide.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Approvals, accessRoutes, refuseOwn, type smsProvider } from '../access/index.ts'
import { lastBackup } from '../backup/index.ts'
import { openReplay } from '../bridge/index.ts'
import { bulkRoutes } from '../bulk/index.ts'
import { type Config, fileUrlOf, landingBaseOf } from '../config.ts'
import { exportRoutes, type openStorage, pictureRoutes } from '../files/index.ts'
import type { Served } from '../kit/calls/serve.ts'
import type { Database } from '../kit/database/database.ts'
import type { openSpace } from '../kit/database/space.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { type Notifier, notifyRoutes } from '../notify/index.ts'
import type { Params } from '../params/index.ts'
import { auditsRoutes, type PictureFetcher } from '../rooms/audits/index.ts'
import { chainApprovals, chainRoutes, type Watching } from '../rooms/chain/index.ts'
import { communityRoutes } from '../rooms/community/index.ts'
import { type FinanceServices, financeApprovals, financeRoutes } from '../rooms/finance/index.ts'
import { flowRoutes } from '../rooms/flow/index.ts'
import { guildsApprovals, guildsRoutes } from '../rooms/guilds/index.ts'
import { indicatorsRoutes } from '../rooms/indicators/index.ts'
import { liveRoutes, newestForbids } from '../rooms/live/index.ts'
import { importRoutes, movingApprovals } from '../rooms/moving/index.ts'
import { officialRoutes } from '../rooms/official/index.ts'
import { noteRead, privacyApprovals, privacyRoutes } from '../rooms/privacy/index.ts'
import { newestKey, promotionApprovals, promotionRoutes } from '../rooms/promotion/index.ts'
import {
  type Installed,
  type Seen,
  sendGifts,
  systemApprovals,
  systemRoutes,
  withholdRights,
} from '../rooms/system/index.ts'
import { agentsApprovals, agentsRoutes } from '../rooms/topup-agents/index.ts'
import { usersApprovals, usersRoutes } from '../rooms/users/index.ts'
import {
  agentAddresses,
  auditEffects,
  banEffects,
  caseReaders,
  dissolveEffects,
  pardon,
  punish,
  stoppable,
} from './app.effects.ts'
import type { eventHandlers } from './app.events.ts'
import { homeTodos } from './app.todos.ts'
import type { Simulation } from './simulation.ts'
import type { openWork } from './work.ts'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** What the settings say about the installation, and where its backups are. */
const installedOf = (config: Config): Installed => ({
  version: manifest.version,
  storage: config.S3_BUCKET ?? join(config.DATA_DIR, 'files'),
  url: config.PUBLIC_URL ?? '',
  allowPrivate: config.BRIDGE_ALLOW_PRIVATE,
  smsProvider: config.SMS_PROVIDER,
  smsSends: config.SMS_PROVIDER !== 'console',
  lastBackup: async () =>
    config.DATABASE_URL === undefined
      ? { kind: 'embedded', ...(await lastBackup(config)) }
      : { kind: 'external', at: null, where: '' },
})

/** The kinds of requests of all rooms. */
export const approvalsOf = ({
  config,
  params,
  seals,
  watching,
  finance,
}: {
  config: Config
  params: Params
  seals: Seals
  watching: Watching
  finance: FinanceServices
}) => [
  ...systemApprovals({ params, config, seals, stoppable }),
  ...usersApprovals,
  ...privacyApprovals(params),
  ...guildsApprovals({ params, seals }),
  ...financeApprovals(watching, finance),
  ...chainApprovals(watching),
  ...promotionApprovals(params),
  ...agentsApprovals(params),
  ...movingApprovals(params),
]

/** Calls about guilds and agents refuse staff who lead or are one of them, also when a bulk job or the simulated app runs the call. */
const notOwn = (served: Served): Served => {
  const { concerns } = served
  if (!concerns) return served
  return {
    ...served,
    handle: async (context, payload) => {
      await refuseOwn(context, () => concerns(context.database, payload))
      return served.handle(context, payload)
    },
  }
}

/** All calls. One that is about the caller's own guild or agent is refused before it changes anything. */
export const routesOf = ({
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
  seen,
  reloadPages,
}: {
  config: Config
  database: Database
  params: Params
  approvals: Approvals
  seals: Seals
  sms: ReturnType<typeof smsProvider>
  notifier: Notifier
  storage: Awaited<ReturnType<typeof openStorage>>
  space: ReturnType<typeof openSpace>
  handlers: ReturnType<typeof eventHandlers>
  finance: FinanceServices
  simulation: Simulation
  work: ReturnType<typeof openWork>
  pictures: PictureFetcher
  /** What this process is and does, for the page about health. */
  seen: Seen
  reloadPages: () => Promise<void>
}): Served[] =>
  [
    ...accessRoutes({
      params,
      config,
      seals,
      sms,
      notifier,
      todos: homeTodos({ chains: finance.chains, approvals, space }),
      landingPageKey: () => newestKey(database),
      setupEnded: withholdRights(approvals),
      simulates: () => simulation.runs(),
    }),
    ...guildsRoutes({ params, approvals, seals, fileUrl: fileUrlOf(config), effects: dissolveEffects(params) }),
    ...systemRoutes({
      params,
      config,
      approvals,
      seals,
      fileUrl: fileUrlOf(config),
      space,
      replay: openReplay(handlers),
      stoppable,
      sms,
      installed: installedOf(config),
      notifier,
      seen,
    }),
    ...usersRoutes({ params, approvals, effects: banEffects(params), noteRead }),
    ...privacyRoutes({ params, approvals, archives: work.exports, picture: (url) => pictures.fetch(url) }),
    ...liveRoutes({ params }),
    ...flowRoutes,
    ...indicatorsRoutes,
    ...auditsRoutes({
      params,
      effects: auditEffects,
      forbids: newestForbids,
      punish: punish(params),
      pardon: pardon(params),
      readers: caseReaders(params),
    }),
    ...communityRoutes(auditEffects),
    ...officialRoutes({ fileUrl: fileUrlOf(config), giftsChanged: (tx, now) => sendGifts(tx, now, fileUrlOf(config)) }),
    ...financeRoutes(finance),
    ...chainRoutes(finance),
    ...agentsRoutes({ params, approvals, seals, sms, fileUrl: fileUrlOf(config), addresses: agentAddresses }),
    ...promotionRoutes({ params, approvals, seals, landingBase: landingBaseOf(config), reloadPages }),
    ...importRoutes({ params, approvals }),
    ...notifyRoutes({ notifier, push: { seals, allowPrivate: config.BRIDGE_ALLOW_PRIVATE } }),
    ...exportRoutes(work.exports),
    ...bulkRoutes(work.bulks),
    ...pictureRoutes({ storage, fileUrl: fileUrlOf(config) }),
    ...simulation.routes,
  ].map(notOwn)
