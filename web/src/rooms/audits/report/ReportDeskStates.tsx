// The desk without a case.
import { Button } from '@mantine/core'
import { IconClockPause, IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { clearFilters } from '../../../list/filters.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { deskFilters, useWorking } from './reportWork.ts'

export function Empty({ narrowed }: { narrowed: boolean }) {
  const { again } = useWorking()
  const { t } = useTranslation(['audits', 'list'])
  const [, change] = useAddress()
  if (narrowed)
    return (
      <Nothing
        icon={IconFilterOff}
        title={t('audits:report.states.noMatch')}
        text={t('audits:report.states.noMatchHint')}
        action={
          <Button variant="default" onClick={() => change((now) => clearFilters(deskFilters, now))}>
            {t('list:filters.clear')}
          </Button>
        }
      />
    )
  return (
    <Nothing
      icon={IconInbox}
      title={t('audits:report.states.empty')}
      text={t('audits:report.states.emptyHint')}
      action={
        <Button variant="default" onClick={again}>
          {t('audits:report.states.look')}
        </Button>
      }
    />
  )
}

/** No activity for a while: the claims were released. */
export function Away() {
  const { again } = useWorking()
  const { t } = useTranslation('audits')
  return (
    <Nothing
      icon={IconClockPause}
      title={t('report.states.away')}
      text={t('report.states.awayHint')}
      action={<Button onClick={again}>{t('report.states.goOn')}</Button>}
    />
  )
}
