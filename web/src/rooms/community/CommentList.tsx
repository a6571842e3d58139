// /community/comment: comments, newest or riskiest first; hide, show, take down.
import type { RecordOf } from '@greenroom/contract/call'
import { commentList, commentState } from '@greenroom/contract/community'
import { type Become, contentBecame } from '@greenroom/contract/sentences/community'
import { type Form, type Named, nameOf } from '@greenroom/contract/sentences/words'
import { contentStates } from '@greenroom/contract/statesAndKinds'
import { IconHistory } from '@tabler/icons-react'
import { defineAction } from '../../actions/action.ts'
import { machineLabel } from '../../format/codeNames.ts'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf, refText } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { Listed } from '../../ui/Labelled.tsx'
import { label } from '../../ui/labels.ts'
import { loadable } from '../../ui/loadable.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Score } from '../../ui/values/Score.tsx'
import { State, Words } from './ContentState.tsx'
import { takeDownAction, visibilityActions } from './contentActions.ts'

type Comment = RecordOf<typeof commentList>

const filters = filtersOf({
  postedAt: dateRange(),
  userId: idText(),
  state: oneOf(contentStates),
  risk: oneOf(['0.5', '0.8'], { as: 'minScore' }),
  dynamicId: refText(),
  commentId: refText(),
})

const columns: Column<Comment>[] = [
  {
    id: 'author',
    cell: (comment) => <PersonLink person={comment.user} />,
    pinned: true,
    links: true,
    width: 190,
  },
  { id: 'text', cell: (comment) => <Words text={comment.text} />, width: 320 },
  { id: 'state', cell: (comment) => <State state={comment.state} />, width: 110 },
  { id: 'score', cell: (comment) => <Score score={comment.score} />, align: 'end', sort: 'score', width: 95 },
  { id: 'labels', cell: (comment) => <Listed of={comment.labels.map(machineLabel)} />, width: 130 },
  { id: 'postedAt', cell: (comment) => <Time at={comment.postedAt} />, sort: 'postedAt', width: 165 },
  { id: 'dynamicId', cell: (comment) => <Code>{comment.dynamicId}</Code>, width: 200 },
  { id: 'commentId', cell: (comment) => <Code>{comment.commentId}</Code>, width: 200, hidden: true },
]

const authorOf = ({ user }: Comment): Named => ({ id: user.userId, nickname: user.nickname })

const sentenceOf = (state: Become) => (rows: readonly Comment[], _input: unknown, form: Form) =>
  contentBecame(form, { what: 'comment', authors: rows.map(authorOf), become: state })

const history = defineAction<Comment, undefined, string>({
  id: 'community.comment.history',
  icon: IconHistory,
  may: () => true,
  drawer: 'comment',
})
const actions = [
  history,
  ...visibilityActions<Comment>('community.comment', commentState, sentenceOf),
  takeDownAction<Comment>('community.comment', commentState, sentenceOf),
]
const drawers = { comment: loadable(() => import('./Comment.tsx')) }

export default function CommentList() {
  const list = useList({
    call: commentList,
    filters,
    rowId: (comment) => comment.commentId,
    sort: '-postedAt',
    name: (comment) => label('community:named', { name: nameOf(authorOf(comment)), text: comment.text }),
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="comment" />
    </ListPage>
  )
}
