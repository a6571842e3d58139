import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { countryRoutes } from './country/routes.ts'
import { giftTemplateRoutes } from './giftTemplate/routes.ts'
import { logRoutes } from './log/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { roleRoutes } from './role/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { versionRoutes } from './version/routes.ts'
import { whitelistRoutes } from './whitelist/routes.ts'

/** `fileUrl` is the base of uploaded pictures, as logging in answers it. */
export const systemRoutes = ({ fileUrl }: { params: Params; fileUrl: string }): Served[] => [
  ...staffRoutes,
  ...roleRoutes,
  ...menuRoutes,
  ...logRoutes,
  ...giftTemplateRoutes(fileUrl),
  ...whitelistRoutes,
  ...versionRoutes,
  ...countryRoutes,
]
