// One call: who talked, what it cost, its newest snapshot, and the warnings in it.
import { liveCallInfo } from '@greenroom/contract/live'
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
import { Labelled } from '../../ui/Labelled.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { State } from './CallState.tsx'
import { Warnings } from './forbidden/ForbidRecord.tsx'
import classes from './live.module.css'
import { Rate } from './Rate.tsx'
import { Snapshot } from './Snapshot.tsx'

type Found = Awaited<ReturnType<typeof read>>
const read = (callId: string, options: CallOptions) => call(liveCallInfo, { callId }, options)

export default function Call({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('live')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('call')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(found) => (
        <SideDrawer title={t('call')} close={close}>
          <Shown found={found} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

function Shown({ found }: { found: Found }) {
  const { t } = useTranslation('live')
  const { caller, callee } = found
  return (
    <>
      <Facts
        of={[
          [t('columns.caller'), <PersonLink key="caller" person={caller} />],
          [t('columns.callee'), <PersonLink key="callee" person={callee} />],
          [t('columns.callState'), <State key="state" state={found.state} />],
          [t('columns.kind'), <Labelled key="kind" by={`live:options.kind.${found.kind}`} />],
          [t('columns.requestedAt'), <Time key="asked" at={found.requestedAt} />],
          [t('columns.answeredAt'), <Time key="answered" at={found.answeredAt} />],
          [t('columns.endedAt'), <Time key="ended" at={found.endedAt} />],
          [
            t('columns.length'),
            found.seconds === null ? null : (
              <bdi key="length" dir="ltr">
                {duration(found.seconds)}
              </bdi>
            ),
          ],
          [t('columns.endReason'), found.endReason],
          [t('columns.unitPrice'), <Rate key="price" tokens={found.unitPrice} />],
          [t('columns.tokens'), <Tokens key="tokens" amount={found.tokens} />],
          [t('columns.promoTokens'), <Tokens key="promo" amount={found.promoTokens} />],
          [t('columns.giftTokens'), <Tokens key="gifts" amount={found.giftTokens} />],
          [t('columns.bonus'), <Amount key="bonus" value={found.bonus} unit="bonus" />],
          [t('columns.points'), <Amount key="points" value={found.points} unit="number" />],
          [t('columns.matchId'), found.matchId && <Code key="match">{found.matchId}</Code>],
          [t('columns.callId'), <Code key="id">{found.callId}</Code>],
        ]}
      />
      <nav className={classes['links']} aria-label={t('more')}>
        <Anchor component={Link} to={`/live/gifts?callId=${encodeURIComponent(found.callId)}`}>
          {t('toGifts')}
        </Anchor>
      </nav>
      <Snapshot of={found} />
      <Warnings of={found.warnings} named />
    </>
  )
}
