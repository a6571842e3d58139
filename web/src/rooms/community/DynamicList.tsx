// /community/dynamic: posts, newest first; hide, show, pin, take down.
import type { RecordOf } from '@greenroom/contract/call'
import { dynamicList, dynamicPin, dynamicState } from '@greenroom/contract/community'
import { type Become, contentBecame } from '@greenroom/contract/sentences/community'
import { type Form, type Named, nameOf } from '@greenroom/contract/sentences/words'
import { contentStates } from '@greenroom/contract/statesAndKinds'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../actions/action.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, flag, idText, oneOf, refText, text } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { label } from '../../ui/labels.ts'
import { loadable } from '../../ui/loadable.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Pictures } from '../../ui/values/Pictures.tsx'
import { Score } from '../../ui/values/Score.tsx'
import { AuditState, State, Words } from './ContentState.tsx'
import { pinActions, takeDownAction, visibilityActions } from './contentActions.ts'

type Post = RecordOf<typeof dynamicList>

const filters = filtersOf({
  postedAt: dateRange(),
  userId: idText(),
  state: oneOf(contentStates),
  pinned: flag(),
  topic: text(),
  dynamicId: refText(),
})

const columns: Column<Post>[] = [
  {
    id: 'author',
    cell: (post) => <PersonLink person={post.user} />,
    pinned: true,
    links: true,
    width: 190,
  },
  { id: 'text', cell: (post) => <Words text={post.text} />, width: 260 },
  { id: 'pictures', cell: (post) => <PostPictures post={post} />, width: 135 },
  { id: 'state', cell: (post) => <State state={post.state} pinned={post.pinned} />, width: 160 },
  { id: 'postedAt', cell: (post) => <Time at={post.postedAt} />, sort: 'postedAt', width: 165 },
  { id: 'auditState', cell: (post) => <AuditState state={post.auditState} />, width: 115 },
  { id: 'topics', cell: (post) => <bdi>{post.topics.join(' ') || '–'}</bdi>, width: 150, spare: true },
  {
    id: 'comments',
    cell: (post) => <Amount value={post.comments} unit="number" />,
    align: 'end',
    width: 110,
    spare: true,
  },
  { id: 'score', cell: (post) => <Score score={post.score} />, align: 'end', width: 80 },
  { id: 'dynamicId', cell: (post) => <Code>{post.dynamicId}</Code>, width: 220, hidden: true },
]

const authorOf = ({ user }: Post): Named => ({ id: user.userId, nickname: user.nickname })

const sentenceOf = (state: Become) => (rows: readonly Post[], _input: unknown, form: Form) =>
  contentBecame(form, { what: 'post', authors: rows.map(authorOf), become: state })

const show = defineAction<Post, undefined, string>({
  id: 'community.dynamic.history',
  icon: IconHistory,
  may: () => true,
  drawer: 'post',
})
const actions = [
  show,
  ...visibilityActions<Post>('community.dynamic', dynamicState, sentenceOf),
  ...pinActions<Post>('community.dynamic', dynamicPin, sentenceOf),
  takeDownAction<Post>('community.dynamic', dynamicState, sentenceOf),
]
const drawers = { post: loadable(() => import('./Post.tsx')) }

export default function DynamicList() {
  const list = useList({
    call: dynamicList,
    filters,
    rowId: (post) => post.dynamicId,
    sort: '-postedAt',
    name: (post) => label('community:named', { name: nameOf(authorOf(post)), text: post.text || post.dynamicId }),
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="post" />
    </ListPage>
  )
}

function PostPictures({ post }: { post: Post }) {
  const { t } = useTranslation('community')
  if (post.pictureUrls.length === 0) return '–'
  return <Pictures of={post.pictureUrls.slice(0, 3)} label={t('columns.pictures')} />
}
