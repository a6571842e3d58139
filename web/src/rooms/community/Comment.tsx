// A comment: its text, its post, and its history.
import { commentInfo } from '@greenroom/contract/community'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { RecordDrawer } from '../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../actions/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../api/call.ts'
import { machineLabel } from '../../format/codeNames.ts'
import { Time } from '../../format/Time.tsx'
import { Code, Facts } from '../../ui/Facts.tsx'
import { Listed } from '../../ui/Labelled.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Score } from '../../ui/values/Score.tsx'
import { History, State } from './ContentState.tsx'
import classes from './community.module.css'

type Found = Awaited<ReturnType<typeof read>>
const read = (commentId: string, options: CallOptions) => call(commentInfo, { commentId }, options)

export default function Comment({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('community')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('comment')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(found) => <Shown found={found} close={close} />}
    </RecordDrawer>
  )
}

function Shown({ found: { comment, dynamicText, history }, close }: { found: Found; close: () => void }) {
  const { t } = useTranslation('community')
  return (
    <SideDrawer title={t('comment')} close={close}>
      <p className={classes['words']} dir="auto">
        {comment.text}
      </p>
      <Facts
        of={[
          [t('columns.author'), <PersonLink key="author" person={comment.user} />],
          [t('columns.state'), <State key="state" state={comment.state} />],
          [t('columns.score'), <Score key="score" score={comment.score} />],
          [t('columns.labels'), <Listed key="labels" of={comment.labels.map(machineLabel)} />],
          [
            t('post'),
            <Anchor
              key="post"
              component={Link}
              to={`/community/dynamic?dynamicId=${encodeURIComponent(comment.dynamicId)}`}
              inherit
            >
              <bdi>{dynamicText || comment.dynamicId}</bdi>
            </Anchor>,
          ],
          [t('columns.postedAt'), <Time key="at" at={comment.postedAt} />],
          [t('columns.commentId'), <Code key="id">{comment.commentId}</Code>],
        ]}
      />
      <History of={history} />
    </SideDrawer>
  )
}
