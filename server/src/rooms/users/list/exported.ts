// The user list as PostgreSQL writes it for a file: a million rows take seconds, which mapping records would not.
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { countryName } from '../../../kit/country.ts'
import type { DirectColumn } from '../../../kit/serve.ts'
import { textOf } from '../../../kit/time.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { ageOn } from './rules.ts'

const sexes = {
  man: { en: 'Man', cn: '男' },
  woman: { en: 'Woman', cn: '女' },
  none: { en: 'Not specified', cn: '未填写' },
}
const states = {
  normal: { en: 'Normal', cn: '正常' },
  'ban ID': { en: 'Banned: ID', cn: '封禁：ID' },
  'ban device': { en: 'Banned: device', cn: '封禁：设备' },
  'ban both': { en: 'Banned: ID and device', cn: '封禁：ID 和设备' },
}
const flags = [
  ['market_audit', { en: 'market audit', cn: '商店审核账号' }],
  ['security', { en: 'security', cn: '安全' }],
  ['internal', { en: 'internal', cn: '内部' }],
  ['certified', { en: 'certified', cn: '已认证' }],
] as const

const wordOf =
  (words: Words) =>
  (code: string, { language }: Context) =>
    wordIn(words, code, language)

const column = (name: string) => () => sql`${sql.ref(name)}`
const amount = (name: string) => () => sql`coalesce(${sql.ref(name)}, 0)`

/** As `stateAt` (`users/rules.ts`): an expired ban no longer counts. */
const isOver = ({ now }: Context) => sql`(u.state <> 'normal' and u.banned_until <= ${now})`
/** Four bits; each of the sixteen texts is made once. */
const flagBits = sql.join(
  flags.map(([name], bit) => sql`${sql.ref(`u.${name}`)}::int * ${sql.lit(2 ** bit)}`),
  sql` + `,
)

export const exportColumns: DirectColumn[] = [
  { names: { en: 'ID', cn: '用户 ID' }, kind: 'number', select: column('u.id') },
  { names: { en: 'Nickname', cn: '昵称' }, kind: 'text', select: column('u.nickname') },
  { names: { en: 'Sex', cn: '性别' }, kind: 'text', select: column('u.sex'), word: wordOf(sexes) },
  {
    names: { en: 'Age', cn: '年龄' },
    kind: 'number',
    select: column('u.birthday'),
    word: (birthday, { now, timeZone }) => String(ageOn(birthday, textOf(now, timeZone).slice(0, 10))),
  },
  {
    names: { en: 'Country', cn: '国家' },
    kind: 'text',
    select: column('u.country'),
    word: (code, { language }) => countryName(code, language),
  },
  { names: { en: 'Language', cn: '语言' }, kind: 'text', select: column('u.language') },
  { names: { en: 'Channel', cn: '渠道' }, kind: 'text', select: column('u.channel') },
  { names: { en: 'Platform', cn: '平台' }, kind: 'text', select: column('u.platform') },
  { names: { en: 'Level', cn: '等级' }, kind: 'number', select: column('u.level') },
  { names: { en: 'VIP', cn: 'VIP' }, kind: 'text', select: column('u.vip_type') },
  { names: { en: 'Risk level', cn: '风险等级' }, kind: 'number', select: column('u.risk_level') },
  {
    names: { en: 'Status', cn: '状态' },
    kind: 'text',
    select: (context) => sql`case when ${isOver(context)} then 'normal' else u.state end`,
    word: wordOf(states),
  },
  {
    names: { en: 'Banned until', cn: '封禁至' },
    kind: 'time',
    select: (context) => sql`case when u.state <> 'normal' and not ${isOver(context)} then u.banned_until end`,
  },
  {
    names: { en: 'Flags', cn: '标记' },
    kind: 'text',
    select: () => sql`nullif(${flagBits}, 0)`,
    word: (bits, { language }) =>
      flags.flatMap(([, names], bit) => (Number(bits) & (2 ** bit) ? names[language] : [])).join(', '),
  },
  { names: { en: 'Tokens', cn: '代币' }, kind: 'number', select: amount('w.tokens') },
  { names: { en: 'Of which paid', cn: '其中充值' }, kind: 'number', select: amount('w.paid_tokens') },
  { names: { en: 'Of which promotional', cn: '其中赠送' }, kind: 'number', select: amount('w.promo_tokens') },
  { names: { en: 'Bonus', cn: '收益' }, kind: 'number', select: amount('w.bonus') },
  {
    names: { en: 'Registered', cn: '注册时间' },
    kind: 'time',
    select: column('u.registered_at'),
  },
  {
    names: { en: 'Last online', cn: '最后在线' },
    kind: 'time',
    select: column('u.last_online_at'),
  },
]
