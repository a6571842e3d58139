import type { RecordOf } from '@greenroom/contract/call'
import { userCallList, userForbidList, userGiftList, userLiveList } from '@greenroom/contract/live'
import { forbidStates } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../format/Amount.tsx'
import { wallReason } from '../../format/codeNames.ts'
import { Time } from '../../format/Time.tsx'
import { duration } from '../../format/time.ts'
import { dateRange, filtersOf, oneOf } from '../../list/filters.ts'
import { Panel, type PanelColumn } from '../../page/Panel.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { useLabels } from '../../ui/labels.ts'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { Tokens } from '../../ui/Tokens.tsx'
import { GiftName } from '../../ui/values/GiftName.tsx'

// The user's broadcast bans, and how they ended.
type Forbid = RecordOf<typeof userForbidList>

const forbidFilters = filtersOf({ forbid: oneOf(forbidStates, { as: 'state' }) })

const forbidColumns: PanelColumn<Forbid>[] = [
  { id: 'at', cell: (one) => <Time at={one.at} /> },
  { id: 'forbid', cell: (one) => <ForbidState state={one.state} /> },
  { id: 'hours', cell: (one) => <Labelled by={`users:options.hours.${one.hours}`} /> },
  { id: 'reason', cell: (one) => <bdi>{wallReason(one.reason)}</bdi>, wraps: true },
  { id: 'until', cell: (one) => <Until until={one.until} /> },
  { id: 'by', cell: (one) => one.by },
  { id: 'endedAt', cell: (one) => <Time at={one.endedAt} /> },
  { id: 'endedBy', cell: (one) => one.endedBy || '–' },
  { id: 'endReason', cell: (one) => one.endReason || '–', wraps: true },
]

export function Forbids({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userForbidList}
      owner={{ userId }}
      room="users"
      title={t('panels.forbids')}
      columns={forbidColumns}
      filters={forbidFilters}
      rowKey={(one) => one.forbidId}
      empty={t('empty.forbids')}
    />
  )
}

function ForbidState({ state }: { state: Forbid['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.forbid[state]}>{label(`users:options.forbid.${state}`)}</StatusBadge>
}

function Until({ until }: { until: string | null }) {
  const { t } = useTranslation('users')
  return until === null ? t('forGood') : <Time at={until} brief />
}

type Gift = RecordOf<typeof userGiftList>

const giftFilters = filtersOf({ gifts: oneOf(['sent', 'received'], { as: 'direction' }), at: dateRange() })

const giftColumns: PanelColumn<Gift>[] = [
  { id: 'at', cell: (one) => <Time at={one.at} /> },
  { id: 'sender', cell: (one) => <PersonLink person={one.sender} /> },
  { id: 'receiver', cell: (one) => <PersonLink person={one.receiver} /> },
  { id: 'gift', cell: (one) => <GiftName of={one} /> },
  { id: 'count', cell: (one) => <Amount value={one.count} unit="number" />, align: 'end' },
  { id: 'tokens', cell: (one) => <Tokens amount={one.tokens} />, align: 'end' },
  { id: 'ofPromo', cell: (one) => <Tokens amount={one.promoTokens} />, align: 'end' },
  { id: 'bonus', cell: (one) => <Amount value={one.bonus} unit="bonus" />, align: 'end' },
  { id: 'where', cell: (one) => <Where gift={one} /> },
]

/** In a broadcast, in a call, or in a chat. */
function Where({ gift }: { gift: Gift }) {
  const where = gift.liveId === null ? (gift.callId === null ? 'chat' : 'call') : 'live'
  return (
    <span title={gift.liveId ?? gift.callId ?? undefined}>
      <Labelled by={`users:options.where.${where}`} />
    </span>
  )
}

export function Gifts({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userGiftList}
      owner={{ userId }}
      room="users"
      title={t('panels.gifts')}
      columns={giftColumns}
      filters={giftFilters}
      rowKey={(one) => one.giftEventId}
      empty={t('empty.gifts')}
    />
  )
}

type Call = RecordOf<typeof userCallList>

const callFilters = filtersOf({ requestedAt: dateRange() })

const callColumns: PanelColumn<Call>[] = [
  { id: 'requestedAt', cell: (one) => <Time at={one.requestedAt ?? one.answeredAt} /> },
  { id: 'caller', cell: (one) => <Side of={one.caller} /> },
  { id: 'callee', cell: (one) => <Side of={one.callee} /> },
  { id: 'call', cell: (one) => one.kind && <Labelled by={`users:options.call.${one.kind}`} /> },
  { id: 'callState', cell: (one) => <State state={one.state} /> },
  {
    id: 'seconds',
    cell: (one) => (one.seconds === null ? '–' : <bdi dir="ltr">{duration(one.seconds)}</bdi>),
    align: 'end',
  },
  { id: 'unitPrice', cell: (one) => <Tokens amount={one.unitPrice} />, align: 'end' },
  { id: 'tokens', cell: (one) => <Tokens amount={one.tokens} />, align: 'end' },
  { id: 'ofPromo', cell: (one) => <Tokens amount={one.promoTokens} />, align: 'end' },
  { id: 'bonus', cell: (one) => <Amount value={one.bonus} unit="bonus" />, align: 'end' },
  { id: 'endedWhy', cell: (one) => one.endReason || '–' },
]

export function Calls({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userCallList}
      owner={{ userId }}
      room="users"
      title={t('panels.calls')}
      columns={callColumns}
      filters={callFilters}
      rowKey={(one) => one.callId}
      empty={t('empty.calls')}
    />
  )
}

function Side({ of }: { of: Call['caller'] }) {
  return of === null ? '–' : <PersonLink person={of} />
}

function State({ state }: { state: Call['state'] }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.call[state]}>{label(`users:options.callState.${state.replace(' ', '_')}`)}</StatusBadge>
  )
}

type Broadcast = RecordOf<typeof userLiveList>

const broadcastFilters = filtersOf({ startedAt: dateRange() })

/** Its duration; empty while it runs, or if its start was never reported. */
function lasted({ startedAt, endedAt }: Broadcast) {
  if (startedAt === null || endedAt === null) return '–'
  return <bdi dir="ltr">{duration((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)}</bdi>
}

const broadcastColumns: PanelColumn<Broadcast>[] = [
  { id: 'startedAt', cell: (one) => <Time at={one.startedAt} /> },
  { id: 'endedAt', cell: (one) => <Time at={one.endedAt} /> },
  { id: 'seconds', cell: lasted, align: 'end' },
  { id: 'title', cell: (one) => <bdi title={one.title}>{one.title || '–'}</bdi> },
  { id: 'rate', cell: (one) => <Tokens amount={one.rate} />, align: 'end' },
  { id: 'peakViewers', cell: (one) => <Amount value={one.peakViewers} unit="number" />, align: 'end' },
  { id: 'views', cell: (one) => <Amount value={one.views} unit="number" />, align: 'end' },
  { id: 'giftTokens', cell: (one) => <Tokens amount={one.giftTokens} />, align: 'end' },
  { id: 'minuteTokens', cell: (one) => <Tokens amount={one.minuteTokens} />, align: 'end' },
  { id: 'bonus', cell: (one) => <Amount value={one.bonus} unit="bonus" />, align: 'end' },
  { id: 'endedWhy', cell: (one) => one.endReason || '–' },
]

export function Broadcasts({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userLiveList}
      owner={{ userId }}
      room="users"
      title={t('panels.broadcasts')}
      columns={broadcastColumns}
      filters={broadcastFilters}
      rowKey={(one) => one.liveId}
      empty={t('empty.broadcasts')}
    />
  )
}
