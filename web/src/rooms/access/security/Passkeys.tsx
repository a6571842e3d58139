import type { Answer } from '@greenroom/contract/call'
import {
  passkeyAdd,
  passkeyAddAsk,
  passkeyRemove,
  passkeyRename,
  type securityInfo,
} from '@greenroom/contract/security'
import { Alert, Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import { showSuccess } from '../../../session/messages.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { lead } from '../../../ui/labels.ts'
import home from '../Home.module.css'
import { deviceOf } from '../home/device.ts'
import { ProofDialog } from './Proof.tsx'
import { makePasskey, passkeyFault } from './passkeys.ts'

type Info = Answer<typeof securityInfo>
type Passkey = Info['passkeys'][number]
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; of: Passkey }

/** The holder's passkeys: add, name, remove. */
export function Passkeys({ of, changed }: { of: Info; changed: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const [open, setOpen] = useState<Open>()
  const [name, setName] = useState('')
  const fault = passkeyFault(of.host)
  const close = () => setOpen(undefined)
  const done = async (text: string) => {
    close()
    showSuccess(text)
    await changed()
  }
  const startAdding = () => {
    setName(deviceOf(navigator.userAgent) ?? '')
    setOpen({ kind: 'add' })
  }
  return (
    <>
      <div className={home.padded}>
        <Text c="dimmed">{t('passkeys.text')}</Text>
        <Text mb="xs">{of.passkeys.length === 0 && t('passkeys.empty')}</Text>
        {fault === undefined ? (
          <Button variant="default" onClick={startAdding}>
            {t('passkeys.add')}
          </Button>
        ) : (
          <Alert color="yellow" p="xs">
            {fault}
          </Alert>
        )}
      </div>
      {of.passkeys.length > 0 && (
        <ul className={home.rows}>
          {of.passkeys.map((passkey) => (
            <li key={passkey.passkeyId}>
              <div className={home.what}>
                <span>{passkey.name}</span> {passkey.synced && <Badge>{t('passkeys.synced')}</Badge>}
                <Text size="xs" c="dimmed">
                  {lead(t('passkeys.made'))}
                  <Time at={passkey.createdAt} brief />
                  {' · '}
                  {passkey.lastUsedAt ? (
                    <>
                      {lead(t('passkeys.used'))}
                      <Ago at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    t('passkeys.never')
                  )}
                </Text>
              </div>
              <Group gap={6}>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={t('passkeys.renameOf', { name: passkey.name })}
                  onClick={() => setOpen({ kind: 'rename', of: passkey })}
                >
                  {t('passkeys.rename')}
                </Button>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={t('passkeys.removeOf', { name: passkey.name })}
                  onClick={() => setOpen({ kind: 'remove', of: passkey })}
                >
                  {t('passkeys.remove')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'add' && (
        <ProofDialog
          of={of}
          title={t('passkeys.add')}
          close={close}
          go={async (proof) => {
            const asked = await call(passkeyAddAsk, proof)
            const credential = await makePasskey(asked)
            await call(passkeyAdd, { challenge: asked.challenge, credential, name: name.trim() || t('passkeys.title') })
            await done(t('passkeys.added'))
          }}
        >
          <TextInput
            label={t('passkeys.name')}
            description={t('passkeys.nameHint')}
            maxLength={50}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </ProofDialog>
      )}
      {open?.kind === 'remove' && (
        <ProofDialog
          of={of}
          title={t('passkeys.removeOf', { name: open.of.name })}
          close={close}
          go={async (proof) => {
            await call(passkeyRemove, { passkeyId: open.of.passkeyId, ...proof })
            await done(t('passkeys.removed'))
          }}
        >
          <Text>{t('passkeys.removeLead')}</Text>
        </ProofDialog>
      )}
      {open?.kind === 'rename' && <Rename of={open.of} close={close} done={() => done(t('passkeys.renamed'))} />}
    </>
  )
}

function Rename({ of, close, done }: { of: Passkey; close: () => void; done: () => Promise<void> }) {
  const { t } = useTranslation(['security', 'common'])
  const [name, setName] = useState(of.name)
  const [tried, setTried] = useState(false)
  const { busy, fault, attempt } = useAttempt()
  const empty = name.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (empty) return
    if (await attempt(() => call(passkeyRename, { passkeyId: of.passkeyId, name: name.trim() }))) await done()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('passkeys.renameOf', { name: of.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {fault !== '' && (
            <Alert color="red" role="alert" p="xs">
              {fault}
            </Alert>
          )}
          <TextInput
            label={t('passkeys.name')}
            data-autofocus
            maxLength={50}
            value={name}
            error={tried && empty && t('passkeys.nameEmpty')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('common:confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
