// The rooms' event handlers, in the order they run in a chunk: users first, since all others refer to them.
import type { AnyHandler } from '../bridge/index.ts'
import type { Seals } from '../kit/encryption/index.ts'
import type { Params } from '../params/index.ts'
import { auditsHandlers } from '../rooms/audits/index.ts'
import { communityHandlers } from '../rooms/community/index.ts'
import { financeHandlers } from '../rooms/finance/index.ts'
import { guildsHandlers } from '../rooms/guilds/index.ts'
import { liveHandlers } from '../rooms/live/index.ts'
import { officialHandlers } from '../rooms/official/index.ts'
import { bannedBefore, benefitBefore, privacyHandlers } from '../rooms/privacy/index.ts'
import { promotionHandlers, registrationBenefits } from '../rooms/promotion/index.ts'
import { topupAgentsHandlers } from '../rooms/topup-agents/index.ts'
import { usersHandlers } from '../rooms/users/index.ts'

export const eventHandlers = ({ params, seals }: { params: Params; seals: Seals }): AnyHandler[] => [
  ...usersHandlers({
    params,
    registered: registrationBenefits(params, benefitBefore(seals)),
    bannedBefore: bannedBefore(seals),
  }),
  ...privacyHandlers(params),
  ...guildsHandlers,
  ...liveHandlers({ params }),
  ...financeHandlers({ params, seals }),
  ...auditsHandlers,
  ...communityHandlers,
  ...promotionHandlers(params, benefitBefore(seals)),
  ...officialHandlers,
  ...topupAgentsHandlers({ params }),
]
