import { approvalMine } from '@greenroom/contract/system'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { integer } from '../../format/number.ts'
import { textLanguage } from '../../i18n/index.ts'
import styles from './Home.module.css'
import { Figures } from './home/HomeFigures.tsx'
import { HomeFrame } from './home/HomeFrame.tsx'
import { SetupCard, SoleDecider, useSetupState } from './home/SetupCard.tsx'

/** The number of the caller's pending requests; hidden if there are none. */
function MyRequests() {
  const { t } = useTranslation('home')
  const { data } = useQuery({
    queryKey: ['home', 'requests'],
    queryFn: ({ signal }) => call(approvalMine, { state: 'pending', size: 1 }, { signal }),
  })
  if (!data || data.total === 0) return null
  return (
    <nav aria-label={t('home.requests')} className={styles.todo}>
      <Link to="/requests?approval=pending" className={styles.count}>
        <span className={styles.name}>{t('home.requests')}</span>
        <span className={styles.figure}>{integer(data.total, textLanguage())}</span>
      </Link>
    </nav>
  )
}

/** /dashboard of staff. */
export default function Home() {
  const setup = useSetupState()
  return (
    <HomeFrame waits={setup.isLoading}>
      <SoleDecider state={setup.data} />
      <SetupCard state={setup.data} />
      <MyRequests />
      <Figures />
    </HomeFrame>
  )
}
