import { guildAccountList, guildAccountReset, guildAccountSave, guildAccountStatus } from '@greenroom/contract/guilds'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { addHelper, listHelpers, resetHelperPassword, setHelpers } from './guildHelpers.service.ts'

export const accountRoutes: Served[] = [
  serveList(guildAccountList, listHelpers, [
    { heading: 'exports:columns.id', value: (helper) => helper.userId },
    { heading: 'exports:columns.account', value: (helper) => helper.username },
    { heading: 'guilds:columns.planNote', value: (helper) => helper.remark },
    {
      heading: 'guilds:columns.guildState',
      value: (helper, { language }) =>
        optionText('exports:options.guildsState', helper.status === 1 ? 'enabled' : 'disabled', language),
    },
    { heading: 'exports:columns.lastLogIn', value: (helper) => moment(helper.lastLoginAt) },
    { heading: 'exports:columns.created', value: (helper) => moment(helper.createdAt) },
  ]),
  serve(guildAccountSave, addHelper),
  serve(guildAccountStatus, setHelpers),
  serve(guildAccountReset, resetHelperPassword),
]
