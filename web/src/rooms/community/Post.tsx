// A post: its text and pictures, and its history.
import { dynamicInfo } from '@greenroom/contract/community'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { RecordDrawer } from '../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../actions/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { Code, Facts } from '../../ui/Facts.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Pictures } from '../../ui/values/Pictures.tsx'
import { Score } from '../../ui/values/Score.tsx'
import { AuditState, History, State } from './ContentState.tsx'
import classes from './community.module.css'

type Found = Awaited<ReturnType<typeof read>>
const read = (dynamicId: string, options: CallOptions) => call(dynamicInfo, { dynamicId }, options)

export default function Post({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('community')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('post')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(found) => <Shown found={found} close={close} />}
    </RecordDrawer>
  )
}

function Shown({ found: { dynamic, history }, close }: { found: Found; close: () => void }) {
  const { t } = useTranslation('community')
  return (
    <SideDrawer title={t('post')} close={close}>
      {dynamic.text !== '' && (
        <p className={classes['words']} dir="auto">
          {dynamic.text}
        </p>
      )}
      {dynamic.pictureUrls.length > 0 && <Pictures of={dynamic.pictureUrls} label={t('columns.pictures')} side={96} />}
      <Facts
        of={[
          [t('columns.author'), <PersonLink key="author" person={dynamic.user} />],
          [t('columns.state'), <State key="state" state={dynamic.state} pinned={dynamic.pinned} />],
          [t('columns.auditState'), <AuditState key="audit" state={dynamic.auditState} />],
          [t('columns.score'), <Score key="score" score={dynamic.score} />],
          [
            t('columns.topics'),
            <span key="topics" className={classes['topics']}>
              {dynamic.topics.map((topic) => (
                <Anchor
                  key={topic}
                  component={Link}
                  to={`/community/dynamic?topic=${encodeURIComponent(topic)}`}
                  inherit
                >
                  <bdi>{topic}</bdi>
                </Anchor>
              ))}
            </span>,
          ],
          [
            t('columns.comments'),
            <Anchor
              key="comments"
              component={Link}
              to={`/community/comment?dynamicId=${encodeURIComponent(dynamic.dynamicId)}`}
              inherit
            >
              <Amount value={dynamic.comments} unit="number" />
            </Anchor>,
          ],
          [t('columns.postedAt'), <Time key="at" at={dynamic.postedAt} />],
          [t('columns.dynamicId'), <Code key="id">{dynamic.dynamicId}</Code>],
        ]}
      />
      <History of={history} />
    </SideDrawer>
  )
}
