// The desk for reports: users on the left, their reports in the middle, both users' records on the right, and the decision below.
// Everything has a key.
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { integer } from '../../../format/number.ts'
import { CaseItem, Cases } from '../../../page/desk/Cases.tsx'
import { DeskBar } from '../../../page/desk/DeskBar.tsx'
import frame from '../../../page/desk/desk.module.css'
import { useSession } from '../../../session/session.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { fitWindow } from '../../../ui/behaviour/fitWindow.ts'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { loadPicture } from '../pictures/loadPicture.ts'
import { openPictures } from '../pictures/pictureCache.ts'
import { personOf } from '../queue/itemPerson.ts'
import { Waits } from '../queue/machineView.tsx'
import { useSettings } from '../queue/pictureSettings.ts'
import { Failed, ReadOnly, Waiting } from '../queue/QueueStates.tsx'
import { PicturesProvider } from '../queue/workbench.ts'
import { CaseView } from './ReportCase.tsx'
import { Away, Empty } from './ReportDeskStates.tsx'
import { Header } from './ReportHeader.tsx'
import classes from './report.module.css'
import { currentOf } from './reportDeskState.ts'
import { DeskProvider, isNarrowed, neededPictures, requestOf, useWorking, type Working } from './reportWork.ts'
import { useDesk } from './useReportDesk.ts'

// The users claimed by the reviewer, with their numbers of reports.
function CaseList() {
  const { desk, change } = useWorking()
  const { t, i18n } = useTranslation('audits')
  const more =
    desk.more > 0 ? t('report.more', { count: desk.more, number: integer(desk.more, i18n.language) }) : undefined
  return (
    <Cases label={t('report.cases')} more={more}>
      {desk.cases.map((one) => (
        <CaseItem
          key={one.reviewId}
          user={one.user}
          current={desk.at === one.reviewId}
          choose={() => change((now) => ({ ...now, at: one.reviewId }))}
          facts={
            <>
              <span>{t('report.count', { count: one.reports.length })}</span>
              <Waits since={one.waitingSince} />
            </>
          }
          end={
            desk.lost.has(one.reviewId) ? (
              <Tag tone="bad">{t('report.lost.tag')}</Tag>
            ) : (
              one.liveId !== null && <Tag tone="info">{t('report.live')}</Tag>
            )
          }
        />
      ))}
    </Cases>
  )
}

const picturesAtOnce = 6

export function Desk() {
  const { may } = useSession()
  const { t } = useTranslation(['audits', 'list'])
  const [address] = useAddress()
  const writes = may('audits.report', 'write')
  const deskState = useDesk(requestOf(address), writes)
  const { desk, phase } = deskState
  const { settings } = useSettings()
  const [pictures] = useState(() => openPictures(loadPicture, picturesAtOnce))
  const [viewer, setViewer] = useState<number>()
  const choices = useQuery({
    queryKey: ['audits', 'report', 'choices'],
    queryFn: ({ signal }) => call(auditTemplateChoices, { kind: 'report' }, { signal }),
    staleTime: 60_000,
  })
  const page = useRef<HTMLElement>(null)
  useLayoutEffect(() => (page.current ? fitWindow(page.current) : undefined), [])
  useEffect(() => pictures.want(neededPictures(desk)), [pictures, desk])
  useEffect(() => () => pictures.want([]), [pictures])
  useRecordsAhead(desk.cases.map(({ user }) => user.userId))

  const working: Working = { ...deskState, templates: choices.data?.templates ?? [], viewer, setViewer }
  const shown = currentOf(desk)
  return (
    <PicturesProvider value={pictures}>
      <DeskProvider value={working}>
        <section
          ref={page}
          className={frame['page']}
          data-blur={settings?.blur || undefined}
          data-grey={settings?.greyscale || undefined}
          aria-busy={writes && phase === 'loading'}
        >
          <Header />
          {shown ? (
            <div className={classes['desk']}>
              <CaseList />
              <CaseView key={shown.reviewId} one={shown} />
            </div>
          ) : (
            <>
              <div className={frame['middle']}>
                {!writes ? (
                  <ReadOnly why={t('list:cannot.readOnly')} />
                ) : phase === 'failed' ? (
                  <Failed error={deskState.error} again={deskState.again} />
                ) : phase === 'loading' ? (
                  <Waiting count={4} kind="report" />
                ) : phase === 'away' ? (
                  <Away />
                ) : (
                  <Empty narrowed={isNarrowed(address)} />
                )}
              </div>
              {deskState.last && (
                <DeskBar label={t('audits:report.decide')} last={deskState.last} undoKey="audits:report.keys.undo" />
              )}
            </>
          )}
        </section>
      </DeskProvider>
    </PicturesProvider>
  )
}

const peopleAhead = 4

/** Prefetches the records of the first few users. */
function useRecordsAhead(userIds: readonly number[]): void {
  const queries = useQueryClient()
  const next = userIds.slice(0, peopleAhead).join()
  useEffect(() => {
    if (next === '') return
    for (const userId of next.split(',').map(Number)) void queries.prefetchQuery(personOf('report', userId))
  }, [queries, next])
}
