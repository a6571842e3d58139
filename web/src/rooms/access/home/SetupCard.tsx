// A new installation on Home: how far setting up is, until nothing of it is open.
import type { Answer } from '@greenroom/contract/call'
import { setupState } from '@greenroom/contract/installation'
import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../session/session.ts'
import styles from '../Home.module.css'

/** Asked by those who may set up. */
export function useSetupState() {
  const { may } = useSession()
  return useQuery({
    queryKey: ['system.installation', 'setup'],
    queryFn: ({ signal }) => call(setupState, {}, { signal }),
    enabled: may('system.installation', 'read'),
  })
}

export function SetupCard({ state }: { state: Answer<typeof setupState> | undefined }) {
  const { t } = useTranslation('home')
  if (!state?.setUp || state.steps.every(({ state: one }) => one !== 'open')) return null
  const done = state.steps.filter(({ state: one }) => one !== 'open').length
  return (
    <section className={`${styles.panel} ${styles.padded}`} aria-label={t('setup.title')}>
      <Group justify="space-between">
        <div>
          <Title order={2} size="sm">
            {t('setup.title')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('setup.progress', { done, of: state.steps.length })}
          </Text>
        </div>
        <Button component={Link} to="/setup">
          {t('setup.go')}
        </Button>
      </Group>
    </section>
  )
}
