import type { Answer } from '@greenroom/contract/call'
import {
  authenticatorAsk,
  authenticatorBind,
  authenticatorRemove,
  type securityInfo,
} from '@greenroom/contract/security'
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { showSuccess } from '../../../session/messages.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { lead } from '../../../ui/labels.ts'
import { Secret } from '../GoogleCode.tsx'
import home from '../Home.module.css'
import { ProofDialog } from './Proof.tsx'

type Info = Answer<typeof securityInfo>
type Asked = Answer<typeof authenticatorAsk>

/** The authenticator app: bind, replace with the old one, remove. */
export function Authenticator({ of, changed }: { of: Info; changed: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const [open, setOpen] = useState<'bind' | 'remove'>()
  const [asked, setAsked] = useState<Asked>()
  const bound = of.authenticatorAt
  const done = async (text: string) => {
    setOpen(undefined)
    setAsked(undefined)
    showSuccess(text)
    await changed()
  }
  const bindText = t(bound === null ? 'authenticator.bind' : 'authenticator.replace')
  return (
    <div className={home.padded}>
      <Text c="dimmed">{t('authenticator.text')}</Text>
      <Text mb="xs">
        {bound === null ? (
          t('authenticator.none')
        ) : (
          <>
            {lead(t('authenticator.bound'))}
            <Time at={bound} brief />
          </>
        )}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen('bind')}>
          {bindText}
        </Button>
        {bound !== null && (
          <Button variant="default" onClick={() => setOpen('remove')}>
            {t('authenticator.remove')}
          </Button>
        )}
      </Group>
      {open === 'bind' && !asked && (
        <ProofDialog
          of={of}
          title={bindText}
          close={() => setOpen(undefined)}
          go={async (proof) => setAsked(await call(authenticatorAsk, proof))}
        />
      )}
      {asked && (
        <Bind
          asked={asked}
          title={bindText}
          close={() => setAsked(undefined)}
          done={() => done(t('authenticator.done'))}
        />
      )}
      {open === 'remove' && (
        <ProofDialog
          of={of}
          title={t('authenticator.remove')}
          close={() => setOpen(undefined)}
          go={async (proof) => {
            await call(authenticatorRemove, proof)
            await done(t('authenticator.removed'))
          }}
        >
          <Text>{t('authenticator.removeLead')}</Text>
        </ProofDialog>
      )}
    </div>
  )
}

type BindProps = { asked: Asked; title: string; close: () => void; done: () => Promise<void> }

function Bind({ asked, title, close, done }: BindProps) {
  const { t } = useTranslation(['security', 'common', 'access'])
  const [macCode, setCode] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await attempt(() => call(authenticatorBind, { challenge: asked.challenge, macCode: macCode.trim() })))
      await done()
  }
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text>{t('authenticator.scan')}</Text>
          <img src={asked.qrCode} alt={t('access:google.qr')} width={184} height={184} />
          <Secret secret={asked.secret} />
          {fault !== '' && (
            <Alert color="red" role="alert" p="xs">
              {fault}
            </Alert>
          )}
          <TextInput
            label={t('authenticator.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            maxLength={6}
            value={macCode}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy}>
            {t('proof.go')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
