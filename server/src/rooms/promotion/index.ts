// The Promotion area: promoters and channels, their days and settlements, landing pages, registration benefits
// (docs/promotion.md).
import type { ApprovalKind } from '../../access/index.ts'
import type { AnyHandler } from '../../bridge/index.ts'
import { inParts, type Round, untilWritten } from '../../jobs/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import { grantBenefits, type HadBenefit } from './benefits/benefitGrants.ts'
import { benefitRoutes } from './benefits/benefits.routes.ts'
import { benefitApproval } from './benefits/benefits.service.ts'
import { channelRoutes } from './channels/channels.routes.ts'
import { foldChannelDays } from './days/channelDays.fold.ts'
import { installHandler } from './installs.handler.ts'
import { landingRoutes } from './landing/landing.routes.ts'
import { settleRoutes } from './promoters/promoterSettle.routes.ts'
import { promoterRoutes } from './promoters/promoters.routes.ts'
import { type PromoterServices, promoterAccountApproval } from './promoters/promoters.service.ts'

export { type Sighting as Visit, writeSightings as countVisits } from './landing/landing.counting.ts'
export { landingFilesInUse, newestKey } from './landing/landing.queries.ts'
export { armOf, campaignOf } from './landing/landing.rules.ts'
export { type Landing, serveLanding } from './landing/landing.serve.ts'
export { promoterSource } from './promoters/promoterSettle.source.ts'
export { promoterAccounts, promoterPayees } from './promoters/promoters.accounts.ts'
export {
  channelsInUse,
  closeChannels,
  closePromoters,
  openChannels,
  openLines,
  openPromoters,
  promotersInUse,
} from './promotion.opening.ts'
export { promotionTodos } from './promotion.todos.ts'

/** `hadBenefit` tells those who had one before they were erased. */
export const promotionHandlers = (params: Params, hadBenefit: HadBenefit): AnyHandler[] => [
  installHandler(params, hadBenefit),
]

/** Effects of registrations, in their transactions. */
export const registrationBenefits = grantBenefits

/** Effects of approvals. */
export const promotionApprovals = (params: Params): ApprovalKind[] => [
  promoterAccountApproval(params),
  benefitApproval(),
]

type Services = PromoterServices & {
  landingBase: string | undefined
  /** Reloads the published pages. */
  reloadPages: () => Promise<void>
}

export const promotionRoutes = (services: Services): Served[] => [
  ...channelRoutes(services.params),
  ...promoterRoutes(services),
  ...landingRoutes(services.landingBase, services.reloadPages),
  ...benefitRoutes(services),
  ...settleRoutes,
]

const second = 1_000
/** A round ends after this many batches, so that its lock is not held for long; the next continues. */
const turns = 20

export const promotionRounds = ({
  database,
  clock,
  params,
}: {
  database: Database
  clock: Clock
  params: Params
}): Round[] => [
  {
    name: 'promotion-days',
    milliseconds: 5 * second,
    ...untilWritten,
    run: (isRunning) =>
      inParts(isRunning, turns, () =>
        foldChannelDays(database, { now: clock.now(), zone: params.text('platform_time_zone') }),
      ),
  },
]
