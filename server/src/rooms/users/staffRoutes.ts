// All calls of staff about users.
import type { Approvals } from '../../access/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import type { BanEffects } from './ban/effects.ts'
import { banRoutes } from './ban/routes.ts'
import { detailRoutes } from './detail/routes.ts'
import { flagRoutes } from './flag/routes.ts'
import { grantRoutes } from './grant/routes.ts'
import { logOutRoutes } from './logOut/routes.ts'
import { noteRoutes } from './note/routes.ts'
import { revealRoutes } from './reveal/routes.ts'

export const staffRoutes = (services: { params: Params; approvals: Approvals; effects: BanEffects }): Served[] => [
  ...detailRoutes(services.approvals),
  ...banRoutes(services.effects),
  ...grantRoutes(services),
  ...flagRoutes,
  ...logOutRoutes,
  ...revealRoutes,
  ...noteRoutes,
]
