// One broadcast: figures, newest snapshot, and staff actions.
import { liveRecordInfo } from '@greenroom/contract/live'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { RecordDrawer } from '../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../actions/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { duration } from '../../format/time.ts'
import { Code, Facts } from '../../ui/Facts.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { State } from './BroadcastState.tsx'
import { Forbids, Warnings } from './forbidden/ForbidRecord.tsx'
import classes from './live.module.css'
import { Rate } from './Rate.tsx'
import { Snapshot } from './Snapshot.tsx'

type Found = Awaited<ReturnType<typeof read>>
const read = (liveId: string, options: CallOptions) => call(liveRecordInfo, { liveId }, options)

export default function Record({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('live')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('broadcast')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(found) => (
        <SideDrawer title={<bdi>{found.title || t('broadcast')}</bdi>} close={close}>
          <Shown found={found} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

function Shown({ found }: { found: Found }) {
  const { t } = useTranslation('live')
  const { user } = found
  return (
    <>
      <Facts
        of={[
          [t('columns.broadcaster'), user && <PersonLink key="user" person={user} />],
          [t('columns.state'), <State key="state" state={found.state} />],
          [t('columns.startedAt'), <Time key="began" at={found.startedAt} />],
          [t('columns.endedAt'), <Time key="ended" at={found.endedAt} />],
          [
            t('columns.length'),
            <bdi key="length" dir="ltr">
              {duration(found.seconds)}
            </bdi>,
          ],
          [t('columns.endReason'), found.endReason],
          [t('columns.rate'), <Rate key="rate" tokens={found.rate} />],
          [t('columns.viewers'), <Amount key="viewers" value={found.viewers} unit="number" />],
          [t('columns.peakViewers'), <Amount key="peak" value={found.peakViewers} unit="number" />],
          [t('columns.views'), <Amount key="views" value={found.views} unit="number" />],
          [t('columns.giftTokens'), <Tokens key="gifts" amount={found.giftTokens} />],
          [t('columns.minuteTokens'), <Tokens key="minutes" amount={found.minuteTokens} />],
          [t('columns.bonus'), <Amount key="bonus" value={found.bonus} unit="bonus" />],
          [t('columns.liveId'), <Code key="id">{found.liveId}</Code>],
        ]}
      />
      <nav className={classes['links']} aria-label={t('more')}>
        <Anchor component={Link} to={`/live/gifts?liveId=${encodeURIComponent(found.liveId)}`}>
          {t('toGifts')}
        </Anchor>
        {user && (
          <Anchor component={Link} to={`/live/users?userId=${user.userId}&drawer=broadcaster:${user.userId}`}>
            {t('toBroadcaster')}
          </Anchor>
        )}
      </nav>
      <Snapshot of={found} />
      <Warnings of={found.warnings} />
      <Forbids of={found.forbids} />
    </>
  )
}
