// /community/topic: topics, largest first; hide, show, pin.

import type { RecordOf } from '@greenroom/contract/call'
import { topicList, topicPin, topicState } from '@greenroom/contract/community'
import { type Become, topicsBecame } from '@greenroom/contract/sentences/community'
import type { Form } from '@greenroom/contract/sentences/words'
import { IconEye, IconEyeOff, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../action/action.ts'
import { type Reason, reasonForm } from '../../action/forms.ts'
import { call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { filtersOf, flag, oneOf, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListPage } from '../../screen/ListPage.tsx'
import { ListTable } from '../../screen/ListTable.tsx'
import { ListFilters } from '../../tools/ListFilters.tsx'
import { State } from './parts.tsx'

type Topic = RecordOf<typeof topicList>

const filters = filtersOf({ topic: text(), state: oneOf(['shown', 'hidden']), pinned: flag() })

const columns: Column<Topic>[] = [
  { id: 'topic', cell: (topic) => <bdi>{topic.topic}</bdi>, pinned: true, width: 260 },
  { id: 'state', cell: (topic) => <State state={topic.state} pinned={topic.pinned} />, width: 170 },
  {
    id: 'posts',
    cell: (topic) => <Amount value={topic.posts} unit="number" />,
    align: 'end',
    sort: 'posts',
    width: 110,
  },
  { id: 'lastPostedAt', cell: (topic) => <Time at={topic.lastPostedAt} />, sort: 'lastPostedAt', width: 165 },
  { id: 'firstPostedAt', cell: (topic) => <Time at={topic.firstPostedAt} />, width: 165 },
]

const told = (state: Become) => (rows: readonly Topic[], _input: unknown, form: Form) =>
  topicsBecame(
    form,
    rows.map(({ topic }) => topic),
    state,
  )

const become = (state: Topic['state']) => batchOf(topicState, ({ reason }: Reason) => ({ state, reason }))

const hide = defineAction<Topic, Reason, string>({
  id: 'community.topic.hide',
  icon: IconEyeOff,
  key: 'hide',
  may: (topic) => topic.can.hide ?? 'other',
  form: reasonForm,
  batch: become('hidden'),
  told: told('hidden'),
})
const show = defineAction<Topic, Reason, string>({
  id: 'community.topic.show',
  icon: IconEye,
  key: 'lift',
  may: (topic) => topic.can.show ?? 'other',
  form: reasonForm,
  batch: become('shown'),
  told: told('shown'),
})
const pin = defineAction<Topic, undefined, string>({
  id: 'community.topic.pin',
  icon: IconPin,
  may: (topic) => topic.can.pin ?? 'other',
  batch: batchOf(topicPin, () => ({ pinned: true })),
  told: told('pinned'),
  undo: (ids) => call(topicPin, { ids, pinned: false }),
})
const unpin = defineAction<Topic, undefined, string>({
  id: 'community.topic.unpin',
  icon: IconPinnedOff,
  may: (topic) => topic.can.unpin ?? 'other',
  batch: batchOf(topicPin, () => ({ pinned: false })),
  told: told('unpinned'),
  undo: (ids) => call(topicPin, { ids, pinned: true }),
})
const actions = [hide, show, pin, unpin]

const postsOf = (topic: Topic) => `/community/dynamic?topic=${encodeURIComponent(topic.topic)}`

export default function TopicList() {
  const list = useList({
    call: topicList,
    filters,
    rowId: (topic) => topic.topic,
    sort: '-posts',
    name: (topic) => topic.topic,
  })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowHref={postsOf} />
    </ListPage>
  )
}
