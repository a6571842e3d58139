// Actions of staff on guilds, in the list and on a guild's page.
import type { AnyCall } from '@greenroom/contract/call'
import { guildAgree, guildBan, guildDissolve, guildRefuse, guildUnban } from '@greenroom/contract/guilds'
import { guildsDecided } from '@greenroom/contract/sentences/guilds'
import { IconBan, IconCheck, IconLockOpen, IconTrash, IconX } from '@tabler/icons-react'
import { type Action, type Availability, batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import type { Guild } from './GuildState.tsx'
import { changesOfLeader, changesOfStaff } from './guildChanges.ts'

type Verb = 'agree' | 'refuse' | 'ban' | 'unban' | 'dissolve'
/** A guild in any list. */
export type Decidable = { guildId: number; name: string; can: Readonly<Record<Verb, Availability>> }

type Rest<Row> = Pick<Action<Row>, 'id' | 'icon' | 'danger' | 'key'>

const reasoned = <Row extends Decidable>(verb: Exclude<Verb, 'agree'>, call: AnyCall, rest: Rest<Row>) =>
  defineAction<Row, Reason>({
    ...rest,
    may: (row) => row.can[verb],
    form: reasonForm,
    batch: batchOf(call, ({ reason }: Reason) => ({ reason })),
    message: (rows) => guildsDecided(verb, rows),
  })

export const decisions = <Row extends Decidable>(): Action<Row>[] => [
  defineAction<Row>({
    id: 'guilds.guild.agree',
    icon: IconCheck,
    confirm: true,
    may: (row) => row.can.agree,
    batch: batchOf(guildAgree, () => ({})),
    message: (rows) => guildsDecided('agree', rows),
  }),
  reasoned<Row>('refuse', guildRefuse, { id: 'guilds.guild.refuse', icon: IconX, danger: true }),
  reasoned<Row>('ban', guildBan, { id: 'guilds.guild.ban', icon: IconBan, danger: true, key: 'ban' }),
  reasoned<Row>('unban', guildUnban, { id: 'guilds.guild.unban', icon: IconLockOpen }),
  reasoned<Row>('dissolve', guildDissolve, { id: 'guilds.guild.dissolve', icon: IconTrash, danger: true }),
]

/** Actions on a guild's page: of staff, or of its leader. */
export const guildActions = (guild: Guild): readonly Action<Guild>[] =>
  guild.can.changeMethod === 'leaderOnly' ? ofStaff : changesOfLeader
const ofStaff = [...decisions<Guild>(), ...changesOfStaff]
