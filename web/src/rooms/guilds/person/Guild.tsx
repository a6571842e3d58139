import type { Answer } from '@greenroom/contract/call'
import type { userDetail } from '@greenroom/contract/users'
import { IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Nothing } from '../../../ui/Nothing.tsx'

type Props = { guild: Answer<typeof userDetail>['user']['guild'] }

/** The guild that she is an active member of. */
export default function Guild({ guild }: Props) {
  const { t } = useTranslation('users')
  if (guild === null) {
    return (
      <div style={{ display: 'grid', placeItems: 'center', minHeight: 220 }}>
        <Nothing icon={IconUsersGroup} title={t('empty.guild')} />
      </div>
    )
  }
  return (
    <div style={{ padding: 16 }}>
      <Facts
        of={[
          [t('columns.guild'), <bdi key="name">{guild.name}</bdi>],
          [t('columns.guildId'), String(guild.guildId)],
          [t('columns.since'), <Time key="since" at={guild.since} />],
          [t('columns.guildRole'), t(guild.leader ? 'options.guildRole.leader' : 'options.guildRole.member')],
        ]}
      />
    </div>
  )
}
