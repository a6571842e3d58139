import type { RecordOf } from '@greenroom/contract/call'
import { userGiftList } from '@greenroom/contract/live'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { GiftName } from '../../../ui/GiftName.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'

type Gift = RecordOf<typeof userGiftList>

const filters = filtersOf({ gifts: oneOf(['sent', 'received'], { as: 'direction' }), at: dateRange() })

const columns: PanelColumn<Gift>[] = [
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

export default function Gifts({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  return (
    <Panel
      call={userGiftList}
      owner={{ userId }}
      room="users"
      title={t('panels.gifts')}
      columns={columns}
      filters={filters}
      rowKey={(one) => one.giftEventId}
      empty={t('empty.gifts')}
    />
  )
}
