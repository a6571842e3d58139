// Whether the caller's account is linked with the identity provider, and linking and unlinking it. Nothing where none is set up.
import type { Answer } from '@greenroom/contract/call'
import { providerOwn, providerUnlink } from '@greenroom/contract/provider'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import home from '../Home.module.css'
import { Panel } from '../home/HomePanel.tsx'
import { beginLink } from '../provider.ts'

export function ProviderLink() {
  const { t } = useTranslation('security')
  const query = useQuery({
    queryKey: ['account', 'provider'],
    queryFn: ({ signal }) => call(providerOwn, {}, { signal }),
  })
  const { data } = query
  // Most companies have none: nothing is shown until it is known.
  if (query.isPending || data?.name === null) return null
  return (
    <Panel title={data?.name ?? t('provider.title')} query={query} empty={undefined} lines={2}>
      {data && <Linked of={data} name={data.name} />}
    </Panel>
  )
}

function Linked({ of: { linked, can }, name }: { of: Answer<typeof providerOwn>; name: string }) {
  const { t } = useTranslation('security')
  const refresh = useRefresh()
  const { busy, send } = useSend()
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
  return (
    <div className={home.padded}>
      {linked ? (
        <Facts
          of={[
            [t('provider.subject'), <Code key="subject">{linked.subject}</Code>],
            [t('provider.since'), <Time key="since" at={linked.linkedAt} />],
            [t('provider.lastLogin'), linked.lastLoginAt && <Time key="last" at={linked.lastLoginAt} />],
          ]}
        />
      ) : (
        <Text>{t('provider.notLinked', { name })}</Text>
      )}
      {can === true ? (
        <Button mt="xs" variant="default" loading={busy} onClick={linked ? unlink : () => act(beginLink)}>
          {linked ? t('provider.unlink') : t('provider.link', { name })}
        </Button>
      ) : (
        <Text mt="xs" c="dimmed">
          {t(`provider.cannot.${can}`)}
        </Text>
      )}
    </div>
  )
}
