// One reported user: the reports, both users' records, and the decision.
import { nameOf } from '@greenroom/contract/sentences/words'
import { useTranslation } from 'react-i18next'
import { Lost } from '../../../../screen/desk/Lost.tsx'
import { RecordOf } from '../../queue/record/Record.tsx'
import classes from '../report.module.css'
import { DecisionBar } from './DecisionBar.tsx'
import { type Case, draftOf, reportOf } from './desk.ts'
import { EvidenceViewer } from './EvidenceViewer.tsx'
import { CaseKeys } from './keys.tsx'
import { ReportCard } from './ReportCard.tsx'
import { useWorking } from './work.ts'

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
