// One reported user: the reports, both users' records, and the decision.
import { nameOf } from '@greenroom/contract/sentences/words'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../../session/shortcuts.ts'
import { RecordOf } from '../../queue/record/Record.tsx'
import classes from '../report.module.css'
import { DecisionBar } from './DecisionBar.tsx'
import { type Case, draftOf, reportOf } from './desk.ts'
import { EvidenceViewer } from './EvidenceViewer.tsx'
import { CaseKeys } from './keys.tsx'
import { ReportCard } from './ReportCard.tsx'
import { useWorking } from './work.ts'

export function CaseView({ one }: { one: Case }) {
  const { desk, viewer } = useWorking()
  const { t } = useTranslation('audits')
  const draft = draftOf(desk, one)
  const current = reportOf(one, draft)
  const why = desk.lost.get(one.reviewId)
  const name = nameOf({ id: one.user.userId, nickname: one.user.nickname })
  return (
    <>
      <section className={classes['reports']} aria-label={t('report.against', { name })}>
        <h2 className="visually-hidden">{t('report.against', { name })}</h2>
        {why !== undefined && <LostClaim one={one} why={why} />}
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

/** Another reviewer decided, or the claim expired: shows who did what, and continues with the next. */
function LostClaim({ one, why }: { one: Case; why: string }) {
  const { leave } = useWorking()
  const { t } = useTranslation('audits')
  useShortcut(
    'Enter',
    'audits:report.keys.goOn',
    () => leave(one),
    (event) => !event.repeat,
  )
  return (
    <div className={classes['lost']} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        <b>{t('report.lost.title')}</b> {why}
      </span>
      <Button variant="default" size="compact-sm" onClick={() => leave(one)}>
        {t('report.lost.next')}
      </Button>
    </div>
  )
}
