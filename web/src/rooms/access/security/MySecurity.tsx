import { securityInfo, sessionEndOthers } from '@greenroom/contract/security'
import { Button, Modal, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import home from '../Home.module.css'
import { Panel } from '../home/HomePanel.tsx'
import { MySessions, sessionsKey } from '../home/MySessions.tsx'
import { Authenticator } from './Authenticator.tsx'
import { MailAddress } from './MailAddress.tsx'
import { Notifications } from './Notifications.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PhoneNumber } from './PhoneNumber.tsx'
import { ProviderLink } from './ProviderLink.tsx'
import { RecentLogins } from './RecentLogins.tsx'
import { Recovery } from './Recovery.tsx'
import styles from './security.module.css'
import { browsersKey, toldKey } from './toldKeys.ts'

const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'))

const queryKey = ['security']

/** /account/security: what the holder logs in with, and where. For everybody. */
export default function MySecurity() {
  const { t } = useTranslation('security')
  const client = useQueryClient()
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(securityInfo, {}, { signal }) })
  const changed = () =>
    Promise.all(
      [queryKey, sessionsKey, toldKey, browsersKey].map((changing) => client.invalidateQueries({ queryKey: changing })),
    )
  const [password, setPassword] = useState(false)
  const of = query.data
  const panel = { query, empty: undefined, lines: 2 }
  return (
    <div className={styles.page}>
      <header className={home.head}>
        <Title order={1}>{t('title')}</Title>
        <Text c="dimmed">{t('lead')}</Text>
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel title={t('passkeys.title')} {...panel}>
            {of && <Passkeys of={of} changed={changed} />}
          </Panel>
          <Panel title={t('authenticator.title')} {...panel}>
            {of && <Authenticator of={of} changed={changed} />}
          </Panel>
          <Panel title={t('recovery.title')} {...panel}>
            {of && <Recovery of={of} changed={changed} />}
          </Panel>
        </div>
        <div className={styles.column}>
          <section className={home.panel}>
            <Title order={2} className={home.panelTitle}>
              {t('password.title')}
            </Title>
            <div className={home.padded}>
              <Text c="dimmed" mb="xs">
                {t('password.text')}
              </Text>
              <Button variant="default" onClick={() => setPassword(true)}>
                {t('password.change')}
              </Button>
            </div>
          </section>
          <Panel title={t('phone.title')} {...panel}>
            {of && <PhoneNumber of={of} changed={changed} />}
          </Panel>
          <Panel title={t('mail.title')} {...panel}>
            {of && <MailAddress of={of} changed={changed} />}
          </Panel>
          <ProviderLink />
          <MySessions others={<EndOthers changed={changed} />} />
        </div>
      </div>
      <Notifications />
      <Panel title={t('logins.title')} {...panel} lines={6}>
        {of && <RecentLogins of={of} />}
      </Panel>
      <Suspense fallback={null}>
        {password && (
          <PasswordDialog
            opened
            onClose={() => {
              setPassword(false)
              void changed()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function EndOthers({ changed }: { changed: () => Promise<unknown> }) {
  const { t } = useTranslation(['security', 'common'])
  const [asks, setAsks] = useState(false)
  const { busy, send } = useSend()
  const end = async () => {
    try {
      const { ended } = await call(sessionEndOthers, {})
      setAsks(false)
      showSuccess(t('sessions.ended', { count: ended }))
    } catch (error) {
      showError(error)
    }
    await changed()
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        {t('sessions.endOthers')}
      </Button>
      <Modal
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('sessions.endOthers')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Stack gap="sm">
          <Text>{t('sessions.confirm')}</Text>
          <Button loading={busy} onClick={() => send(end)} data-autofocus>
            {t('sessions.endOthers')}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
