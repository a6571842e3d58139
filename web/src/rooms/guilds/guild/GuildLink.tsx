import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useSession } from '../../../session/session.ts'
import { guildPath } from '../page/path.ts'

type Props = { guild: { guildId: number; name: string }; tab?: string }

/** A guild by name, which leads to its page where the account may read it. */
export function GuildLink({ guild, tab }: Props) {
  const { may } = useSession()
  if (!may('guilds.family', 'read')) return <bdi title={guild.name}>{guild.name}</bdi>
  return (
    <Anchor component={Link} to={guildPath(guild, tab)} inherit title={guild.name}>
      <bdi>{guild.name}</bdi>
    </Anchor>
  )
}
