// One membership: its start, this week's figures, and its end.
import { memberList } from '@greenroom/contract/guildMembers'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { Time } from '../../../format/Time.tsx'
import { duration } from '../../../format/time.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { Marks, MemberState, type Member as Shown } from './MemberState.tsx'

const read = async (memberId: string, options: CallOptions) =>
  (await call(memberList, { memberId: Number(memberId), size: 1 }, options)).records[0]

export default function Member({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  return (
    <RecordDrawer<Shown>
      rowId={rowId}
      close={close}
      title={t('members.membership')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(member) => (
        <SideDrawer title={t('members.membership')} close={close}>
          <Facts
            of={[
              [t('columns.anchor'), <PersonLink key="anchor" person={member.user} />],
              [t('columns.guild'), <GuildLink key="guild" guild={member.guild} tab="people" />],
              [
                t('columns.memberState'),
                <span key="state">
                  <MemberState of={member} /> <Marks of={member} />
                </span>,
              ],
              [t('columns.country'), <Country key="country" code={member.country ?? ''} />],
              [t('columns.since'), <Time key="since" at={member.since} />],
              [t('columns.points'), <Amount key="points" value={member.points} unit="number" />],
              [t('columns.base'), <Amount key="base" value={member.baseMicros} unit="usdMicros" />],
              [t('columns.liveTime'), duration(member.liveSeconds)],
              [t('columns.callTime'), duration(member.callSeconds)],
              [t('columns.invitedAt'), <Time key="invited" at={member.invitedAt} />],
              [t('columns.expiresAt'), <Time key="expires" at={member.expiresAt} />],
              [t('columns.leaveAskedAt'), <Time key="asked" at={member.leaveAskedAt} />],
              [t('columns.leaveReason'), member.leaveReason],
              [t('columns.endsAt'), <Time key="ends" at={member.endsAt} />],
              [t('columns.endReason'), member.endReason],
              [t('columns.by'), member.by],
            ]}
          />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}
