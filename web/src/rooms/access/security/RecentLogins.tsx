import type { Answer } from '@greenroom/contract/call'
import type { securityInfo } from '@greenroom/contract/security'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import home from '../Home.module.css'

/** When somebody logged in with this account's name, or failed to. */
export function RecentLogins({ of }: { of: Answer<typeof securityInfo> }) {
  const { t } = useTranslation('security')
  if (of.logins.length === 0)
    return (
      <Text c="dimmed" className={home.padded}>
        {t('logins.empty')}
      </Text>
    )
  return (
    <div className={home.entries}>
      <ShortTable
        label={t('logins.title')}
        rows={of.logins}
        keyOf={({ at, ip, factor }) => `${at} ${ip} ${factor}`}
        columns={[
          [t('logins.when'), ({ at }) => <Time at={at} />, 'once'],
          [t('logins.where'), ({ ip }) => <bdi dir="ltr">{ip}</bdi>],
          [
            t('logins.how'),
            ({ factor }) =>
              factor === null ? (
                <Text c="red" inherit>
                  {t('logins.failed')}
                </Text>
              ) : (
                t(`logins.factors.${factor}`)
              ),
          ],
        ]}
      />
    </div>
  )
}
