// One reported user: the reports, both users' records, and the decision.
import { nameOf } from '@greenroom/contract/sentences/words'
import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Lost } from '../../../page/desk/Lost.tsx'
import { useStateOf } from '../../../ui/behaviour/useStateOf.ts'
import { usePanAndZoom } from '../pictures/usePanAndZoom.ts'
import { flat, type Transform } from '../pictures/zoom.ts'
import { RecordOf } from '../queue/ItemRecord.tsx'
import { usePicture } from '../queue/workbench.ts'
import { ReportCard } from './ReportCard.tsx'
import { DecisionBar } from './ReportDecisionBar.tsx'
import classes from './report.module.css'
import { type Case, draftOf, type Report, reportOf } from './reportDeskState.ts'
import { CaseKeys } from './reportKeys.tsx'
import { picturesOf, useWorking } from './reportWork.ts'

// Viewer for the current report's pictures: the wheel zooms, dragging moves, arrows show the others.
function EvidenceViewer({ report, index }: { report: Report; index: number }) {
  const { setViewer } = useWorking()
  const { t } = useTranslation(['audits', 'common'])
  const addresses = picturesOf(report)
  const address = addresses[index] ?? ''
  const shown = usePicture(address)
  const [transform, setTransform] = useStateOf<Transform>(address, flat)
  const { frame, handlers } = usePanAndZoom(setTransform)

  const name = t('audits:report.pictureOf', { number: index + 1, of: addresses.length })
  return (
    <section className={classes['viewer']} aria-label={name}>
      <header>
        <span>{name}</span>
        <CloseButton size="sm" aria-label={t('common:close')} onClick={() => setViewer(undefined)} />
      </header>
      <div ref={frame} className={classes['viewerFrame']} data-large={transform.scale > 1 || undefined} {...handlers}>
        {shown.state === 'ready' ? (
          <img
            src={shown.url}
            alt={name}
            draggable={false}
            style={{ transform: `translate(${transform.x}px, ${transform.y}px) scale(${transform.scale})` }}
          />
        ) : (
          <span className={classes['dim']}>
            {shown.state === 'failed' ? t('audits:report.pictureFailed', { name }) : t('common:loading')}
          </span>
        )}
      </div>
    </section>
  )
}

export function CaseView({ one }: { one: Case }) {
  const { desk, viewer, leave } = useWorking()
  const { t } = useTranslation('audits')
  const draft = draftOf(desk, one)
  const current = reportOf(one, draft)
  const why = desk.lost.get(one.reviewId)
  const name = nameOf({ id: one.user.userId, nickname: one.user.nickname })
  return (
    <>
      <section className={classes['reports']} aria-label={t('report.against', { name })}>
        <h2 className="visually-hidden">{t('report.against', { name })}</h2>
        {why !== undefined && (
          <Lost
            title={t('report.lost.title')}
            why={why}
            next={t('report.lost.next')}
            goOn="audits:report.keys.goOn"
            leave={() => leave(one)}
          />
        )}
        <CaseKeys one={one} />
        {current && viewer !== undefined && <EvidenceViewer report={current} index={viewer} />}
        <ol className={classes['reportList']}>
          {one.reports.map((report) => (
            <li key={report.reportId}>
              <ReportCard
                one={one}
                report={report}
                current={report === current}
                isFalse={draft.falseIds.has(report.reportId)}
              />
            </li>
          ))}
        </ol>
      </section>
      <div className={classes['records']}>
        <RecordOf kind="report" user={one.user} label={t('report.record.reported')} />
        {current && (
          <RecordOf
            key={current.reporter.userId}
            kind="report"
            user={current.reporter}
            label={t('report.record.reporter')}
          />
        )}
      </div>
      <DecisionBar one={one} draft={draft} closed={why !== undefined} />
    </>
  )
}
