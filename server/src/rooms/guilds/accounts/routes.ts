import { guildAccountList, guildAccountReset, guildAccountSave, guildAccountStatus } from '@greenroom/contract/guilds'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { addHelper, listHelpers, resetHelperPassword, setHelpers } from './service.ts'

const states: Words = { enabled: { en: 'Enabled', cn: '启用' }, disabled: { en: 'Disabled', cn: '停用' } }

export const accountRoutes: Served[] = [
  serveList(guildAccountList, listHelpers, [
    { names: { en: 'ID', cn: '编号' }, value: (helper) => helper.userId },
    { names: { en: 'Account', cn: '账号' }, value: (helper) => helper.username },
    { names: { en: 'Note', cn: '备注' }, value: (helper) => helper.remark },
    {
      names: { en: 'Status', cn: '状态' },
      value: (helper, { language }) => wordIn(states, helper.status === 1 ? 'enabled' : 'disabled', language),
    },
    { names: { en: 'Last log-in', cn: '最近登录' }, value: (helper) => moment(helper.lastLoginAt) },
    { names: { en: 'Created', cn: '创建时间' }, value: (helper) => moment(helper.createdAt) },
  ]),
  serve(guildAccountSave, addHelper),
  serve(guildAccountStatus, setHelpers),
  serve(guildAccountReset, resetHelperPassword),
]
