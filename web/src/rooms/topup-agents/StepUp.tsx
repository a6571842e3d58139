// Verifies the session's user, with the authenticator or a code by SMS to the account's phone.
import { agentCodeSend, agentStepUp, agentStepUpInfo } from '@greenroom/contract/agentPortal'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCountdown } from '../../ui/behaviour/useCountdown.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Field } from './portal/PortalField.tsx'
import { wordsOf } from './portal/PortalScreen.tsx'
import classes from './portal/portal.module.css'

export const stepUpKey = ['topup-agents.verify', 'info']
export const useStepUp = () =>
  useQuery({
    queryKey: stepUpKey,
    queryFn: ({ signal }) => call(agentStepUpInfo, {}, { signal }),
    staleTime: 0,
  })

export function StepUp({ done }: { done?: () => void }) {
  const { t } = useTranslation('topup-agents')
  const client = useQueryClient()
  const { data } = useStepUp()
  const [code, setCode] = useState('')
  const { busy, send: sendOnce } = useSend()
  const [fault, setFault] = useState('')
  if (!data) return null
  if (data.method === 'none')
    return (
      <p className={classes['notice']} data-bad>
        {t('verify.none')}
      </p>
    )
  const prove = async () => {
    setFault('')
    try {
      await call(agentStepUp, { code })
      setCode('')
      await client.invalidateQueries({ queryKey: stepUpKey })
      done?.()
    } catch (error) {
      setFault(wordsOf(error))
    }
  }
  return (
    <form
      className={classes['screen']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void sendOnce(prove)
      }}
    >
      <p>{data.method === 'google' ? t('verify.google') : t('verify.sms', { phone: data.phone })}</p>
      {data.method === 'sms' && <Send />}
      <Field
        label={t('verify.code')}
        value={code}
        change={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        dir="ltr"
        fault={fault}
      />
      <button type="submit" className={classes['button']} data-primary disabled={busy || code.length !== 6}>
        {t('verify.send')}
      </button>
    </form>
  )
}

/** The code is sent to the account's phone; another can be requested after a while. */
function Send() {
  const { t } = useTranslation('topup-agents')
  const { left, start } = useCountdown()
  const { busy, send: sendOnce } = useSend()
  const [sent, setSent] = useState(false)
  const [fault, setFault] = useState('')
  const send = async () => {
    setFault('')
    try {
      const answer = await call(agentCodeSend, {})
      start(answer.retryAfterSeconds)
      setSent(true)
    } catch (error) {
      setSent(false)
      setFault(wordsOf(error))
    }
  }
  return (
    <>
      <button
        type="button"
        className={classes['button']}
        disabled={left > 0 || busy}
        onClick={() => void sendOnce(send)}
      >
        {left > 0 ? t('verify.wait', { seconds: left }) : t(sent ? 'verify.again' : 'verify.ask')}
      </button>
      {sent && (
        <p className={classes['dim']} role="status">
          {t('verify.sent')}
        </p>
      )}
      {fault !== '' && (
        <p className={classes['fault']} role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
