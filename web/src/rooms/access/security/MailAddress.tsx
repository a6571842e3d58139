import type { Answer } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { ownMailChange, ownMailCode, ownMailRemove, type securityInfo } from '@greenroom/contract/security'
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
type Props = { of: Info; changed: () => Promise<unknown> }

/** The holder's mail address: proved by a code that is sent there, and a proof of who sits here. */
export function MailAddress({ of, changed }: Props) {
  const { t } = useTranslation('security')
  const [open, setOpen] = useState<'change' | 'remove'>()
  const close = () => setOpen(undefined)
  const { address, works } = of.mail
  const removed = async () => {
    close()
    showSuccess(t('mail.removed'))
    await changed()
  }
  return (
    <div className={home.padded}>
      <Text c="dimmed">{t('mail.text')}</Text>
      <Text mb="xs">{address === '' ? t('mail.none') : <bdi dir="ltr">{address}</bdi>}</Text>
      {!works && (
        <Text c="dimmed" mb="xs">
          {t('mail.off')}
        </Text>
      )}
      <Group gap="xs">
        {works && (
          <Button variant="default" onClick={() => setOpen('change')}>
            {t(address === '' ? 'mail.add' : 'mail.change')}
          </Button>
        )}
        {address !== '' && (
          <Button variant="default" onClick={() => setOpen('remove')}>
            {t('mail.remove')}
          </Button>
        )}
      </Group>
      {open === 'change' && <Change of={of} close={close} changed={changed} />}
      {open === 'remove' && (
        <ProofDialog
          of={of}
          title={t('mail.remove')}
          close={close}
          go={async (proof) => {
            await call(ownMailRemove, proof)
            await removed()
          }}
        >
          <Text>{t('mail.removeLead')}</Text>
        </ProofDialog>
      )}
    </div>
  )
}

function Change({ of, close, changed }: Props & { close: () => void }) {
  const { t } = useTranslation('security')
  const [email, setEmail] = useState('')
  const [mailCode, setCode] = useState('')
  const { left, start } = useCountdown()
  const { busy, send } = useSend()
  const ask = async () => {
    try {
      start((await call(ownMailCode, { email: email.trim() })).retryAfterSeconds)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <ProofDialog
      of={of}
      title={t(of.mail.address === '' ? 'mail.add' : 'mail.change')}
      close={close}
      go={async (proof) => {
        await call(ownMailChange, { email: email.trim(), mailCode: mailCode.trim(), ...proof })
        close()
        showSuccess(t('mail.done'))
        await changed()
      }}
    >
      <TextInput
        label={t('mail.address')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('mail.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.verificationCode}
          value={mailCode}
          flex={1}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => send(ask)} loading={busy} disabled={left > 0}>
          {left > 0 ? t('phone.again', { seconds: left }) : t('phone.send')}
        </Button>
      </Group>
    </ProofDialog>
  )
}
