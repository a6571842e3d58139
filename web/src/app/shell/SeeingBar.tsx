// Says all the time that the page shows what somebody else would see.
import { seeAsEnd } from '@greenroom/contract/systemRights'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { keepSeeing } from '../../api/seeing.ts'
import { dateTime } from '../../format/time.ts'
import { useSession } from '../../session/session.ts'
import styles from './SeeingBar.module.css'

/** The page is loaded again as the account's own, whether or not the server answers: what it kept ends by itself. */
async function stop(): Promise<void> {
  keepSeeing(undefined)
  await call(seeAsEnd, {}).catch(() => {})
  location.assign('/')
}

export default function SeeingBar() {
  const { t } = useTranslation('shell')
  const { user, shownZone } = useSession()
  if (!user.seeing) return null
  const { of, name, until } = user.seeing
  return (
    <div className={styles.bar} role="status">
      <IconEye size={16} aria-hidden />
      <span>{t(`seeing.${of}`, { name, time: dateTime(new Date(until), shownZone).slice(11, 16) })}</span>
      <Button size="compact-xs" variant="default" onClick={() => void stop()}>
        {t('seeing.stop')}
      </Button>
    </div>
  )
}
