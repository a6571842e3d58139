// The user's guild memberships, newest first.
import { userMemberList } from '@greenroom/contract/guildMembers'
import { useTranslation } from 'react-i18next'
import { Time } from '../../format/Time.tsx'
import { Panel, type PanelColumn } from '../../page/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { GuildLink } from '../../ui/values/GuildLink.tsx'
import { MemberState, type Membership } from './members/MemberState.tsx'

/** The guild's name, and whether the user leads it. */
function Guild({ of }: { of: Membership }) {
  const { t } = useTranslation('guilds')
  return (
    <>
      <GuildLink guild={of.guild} tab="people" />
      {of.leader && (
        <>
          {' '}
          <StatusBadge tone="neutral">{t('members.leader')}</StatusBadge>
        </>
      )}
    </>
  )
}

const columns: PanelColumn<Membership>[] = [
  { id: 'guild', cell: (one) => <Guild of={one} /> },
  { id: 'guildId', cell: (one) => one.guild.guildId, align: 'end' },
  { id: 'memberState', cell: (one) => <MemberState of={one} /> },
  { id: 'invitedAt', cell: (one) => <Time at={one.invitedAt} /> },
  { id: 'since', cell: (one) => <Time at={one.since} /> },
  { id: 'leaveAskedAt', cell: (one) => <Time at={one.leaveAskedAt} /> },
  { id: 'endsAt', cell: (one) => <Time at={one.endsAt} /> },
  { id: 'endReason', cell: (one) => one.endReason || one.leaveReason || '–', wraps: true },
  { id: 'by', cell: (one) => one.by || '–' },
]

export default function Memberships({ userId }: { userId: number }) {
  const { t } = useTranslation('guilds')
  return (
    <Panel
      call={userMemberList}
      owner={{ userId }}
      room="guilds"
      title={t('members.history')}
      columns={columns}
      rowKey={(one) => String(one.memberId)}
      empty={t('members.none')}
    />
  )
}
