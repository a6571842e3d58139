import type { demo } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './DemoAccounts.module.css'

export type DemoAccount = Answer<typeof demo>['accounts'][number]

/** The demo accounts while the simulated app runs; a click fills the form. */
export default function DemoAccounts({
  of,
  onChoose,
}: {
  of: DemoAccount[]
  onChoose: (account: DemoAccount) => void
}) {
  const { t } = useTranslation('access')
  return (
    <section className={styles['accounts']} aria-label={t('demo.title')}>
      <Text size="sm" fw={600}>
        {t('demo.title')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('demo.lead')}
      </Text>
      <ul>
        {of.map((account) => (
          <li key={account.role}>
            <UnstyledButton className={styles['account']} onClick={() => onChoose(account)}>
              <span>{t(`demo.roles.${account.role}`)}</span>
              <code>
                <bdi dir="ltr">{account.username}</bdi>
              </code>
              <code>
                <bdi dir="ltr">{account.password}</bdi>
              </code>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
