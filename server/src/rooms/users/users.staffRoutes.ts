// All calls of staff about users.
import type { Approvals } from '../../access/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Params } from '../../params/index.ts'
import type { BanEffects } from './ban/ban.effects.ts'
import { banRoutes } from './ban/ban.routes.ts'
import { logOutRoutes } from './ban/logOut.routes.ts'
import { grantRoutes } from './grant/grant.routes.ts'
import { detailRoutes } from './person/userDetail.routes.ts'
import { flagRoutes } from './person/userFlag.routes.ts'
import { noteRoutes } from './person/userNote.routes.ts'
import { revealRoutes } from './person/userReveal.routes.ts'

export const staffRoutes = (services: { params: Params; approvals: Approvals; effects: BanEffects }): Served[] => [
  ...detailRoutes(services.approvals),
  ...banRoutes(services.effects),
  ...grantRoutes(services),
  ...flagRoutes,
  ...logOutRoutes,
  ...revealRoutes,
  ...noteRoutes,
]
