// The users claimed by the reviewer, with their numbers of reports.
import { useTranslation } from 'react-i18next'
import { integer } from '../../../../format/number.ts'
import { Tag } from '../../../../ui/StatusBadge.tsx'
import { Face } from '../../../../ui/UserChip.tsx'
import { Score, Waits } from '../../queue/parts.tsx'
import classes from '../report.module.css'
import type { Case } from './desk.ts'
import { useWorking } from './work.ts'

export function CaseList() {
  const { desk } = useWorking()
  const { t, i18n } = useTranslation('audits')
  return (
    <nav className={classes['cases']} aria-label={t('report.cases')}>
      <ol>
        {desk.cases.map((one) => (
          <li key={one.reviewId}>
            <CaseButton one={one} />
          </li>
        ))}
      </ol>
      {desk.more > 0 && (
        <p className={classes['more']}>
          {t('report.more', { count: desk.more, number: integer(desk.more, i18n.language) })}
        </p>
      )}
    </nav>
  )
}

function CaseButton({ one }: { one: Case }) {
  const { desk, change } = useWorking()
  const { t } = useTranslation('audits')
  const { user, reports } = one
  return (
    <button
      type="button"
      className={classes['case']}
      aria-current={desk.at === one.reviewId ? 'true' : undefined}
      // Keep the focus where the keys work.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => change((now) => ({ ...now, at: one.reviewId }))}
    >
      <Face name={user.nickname || String(user.userId)} picture={user.avatarUrl} size={30} />
      <span className={classes['caseName']}>
        <bdi>{user.nickname || user.userId}</bdi>
        <span className={classes['caseFacts']}>
          <span>{t('report.count', { count: reports.length })}</span>
          <Waits since={one.waitingSince} />
        </span>
      </span>
      <span className={classes['caseEnd']}>
        <Score score={one.score} />
        {desk.lost.has(one.reviewId) ? (
          <Tag tone="bad">{t('report.lost.tag')}</Tag>
        ) : (
          one.liveId !== null && <Tag tone="info">{t('report.live')}</Tag>
        )}
      </span>
    </button>
  )
}
