import { guildAccountList, guildAccountReset, guildAccountSave, guildAccountStatus } from '@greenroom/contract/guilds'
import { type Served, serve } from '../../../kit/serve.ts'
import { addHelper, listHelpers, resetHelperPassword, setHelpers } from './service.ts'

export const accountRoutes: Served[] = [
  serve(guildAccountList, listHelpers),
  serve(guildAccountSave, addHelper),
  serve(guildAccountStatus, setHelpers),
  serve(guildAccountReset, resetHelperPassword),
]
