// A new installation on Home: how far setting up is, until nothing of it is open, and what cannot be approved while one account decides.
import type { Answer } from '@greenroom/contract/call'
import { setupState } from '@greenroom/contract/installation'
import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core'
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

/** While money arrives and one account decides alone, Home says every day what cannot be approved. */
export function SoleDecider({ state }: { state: Answer<typeof setupState> | undefined }) {
  const { t } = useTranslation('home')
  const { may } = useSession()
  if (!state || !state.colleagues.moneyArrives || state.colleagues.deciders !== 1) return null
  const { waiting } = state.colleagues
  return (
    <Alert color="yellow" title={t('sole.title')}>
      {t('sole.text')} {waiting > 0 && t('sole.waiting', { count: waiting })}{' '}
      {may('system.user', 'write') && (
        <Anchor component={Link} to="/sys/user?drawer=invite" underline="always" inherit>
          {t('sole.invite')}
        </Anchor>
      )}
    </Alert>
  )
}
