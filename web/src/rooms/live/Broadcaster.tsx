// One broadcaster: figures, escalation step, warnings and broadcast bans.
import { liveUserInfo } from '@greenroom/contract/live'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { RecordDrawer } from '../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../actions/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { Country } from '../../format/Country.tsx'
import { Time } from '../../format/Time.tsx'
import { duration } from '../../format/time.ts'
import { Facts } from '../../ui/Facts.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { Live, UserState } from './BroadcasterState.tsx'
import { Forbids, Ladder, Warnings } from './forbidden/ForbidRecord.tsx'
import { Forbidden } from './forbidden/ForbidState.tsx'
import classes from './live.module.css'

type Found = Awaited<ReturnType<typeof read>>
const read = (userId: string, options: CallOptions) => call(liveUserInfo, { userId: Number(userId) }, options)

export default function Broadcaster({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('live')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('columns.broadcaster')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(found) => (
        <SideDrawer title={<PersonLink person={found.user} />} close={close}>
          <Shown found={found} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

function Shown({ found }: { found: Found }) {
  const { t } = useTranslation('live')
  const { userId } = found.user
  return (
    <>
      <Facts
        of={[
          [t('columns.live'), <Live key="live" on={found.liveId !== null} />],
          [
            t('columns.forbidden'),
            <Forbidden key="forbidden" forbidden={found.forbidden} until={found.forbiddenUntil} />,
          ],
          [t('columns.userState'), <UserState key="state" state={found.state} />],
          [t('columns.country'), <Country key="country" code={found.country} />],
          [t('columns.lastStartedAt'), <Time key="last" at={found.lastStartedAt} />],
          [t('columns.sessions'), <Amount key="sessions" value={found.sessions} unit="number" />],
          [
            t('columns.liveTime'),
            <bdi key="time" dir="ltr">
              {duration(found.seconds)}
            </bdi>,
          ],
          [t('columns.peakViewers'), <Amount key="peak" value={found.peakViewers} unit="number" />],
          [t('columns.giftTokens'), <Tokens key="gifts" amount={found.giftTokens} />],
          [t('columns.minuteTokens'), <Tokens key="minutes" amount={found.minuteTokens} />],
          [t('columns.bonus'), <Amount key="bonus" value={found.bonus} unit="bonus" />],
        ]}
      />
      <nav className={classes['links']} aria-label={t('more')}>
        <Anchor component={Link} to={`/live/records?userId=${userId}`}>
          {t('toRecords')}
        </Anchor>
        <Anchor component={Link} to={`/live/calls?calleeId=${userId}`}>
          {t('toCalls')}
        </Anchor>
        <Anchor component={Link} to={`/live/gifts?receiverId=${userId}`}>
          {t('toGifts')}
        </Anchor>
      </nav>
      <Ladder of={found.ladder} />
      <Warnings of={found.warningRows} />
      <Forbids of={found.forbidRows} />
    </>
  )
}
