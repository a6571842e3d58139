// Whether the caller's account is linked with the identity provider, and linking and unlinking it. Nothing where none is set up.
import { providerOwn, providerUnlink } from '@greenroom/contract/provider'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { beginLink } from '../provider.ts'

export function ProviderLink() {
  const { t } = useTranslation('security')
  const refresh = useRefresh()
  const { busy, send } = useSend()
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'provider'],
    queryFn: ({ signal }) => call(providerOwn, {}, { signal }),
  })
  if (error) return <Failure error={error} again={() => void refetch()} />
  if (!data || data.name === null) return null
  const act = (work: () => Promise<unknown>) =>
    send(async () => {
      try {
        await work()
      } catch (refused) {
        showError(refused)
      }
    })
  const unlink = () =>
    act(async () => {
      await call(providerUnlink, {})
      showSuccess(t('provider.unlinked'))
      await refresh()
    })
  const { name, linked, can } = data
  return (
    <Stack gap="xs" component="section" aria-label={name}>
      <Title order={2} size="h4">
        {name}
      </Title>
      {linked ? (
        <Facts
          of={[
            [t('provider.subject'), <Code key="subject">{linked.subject}</Code>],
            [t('provider.since'), <Time key="since" at={linked.linkedAt} />],
            [t('provider.lastLogin'), linked.lastLoginAt && <Time key="last" at={linked.lastLoginAt} />],
          ]}
        />
      ) : (
        <Text size="sm">{t('provider.notLinked', { name })}</Text>
      )}
      {can === true ? (
        <Group>
          <Button variant="default" loading={busy} onClick={linked ? unlink : () => act(beginLink)}>
            {linked ? t('provider.unlink') : t('provider.link', { name })}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t(`provider.cannot.${can}`)}
        </Text>
      )}
    </Stack>
  )
}
