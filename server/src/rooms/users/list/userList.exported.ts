// The user list as PostgreSQL writes it for a file: a million rows take seconds, which mapping records would not.
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import type { DirectColumn } from '../../../kit/calls/serve.ts'
import { textOf } from '../../../kit/time.ts'
import { type OptionKey, optionText } from '../../../texts/catalogue.ts'
import { countryName } from '../../../texts/countryName.ts'
import { ageOn } from './userList.rules.ts'

const flags = [
  ['market_audit', 'marketAudit'],
  ['security', 'security'],
  ['internal', 'internal'],
  ['certified', 'certified'],
] as const

const wordOf =
  (options: OptionKey) =>
  (code: string, { language }: Context) =>
    optionText(options, code, language)

const column = (name: string) => () => sql`${sql.ref(name)}`
const amount = (name: string) => () => sql`coalesce(${sql.ref(name)}, 0)`

/** Of `users.app_user u`. As `stateAt` (`users/users.rules.ts`): an expired ban no longer counts. */
const isOver = ({ now }: Context) => sql`(u.state <> 'normal' and u.banned_until <= ${now})`
/** Four bits; each of the sixteen texts is made once. */
const flagBits = sql.join(
  flags.map(([name], bit) => sql`${sql.ref(`u.${name}`)}::int * ${sql.lit(2 ** bit)}`),
  sql` + `,
)

export const exportColumns: DirectColumn[] = [
  { heading: 'exports:columns.usersId', kind: 'number', select: column('u.id') },
  { heading: 'exports:columns.nickname', kind: 'text', select: column('u.nickname') },
  { heading: 'users:columns.sex', kind: 'text', select: column('u.sex'), word: wordOf('users:options.sex') },
  {
    heading: 'users:columns.age',
    kind: 'number',
    select: column('u.birthday'),
    word: (birthday, { now, timeZone }) => String(ageOn(birthday, textOf(now, timeZone).slice(0, 10))),
  },
  {
    heading: 'users:columns.country',
    kind: 'text',
    select: column('u.country'),
    word: (code, { language }) => countryName(code, language),
  },
  { heading: 'users:columns.language', kind: 'text', select: column('u.language') },
  { heading: 'users:columns.channel', kind: 'text', select: column('u.channel') },
  { heading: 'users:columns.platform', kind: 'text', select: column('u.platform') },
  { heading: 'users:columns.level', kind: 'number', select: column('u.level') },
  { heading: 'users:columns.vipType', kind: 'text', select: column('u.vip_type') },
  { heading: 'users:columns.risk', kind: 'number', select: column('u.risk_level') },
  {
    heading: 'users:columns.state',
    kind: 'text',
    select: (context) => sql`case when ${isOver(context)} then 'normal' else u.state end`,
    word: wordOf('users:options.state'),
  },
  {
    heading: 'exports:columns.bannedUntil',
    kind: 'time',
    select: (context) => sql`case when u.state <> 'normal' and not ${isOver(context)} then u.banned_until end`,
  },
  {
    heading: 'users:columns.flag',
    kind: 'text',
    select: () => sql`nullif(${flagBits}, 0)`,
    word: (bits, { language }) =>
      flags
        .flatMap(([, flag], bit) => (Number(bits) & (2 ** bit) ? optionText('users:options.flag', flag, language) : []))
        .join(', '),
  },
  { heading: 'users:columns.tokens', kind: 'number', select: amount('w.tokens') },
  { heading: 'exports:columns.ofWhichPaid', kind: 'number', select: amount('w.paid_tokens') },
  { heading: 'users:columns.ofPromo', kind: 'number', select: amount('w.promo_tokens') },
  { heading: 'users:columns.bonus', kind: 'number', select: amount('w.bonus') },
  {
    heading: 'users:columns.registeredAt',
    kind: 'time',
    select: column('u.registered_at'),
  },
  {
    heading: 'users:columns.lastOnlineAt',
    kind: 'time',
    select: column('u.last_online_at'),
  },
]
