// Parts of memberships, shared by several screens.
import type { RecordOf } from '@greenroom/contract/call'
import type { memberList, userMemberList } from '@greenroom/contract/guildMembers'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

export type Member = RecordOf<typeof memberList>
export type Membership = RecordOf<typeof userMemberList>

/** The state of a membership; on hover, how a leaving one will end. */
export function MemberState({ of }: { of: Pick<Member, 'state' | 'ending'> }) {
  const { label } = useLabels()
  const how = of.state === 'leaving' ? label(`guilds:options.ending.${of.ending ?? 'asked'}`) : undefined
  return (
    <span title={how}>
      <StatusBadge tone={tones.member[of.state]}>{label(`guilds:options.memberState.${of.state}`)}</StatusBadge>
    </span>
  )
}

/** Marks the leader and banned members. */
export function Marks({ of }: { of: Pick<Member, 'leader' | 'banned'> }) {
  const { t } = useTranslation('guilds')
  return (
    <>
      {of.leader && <StatusBadge tone="neutral">{t('members.leader')}</StatusBadge>}
      {of.banned && <StatusBadge tone="bad">{t('members.banned')}</StatusBadge>}
    </>
  )
}
