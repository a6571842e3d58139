import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { countryRoutes } from './country/routes.ts'
import { giftTemplateRoutes } from './giftTemplate/routes.ts'
import { logRoutes } from './log/routes.ts'
import { versionRoutes } from './version/routes.ts'
import { whitelistRoutes } from './whitelist/routes.ts'

/** `fileUrl` is the base of uploaded pictures, as logging in answers it. */
export const systemRoutes = ({ fileUrl }: { params: Params; fileUrl: string }): Served[] => [
  ...logRoutes,
  ...giftTemplateRoutes(fileUrl),
  ...whitelistRoutes,
  ...versionRoutes,
  ...countryRoutes,
]
