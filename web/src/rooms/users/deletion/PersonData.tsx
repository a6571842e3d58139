// The part of a user's page about their data: a deletion and what it waits for, legal holds, and who opened the page.
import type { Answer } from '@greenroom/contract/call'
import { deletionAsk, holdEnd, holdSave, personArchive, personData } from '@greenroom/contract/privacy'
import { Alert, Anchor, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { Waiting } from '../../../page/Panel.tsx'
import page from '../../../page/recordPage.module.css'
import { useGuard } from '../../../session/route.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { Listed } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import classes from '../person/person.module.css'
import { AskedBy, DeletionState, Waits } from './DeletionState.tsx'
import { HoldForm, ReasonAsked } from './dataForms.tsx'

type Data = Answer<typeof personData>

export default function PersonData({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  const query = useQuery({
    queryKey: ['users.list', 'data', userId],
    queryFn: ({ signal }) => call(personData, { userId }, { signal }),
  })
  if (query.isError) return <Failure error={query.error} again={() => void query.refetch()} />
  if (!query.data) return <Waiting />
  return (
    <section className={classes['notes']} aria-label={t('panels.data')}>
      <Deletion of={query.data} />
      {query.data.readers !== null && <Holds of={query.data} />}
      {query.data.readers !== null && <Readers of={query.data.readers} />}
    </section>
  )
}

type Asking = 'delete' | 'hold' | 'archive' | undefined

function Deletion({ of }: { of: Data }) {
  const { t } = useTranslation('users')
  const guard = useGuard()
  const [asking, setAsking] = useState<Asking>()
  const queries = useQueryClient()
  const { deletion, userId } = of
  const done = async () => {
    setAsking(undefined)
    await queries.invalidateQueries({ queryKey: ['users.list', 'data', userId] })
  }
  return (
    <>
      {deletion === null ? (
        <p>{t('data.none')}</p>
      ) : (
        <Facts
          of={[
            [t('columns.deletionState'), <DeletionState key="state" state={deletion.state} />],
            [t('columns.askedBy'), <AskedBy key="by" of={deletion} />],
            [t('columns.askedAt'), <Time key="asked" at={deletion.askedAt} />],
            [t('columns.dueAt'), <Time key="due" at={deletion.dueAt} />],
            ...(deletion.erasedAt
              ? [[t('columns.erasedAt'), <Time key="erased" at={deletion.erasedAt} />] as const]
              : []),
            ...(deletion.state === 'waiting'
              ? [[t('columns.waits'), <Waits key="waits" of={of.waits} />] as const]
              : []),
          ]}
        />
      )}
      {deletion === null && of.waits.length > 0 && (
        <p className={page['dim']}>
          {t('data.wouldWait')} <Waits of={of.waits} />
        </p>
      )}
      {of.approvalId !== null && (
        <Alert color="blue" p="xs">
          <Anchor inherit component={Link} to={`/sys/approval?drawer=show:${of.approvalId}`}>
            {t('data.asked')}
          </Anchor>
        </Alert>
      )}
      {guard && asking === undefined && (
        <Group gap={6}>
          {of.can.delete === true && (
            <Button variant="default" size="compact-sm" onClick={() => setAsking('delete')}>
              {t('actions.data.delete')}
            </Button>
          )}
          {of.can.archive === true && (
            <Button variant="default" size="compact-sm" onClick={() => setAsking('archive')}>
              {t('actions.data.archive')}
            </Button>
          )}
          {of.can.hold === true && (
            <Button variant="default" size="compact-sm" onClick={() => setAsking('hold')}>
              {t('actions.data.hold')}
            </Button>
          )}
        </Group>
      )}
      {asking === 'delete' && (
        <ReasonAsked
          title={t('actions.data.delete')}
          hint={t('data.deleteHint')}
          send={(reason) => call(deletionAsk, { userId, reason })}
          done={done}
          close={() => setAsking(undefined)}
        />
      )}
      {asking === 'archive' && (
        <ReasonAsked
          title={t('actions.data.archive')}
          hint={t('data.archiveHint')}
          send={async (reason) => {
            const { exportId } = await call(personArchive, { userId, reason })
            const { followExport } = await import('../../../listTools/followExport.tsx')
            followExport(exportId, t('data.archiveOf', { number: userId }))
          }}
          done={done}
          close={() => setAsking(undefined)}
        />
      )}
      {asking === 'hold' && (
        <HoldForm
          send={(input) => call(holdSave, { userId, ...input })}
          done={done}
          close={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

function Holds({ of }: { of: Data }) {
  const { t } = useTranslation('users')
  const { label } = useLabels()
  const guard = useGuard()
  const [ending, setEnding] = useState<string>()
  const queries = useQueryClient()
  if (of.holds.length === 0) return null
  return (
    <>
      <h2>{t('data.holds')}</h2>
      <ShortTable
        label={t('data.holds')}
        rows={of.holds}
        keyOf={({ holdId }) => holdId}
        columns={[
          [t('columns.deletionState'), ({ state }) => label(`users:options.holdState.${state.replace(' ', '_')}`)],
          [t('columns.at'), ({ at }) => <Time at={at} />],
          [t('columns.by'), ({ by }) => by],
          [t('columns.reason'), ({ reason }) => reason],
          [t('data.until'), ({ until }) => (until === null ? t('forGood') : <Time at={until} />)],
          [
            t('columns.endedBy'),
            ({ state, endedBy, holdId }) =>
              state !== 'ended' && guard && of.can.hold === true ? (
                <Button variant="subtle" size="compact-xs" onClick={() => setEnding(holdId)}>
                  {t('actions.data.endHold')}
                </Button>
              ) : (
                endedBy || '–'
              ),
          ],
        ]}
      />
      {ending !== undefined && (
        <ReasonAsked
          title={t('actions.data.endHold')}
          hint=""
          send={(reason) => call(holdEnd, { holdId: ending, reason })}
          done={async () => {
            setEnding(undefined)
            await queries.invalidateQueries({ queryKey: ['users.list', 'data', of.userId] })
          }}
          close={() => setEnding(undefined)}
        />
      )}
    </>
  )
}

function Readers({ of }: { of: NonNullable<Data['readers']> }) {
  const { t } = useTranslation('users')
  const { label } = useLabels()
  return (
    <>
      <h2>{t('data.readers')}</h2>
      <ShortTable
        label={t('data.readers')}
        rows={of}
        keyOf={({ day, username }) => `${day} ${username}`}
        columns={[
          [t('data.day'), ({ day }) => <bdi>{day}</bdi>],
          [t('columns.by'), ({ username }) => username],
          [t('data.times'), ({ times }) => String(times), 'end'],
          [t('data.lastAt'), ({ lastAt }) => <Time at={lastAt} />],
          [
            t('data.revealed'),
            ({ fields }) =>
              fields.length === 0 ? '–' : <Listed of={fields.map((field) => label(`users:options.field.${field}`))} />,
          ],
        ]}
      />
    </>
  )
}
