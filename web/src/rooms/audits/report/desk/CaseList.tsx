// The users claimed by the reviewer, with their numbers of reports.
import { useTranslation } from 'react-i18next'
import { integer } from '../../../../format/number.ts'
import { CaseItem, Cases } from '../../../../screen/desk/Cases.tsx'
import { Tag } from '../../../../ui/StatusBadge.tsx'
import { Waits } from '../../queue/parts.tsx'
import { useWorking } from './work.ts'

export function CaseList() {
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
