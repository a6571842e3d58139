// /community/topic: topics, largest first; hide, show, pin.

import type { RecordOf } from '@greenroom/contract/call'
import { topicList, topicPin, topicState } from '@greenroom/contract/community'
import { type Become, topicsBecame } from '@greenroom/contract/sentences/community'
import type { Form } from '@greenroom/contract/sentences/words'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { filtersOf, flag, oneOf, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { State } from './ContentState.tsx'
import { pinActions, visibilityActions } from './contentActions.ts'

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

const sentenceOf = (state: Become) => (rows: readonly Topic[], _input: unknown, form: Form) =>
  topicsBecame(
    form,
    rows.map(({ topic }) => topic),
    state,
  )
const actions = [
  ...visibilityActions<Topic>('community.topic', topicState, sentenceOf),
  ...pinActions<Topic>('community.topic', topicPin, sentenceOf),
]

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
