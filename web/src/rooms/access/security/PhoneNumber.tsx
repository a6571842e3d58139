import type { Answer } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { ownPhoneChange, ownPhoneCode, type securityInfo } from '@greenroom/contract/security'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useCountdown } from '../../../ui/behaviour/useCountdown.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import home from '../Home.module.css'
import { ProofDialog } from './Proof.tsx'

type Info = Answer<typeof securityInfo>

/** The number for codes by SMS: changed by a code sent to the new one, and a proof. */
export function PhoneNumber({ of, changed }: { of: Info; changed: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const [open, setOpen] = useState(false)
  return (
    <div className={home.padded}>
      <Text c="dimmed">{t('phone.text')}</Text>
      <Text mb="xs">{of.phone === '' ? t('phone.none') : <bdi dir="ltr">{of.phone}</bdi>}</Text>
      {of.mayChangePhone === true ? (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('phone.change')}
        </Button>
      ) : (
        <Text c="dimmed">{t(`phone.fixed.${of.mayChangePhone}`)}</Text>
      )}
      {open && <Change of={of} close={() => setOpen(false)} changed={changed} />}
    </div>
  )
}

function Change({ of, close, changed }: { of: Info; close: () => void; changed: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const [values, setValues] = useState({ areaCode: '+86', phoneNumber: '', smsCode: '' })
  const { left, start } = useCountdown()
  const { busy, send } = useSend()
  const to = { areaCode: values.areaCode.trim(), phoneNumber: values.phoneNumber.trim() }
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  const ask = async () => {
    try {
      start((await call(ownPhoneCode, to)).retryAfterSeconds)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <ProofDialog
      of={of}
      title={t('phone.change')}
      close={close}
      go={async (proof) => {
        await call(ownPhoneChange, { ...to, smsCode: values.smsCode.trim(), ...proof })
        close()
        showSuccess(t('phone.done'))
        await changed()
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap" dir="ltr">
        <TextInput {...field('areaCode')} label={t('phone.area')} autoComplete="tel-country-code" w={110} />
        <TextInput
          {...field('phoneNumber')}
          label={t('phone.number')}
          type="tel"
          autoComplete="tel-national"
          flex={1}
        />
      </Group>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          {...field('smsCode')}
          label={t('phone.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.verificationCode}
          flex={1}
        />
        <Button variant="default" onClick={() => send(ask)} loading={busy} disabled={left > 0}>
          {left > 0 ? t('phone.again', { seconds: left }) : t('phone.send')}
        </Button>
      </Group>
    </ProofDialog>
  )
}
