import type { RecordOf } from '@greenroom/contract/call'
import {
  guildAccountList,
  guildAccountReset,
  guildAccountSave,
  guildAccountStatus,
  guildAgree,
  guildBan,
  guildDissolve,
  guildEventList,
  guildFamily,
  guildFamilyList,
  guildInfo,
  guildLeader,
  guildList,
  guildMethod,
  guildParent,
  guildRate,
  guildRefuse,
  guildReveal,
  guildSubList,
  guildSubSave,
  guildUnban,
  unionRegister,
  unionRegisterCheck,
} from '@greenroom/contract/guilds'
import type { Approvals } from '../../../access/index.ts'
import type { Language } from '../../../kit/calls/context.ts'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { familyColumns, familyList } from '../family/family.list.ts'
import { family } from '../family/family.service.ts'
import { registerSub } from '../family/subAgency.service.ts'
import { ofFamilies, ofFamily, ofGuilds, ofNewLeader, ofNewParent, ofNewSubAgency } from '../guilds.concerns.ts'
import { decide } from './guild.decide.ts'
import type { DissolveEffects } from './guild.effects.ts'
import { history } from './guild.history.ts'
import { info, list, listSubs } from './guild.list.ts'
import { reveal } from './guild.reveal.ts'
import { changeMethod } from './guildChange.method.ts'
import { changeLeader, changeParent, requestRate } from './guildChange.service.ts'
import { addHelper, listHelpers, resetHelperPassword, setHelpers } from './guildHelpers.service.ts'
import * as service from './registration.service.ts'

const columns: ExportColumn<RecordOf<typeof guildList>>[] = [
  { heading: 'guilds:columns.guildId', value: (guild) => guild.guildId },
  { heading: 'exports:columns.name', value: (guild) => guild.name },
  {
    heading: 'guilds:columns.guildState',
    value: (guild, { language }) => optionText('guilds:options.guildState', guild.state, language),
  },
  { heading: 'guilds:columns.stateReason', value: (guild) => guild.stateReason },
  { heading: 'exports:columns.parentId', value: (guild) => guild.parent?.guildId ?? null },
  { heading: 'guilds:columns.parent', value: (guild) => guild.parent?.name ?? null },
  { heading: 'exports:columns.leaderId', value: (guild) => guild.leader.userId },
  { heading: 'exports:columns.leader', value: (guild) => guild.leader.nickname },
  { heading: 'guilds:columns.leaderName', value: (guild) => guild.leaderName },
  { heading: 'guilds:columns.leaderEmail', value: (guild) => guild.leaderEmail },
  { heading: 'guilds:columns.phone', value: (guild) => guild.phone },
  { heading: 'guilds:columns.members', value: (guild) => guild.members },
  { heading: 'guilds:columns.subAgencies', value: (guild) => guild.subAgencies },
  {
    heading: 'guilds:columns.method',
    value: (guild, { language }) => optionText('guilds:options.method', guild.method, language),
  },
  { heading: 'guilds:columns.registeredAt', value: (guild) => moment(guild.registeredAt) },
  { heading: 'guilds:columns.approvedAt', value: (guild) => moment(guild.approvedAt) },
  { heading: 'guilds:columns.endedAt', value: (guild) => moment(guild.endedAt) },
]

/** Values before and after, as the page shows them; the event itself names a changed state. */
function changesIn({ detail }: RecordOf<typeof guildEventList>, language: Language): string {
  const shown = (field: string, value: string | number | null) => {
    if (value === null) return ''
    if (field === 'rateBp') return `${Number(value) / 100}%`
    return field === 'method' ? optionText('guilds:options.method', String(value), language) : String(value)
  }
  return Object.entries(detail)
    .filter(([field]) => field !== 'state')
    .map(
      ([field, { before, after }]) =>
        `${optionText('exports:options.detailWord', field, language)}: ${before === null ? '' : `${shown(field, before)} → `}${shown(field, after)}`,
    )
    .join('; ')
}

const eventColumns: ExportColumn<RecordOf<typeof guildEventList>>[] = [
  { heading: 'guilds:columns.at', value: (event) => moment(event.at) },
  {
    heading: 'guilds:columns.what',
    value: (event, { language }) => optionText('guilds:options.what', event.what, language),
  },
  { heading: 'guilds:columns.change', value: (event, { language }) => changesIn(event, language) },
  { heading: 'guilds:columns.reason', value: (event) => event.reason },
  { heading: 'guilds:columns.by', value: (event) => event.by },
]

type Services = { approvals: Approvals; effects: DissolveEffects }

export const guildRoutes = ({ approvals, effects }: Services): Served[] => [
  serveList(guildList, list(approvals), columns),
  serveList(guildSubList, listSubs(approvals), columns),
  serve(guildInfo, info(approvals)),
  serveList(guildEventList, history, eventColumns),
  serve(guildFamily, family),
  serveList(guildFamilyList, familyList, familyColumns),
  serve(guildAgree, decide(effects, 'agree'), ofFamilies),
  serve(guildRefuse, decide(effects, 'refuse'), ofGuilds),
  serve(guildBan, decide(effects, 'ban'), ofGuilds),
  serve(guildUnban, decide(effects, 'unban'), ofGuilds),
  serve(guildDissolve, decide(effects, 'dissolve'), ofGuilds),
  serve(guildLeader, changeLeader, ofNewLeader),
  serve(guildParent, changeParent, ofNewParent),
  serve(guildRate, requestRate(approvals), ofFamily),
  serve(guildReveal, reveal),
  serve(guildMethod, changeMethod),
  serve(guildSubSave, registerSub, ofNewSubAgency),
]

export const registrationRoutes = (params: Params): Served[] => [
  serve(unionRegisterCheck, (context, payload) => service.check(params, context, payload)),
  serve(unionRegister, (context, payload) => service.register(params, context, payload)),
]

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
