import { Alert, Anchor, Loader, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readToken } from '../../api/token.ts'
import { goTo, PublicLink } from '../../session/address.tsx'
import { explain, showSuccess } from '../../session/messages.ts'
import { takeReturnPath } from '../../session/notice.ts'
import { Card } from './Card.tsx'
import { endRound } from './provider.ts'

/** /provider: where the identity provider sends the browser back to. What it brought is used once and leaves the address at once. */
export default function ProviderReturn() {
  const { t } = useTranslation('access')
  const [query] = useState(() => window.location.search.slice(1))
  const [fault, setFault] = useState<string>()

  useEffect(() => {
    document.title = t('provider.page')
  }, [t])
  useEffect(() => {
    window.history.replaceState(null, '', window.location.pathname)
    endRound(query).then(
      (purpose) => {
        if (purpose === 'link') showSuccess(t('provider.linked'))
        goTo(purpose === 'link' ? '/' : takeReturnPath(), { replace: true })
      },
      (error: unknown) => setFault(explain(error)?.text ?? ''),
    )
  }, [query, t])

  const signedIn = readToken() !== undefined
  return (
    <Card title={t('provider.title')}>
      {fault === undefined ? (
        <Loader size="sm" aria-label={t('provider.wait')} />
      ) : (
        <Stack gap="sm">
          <Alert color="red" role="alert">
            {fault}
          </Alert>
          <Anchor component={PublicLink} to={signedIn ? '/' : '/login'} underline="always" ta="center">
            {signedIn ? t('provider.toHome') : t('provider.toLogin')}
          </Anchor>
        </Stack>
      )}
    </Card>
  )
}
