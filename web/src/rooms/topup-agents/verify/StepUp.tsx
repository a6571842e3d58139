// Proves who uses the session: by the authenticator, or a code by SMS to the account's phone.
import { agentStepUp, agentStepUpInfo } from '@greenroom/contract/agentPortal'
import { smsSend } from '@greenroom/contract/guilds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Field } from '../parts/Field.tsx'
import classes from '../parts/portal.module.css'
import { wordsOf } from '../parts/Screen.tsx'

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
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  if (!data) return null
  if (data.method === 'none')
    return (
      <p className={classes['notice']} data-bad>
        {t('verify.none')}
      </p>
    )
  const prove = async () => {
    setBusy(true)
    setFault('')
    try {
      await call(agentStepUp, { code })
      setCode('')
      await client.invalidateQueries({ queryKey: stepUpKey })
      done?.()
    } catch (error) {
      setFault(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={classes['screen']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void prove()
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

/** Who asks for a code types the whole number: only its end is shown. */
function Send() {
  const { t, i18n } = useTranslation('topup-agents')
  const [areaCode, setAreaCode] = useState('')
  const [phoneNumber, setPhoneNumber] = useState('')
  const [left, setLeft] = useState(0)
  const [fault, setFault] = useState('')
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async () => {
    setFault('')
    try {
      const language = i18n.language as 'en'
      const answer = await call(smsSend, { areaCode, phoneNumber, validate: 'withdraw', language })
      setLeft(answer.retryAfterSeconds)
    } catch (error) {
      setFault(wordsOf(error))
    }
  }
  return (
    <>
      <div className={classes['actions']}>
        <Field
          label={t('verify.areaCode')}
          value={areaCode}
          change={setAreaCode}
          inputMode="tel"
          dir="ltr"
          placeholder="86"
        />
        <Field
          label={t('verify.phone')}
          value={phoneNumber}
          change={setPhoneNumber}
          inputMode="tel"
          dir="ltr"
          fault={fault}
        />
      </div>
      <button
        type="button"
        className={classes['button']}
        disabled={left > 0 || areaCode === '' || phoneNumber === ''}
        onClick={() => void send()}
      >
        {left > 0 ? t('verify.wait', { seconds: left }) : t('verify.ask')}
      </button>
    </>
  )
}
