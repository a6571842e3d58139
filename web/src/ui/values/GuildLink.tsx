import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useSession } from '../../session/session.ts'
import { guildPath } from './guildPath.ts'

type Props = { guild: { guildId: number; name: string }; tab?: string }

/** A guild's name, with a link to its page for accounts with access. */
export function GuildLink({ guild, tab }: Props) {
  const { may } = useSession()
  if (!may('guilds.family', 'read')) return <bdi title={guild.name}>{guild.name}</bdi>
  return (
    <Anchor component={Link} to={guildPath(guild, tab)} inherit title={guild.name}>
      <bdi>{guild.name}</bdi>
    </Anchor>
  )
}
