import { smsSend } from '@greenroom/contract/access'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/index.ts'
import { GoTo } from '../../session/address.tsx'
import { showError } from '../../session/messages.ts'
import { useCountdown } from '../../ui/behaviour/useCountdown.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Card } from './Card.tsx'
import { CodeStep } from './CodeStep.tsx'
import { logInWithCode, type Pending, readPending } from './logIn.ts'
import { ResetPassword } from './ResetPassword.tsx'

/**
 * /verify: the code sent to the account's phone, to finish a log-in or, with `?for=reset`, to set a password. A link's token after `#` leads to
 * its page. Without any, back to /login.
 */
export default function Verify() {
  const [pending] = useState(readPending)
  const [link] = useState(() => window.location.hash)
  if (link !== '') return <GoTo path={`/invite${link}`} />
  if (new URLSearchParams(window.location.search).get('for') === 'reset') return <ResetPassword />
  return pending ? <VerifyStep pending={pending} /> : <GoTo path="/login" />
}

function VerifyStep({ pending }: { pending: Pending }) {
  const { t } = useTranslation('access')
  const { left, start } = useCountdown()
  const [sent, setSent] = useState(false)
  const { busy: sending, send } = useSend()
  const phone = pending.phone ?? ''

  const sendCode = () => send(askForCode)
  const askForCode = async () => {
    const [areaCode = '', ...number] = phone.split(' ')
    try {
      const { retryAfterSeconds } = await call(smsSend, {
        areaCode,
        phoneNumber: number.join(''),
        language: currentLanguage(),
        validate: 'login',
        ...(pending.challenge ? { challenge: pending.challenge } : {}),
      })
      setSent(true)
      start(retryAfterSeconds)
    } catch (error) {
      showError(error)
    }
  }

  // The first code is sent automatically.
  const first = useRef(true)
  // biome-ignore lint: once
  useEffect(() => {
    document.title = t('verify.page')
    if (!first.current) return
    first.current = false
    void sendCode()
  }, [])

  return (
    <Card title={t('verify.title')} lead={t('verify.lead')}>
      <CodeStep label={t('code.label')} submit={(verifyCode) => logInWithCode({ verifyCode })}>
        <Group justify="space-between" wrap="nowrap">
          <Text>
            {sent ? t('verify.sentTo') : t('verify.sendTo')} <bdi dir="ltr">{phone}</bdi>
          </Text>
          <Button variant="default" onClick={sendCode} disabled={left > 0} loading={sending} miw={118}>
            {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
          </Button>
        </Group>
      </CodeStep>
    </Card>
  )
}
