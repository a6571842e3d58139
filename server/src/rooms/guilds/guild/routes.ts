import type { RecordOf } from '@greenroom/contract/call'
import {
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
} from '@greenroom/contract/guilds'
import type { Approvals } from '../../../access/index.ts'
import type { Language } from '../../../kit/context.ts'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { wordIn } from '../../../kit/words.ts'
import { ofFamilies, ofFamily, ofGuilds, ofNewLeader, ofNewParent, ofNewSubAgency } from '../concerns.ts'
import { familyColumns, familyList } from '../family/list.ts'
import { family } from '../family/service.ts'
import { registerSub } from '../sub/service.ts'
import { detailWords, eventWords, methodWords, stateWords } from '../words.ts'
import { changeMethod } from './changes/method.ts'
import { changeLeader, changeParent, requestRate } from './changes/service.ts'
import type { DissolveEffects } from './effects.ts'
import { history } from './history.ts'
import { info, list, listSubs } from './list.ts'
import { reveal } from './reveal.ts'
import { decide } from './service.ts'

const columns: ExportColumn<RecordOf<typeof guildList>>[] = [
  { names: { en: 'Guild ID', cn: '公会 ID' }, value: (guild) => guild.guildId },
  { names: { en: 'Name', cn: '名称' }, value: (guild) => guild.name },
  { names: { en: 'Status', cn: '状态' }, value: (guild, { language }) => wordIn(stateWords, guild.state, language) },
  { names: { en: 'Reason', cn: '原因' }, value: (guild) => guild.stateReason },
  { names: { en: 'Parent ID', cn: '上级公会 ID' }, value: (guild) => guild.parent?.guildId ?? null },
  { names: { en: 'Parent', cn: '上级公会' }, value: (guild) => guild.parent?.name ?? null },
  { names: { en: 'Leader ID', cn: '会长 ID' }, value: (guild) => guild.leader.userId },
  { names: { en: 'Leader', cn: '会长昵称' }, value: (guild) => guild.leader.nickname },
  { names: { en: 'Real name', cn: '真实姓名' }, value: (guild) => guild.leaderName },
  { names: { en: 'E-mail', cn: '邮箱' }, value: (guild) => guild.leaderEmail },
  { names: { en: 'Phone', cn: '手机号' }, value: (guild) => guild.phone },
  { names: { en: 'Members', cn: '成员数' }, value: (guild) => guild.members },
  { names: { en: 'Sub-guilds', cn: '子公会数' }, value: (guild) => guild.subAgencies },
  {
    names: { en: 'Settlement method', cn: '结算方式' },
    value: (guild, { language }) => wordIn(methodWords, guild.method, language),
  },
  { names: { en: 'Registered', cn: '注册时间' }, value: (guild) => moment(guild.registeredAt) },
  { names: { en: 'Approved', cn: '通过时间' }, value: (guild) => moment(guild.approvedAt) },
  { names: { en: 'Ended', cn: '结束时间' }, value: (guild) => moment(guild.endedAt) },
]

/** Values before and after, as the page shows them; the event itself names a changed state. */
function changesIn({ detail }: RecordOf<typeof guildEventList>, language: Language): string {
  const shown = (field: string, value: string | number | null) => {
    if (value === null) return ''
    if (field === 'rateBp') return `${Number(value) / 100}%`
    return field === 'method' ? wordIn(methodWords, String(value), language) : String(value)
  }
  return Object.entries(detail)
    .filter(([field]) => field !== 'state')
    .map(
      ([field, { before, after }]) =>
        `${wordIn(detailWords, field, language)}: ${before === null ? '' : `${shown(field, before)} → `}${shown(field, after)}`,
    )
    .join('; ')
}

const eventColumns: ExportColumn<RecordOf<typeof guildEventList>>[] = [
  { names: { en: 'Time', cn: '时间' }, value: (event) => moment(event.at) },
  { names: { en: 'Event', cn: '事项' }, value: (event, { language }) => wordIn(eventWords, event.what, language) },
  { names: { en: 'Change', cn: '变更' }, value: (event, { language }) => changesIn(event, language) },
  { names: { en: 'Reason', cn: '原因' }, value: (event) => event.reason },
  { names: { en: 'By', cn: '操作人' }, value: (event) => event.by },
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
