import type { RecordOf } from '@greenroom/contract/call'
import { giftEnable, giftList, giftPriceSet } from '@greenroom/contract/gifts'
import { giftPriced, giftsChanged } from '@greenroom/contract/sentences/official'
import { shownStates } from '@greenroom/contract/shown'
import { giftTypes } from '@greenroom/contract/statesAndKinds'
import { IconCoin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../actions/action.ts'
import { addCommand, editAction, switchActions } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { nameIn, useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { Thumbnails } from '../../../ui/values/Thumbnails.tsx'
import { Period, ShownState } from '../ShownPeriod.tsx'
import type { NewPrice } from './priceForm.tsx'

type Gift = RecordOf<typeof giftList>

const filters = filtersOf({ q: text(), type: oneOf(giftTypes), state: oneOf(shownStates) })

function Name({ of }: { of: Gift['names'] }) {
  return nameIn(of, useLabels().language)
}

function NextPrice({ of }: { of: Gift['nextPrice'] }) {
  const { t } = useTranslation('official')
  if (!of) return <span aria-hidden>–</span>
  return (
    <>
      {t('gift.from', { price: of.price })} <Time at={of.from} brief />
    </>
  )
}

function Sending({ of }: { of: Gift }) {
  const { t } = useTranslation('official')
  return [of.continuous && t('gift.continuous'), of.floatingScreen && t('gift.floating')].filter(Boolean).join(', ')
}

const columns: Column<Gift>[] = [
  { id: 'name', cell: (gift) => <Name of={gift.names} />, pinned: true, width: 130 },
  { id: 'picture', cell: (gift) => <Thumbnails of={[gift.picture]} />, width: 65 },
  { id: 'giftId', cell: (gift) => String(gift.id), align: 'end', width: 60 },
  { id: 'type', cell: (gift) => <Labelled by={`official:options.type.${gift.type}`} />, width: 90 },
  { id: 'price', cell: (gift) => <Tokens amount={gift.price} />, align: 'end', width: 85 },
  { id: 'nextPrice', cell: (gift) => <NextPrice of={gift.nextPrice} />, width: 180 },
  {
    id: 'state',
    cell: (gift) => <ShownState state={gift.state} enabled={gift.enabled} from={gift.from} />,
    width: 105,
  },
  { id: 'sold', cell: (gift) => <Amount value={gift.sold.units} unit="number" />, align: 'end', width: 120 },
  { id: 'soldTokens', cell: (gift) => <Tokens amount={gift.sold.tokens} />, align: 'end', width: 130 },
  { id: 'flags', cell: (gift) => <Sending of={gift} />, width: 180, spare: true },
  { id: 'sort', cell: (gift) => <Amount value={gift.sort} unit="number" />, sort: 'sort', align: 'end', width: 75 },
  { id: 'period', cell: (gift) => <Period from={gift.from} to={gift.to} />, width: 190, spare: true },
  { id: 'updatedBy', cell: (gift) => gift.updatedBy, width: 120, hidden: true },
  { id: 'updatedAt', cell: (gift) => <Time at={gift.updatedAt} />, sort: 'updatedAt', width: 165, hidden: true },
]

const namesOf = (rows: readonly Gift[]) => rows.map(({ names }) => names)
const GiftForm = loadable(() => import('./GiftForm.tsx'))
const commands = [addCommand('official.gift')]
const drawers = { add: GiftForm, edit: GiftForm }
const actions = [
  editAction<Gift>('official.gift'),
  defineAction<Gift, NewPrice>({
    id: 'official.gift.price',
    icon: IconCoin,
    single: true,
    may: (gift) => gift.can.price,
    form: () => import('./priceForm.tsx'),
    run: (_ids, { price, at, reason }, [gift]) =>
      call(giftPriceSet, { id: gift!.id, version: gift!.version, price: Number(price), at, reason }),
    message: ([gift], { price, at }) =>
      giftPriced({ names: gift!.names, price: Number(price), from: at === '' ? undefined : at }),
  }),
  ...switchActions<Gift>('official.gift', {
    turn: (enabled, ids) => call(giftEnable, { ids, enabled }),
    message: (state, rows, _input, form) => giftsChanged(form, namesOf(rows), state),
  }),
]

export default function GiftList() {
  const list = useList({ call: giftList, filters, sort: 'sort', size: 50, name: (gift) => gift.names.en })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}
