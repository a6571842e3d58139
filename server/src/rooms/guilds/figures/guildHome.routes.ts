import { guildHome } from '@greenroom/contract/guildFigures'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { guildHomeOf } from './guildHome.service.ts'

export const homeRoutes = (params: Params): Served[] => [serve(guildHome, (context) => guildHomeOf(context, params))]
