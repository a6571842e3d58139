import type { Answer } from '@greenroom/contract/call'
import { recoveryRenew, type securityInfo } from '@greenroom/contract/security'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { saveBlob } from '../../../ui/behaviour/saveFile.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import home from '../Home.module.css'
import { ProofDialog } from './Proof.tsx'
import styles from './security.module.css'

type Info = Answer<typeof securityInfo>

/** Ten codes for the day on which the phone is lost. */
export function Recovery({ of, changed }: { of: Info; changed: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const [asks, setAsks] = useState(false)
  const [made, setMade] = useState<string[]>()
  const hasFactor = of.passkeys.length > 0 || of.authenticatorAt !== null
  const { left, madeAt } = of.recovery
  const title = t(madeAt === null ? 'recovery.make' : 'recovery.renew')
  return (
    <div className={home.padded}>
      <Text c="dimmed">{t('recovery.text')}</Text>
      <Text mb="xs">
        {!hasFactor ? t('recovery.needs') : madeAt === null ? t('recovery.none') : t('recovery.left', { count: left })}
      </Text>
      {hasFactor && (
        <Button variant="default" onClick={() => setAsks(true)}>
          {title}
        </Button>
      )}
      {asks && (
        <ProofDialog
          of={of}
          title={title}
          close={() => setAsks(false)}
          go={async (proof) => {
            const { codes } = await call(recoveryRenew, proof)
            setAsks(false)
            setMade(codes)
            await changed()
          }}
        >
          {madeAt !== null && <Text>{t('recovery.renewLead')}</Text>}
        </ProofDialog>
      )}
      {made && <Codes codes={made} close={() => setMade(undefined)} />}
    </div>
  )
}

function Codes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const { t } = useTranslation('security')
  const text = codes.join('\n')
  return (
    <Modal
      opened
      onClose={close}
      title={t('recovery.list')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Alert color="yellow" p="xs">
          {t('recovery.shown')}
        </Alert>
        <ol className={styles.codes} aria-label={t('recovery.list')} data-print data-secret dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group gap="xs">
          <CopyButton text={text} label={t('recovery.copy')} withText />
          <Button
            variant="default"
            onClick={() => saveBlob(t('recovery.file'), new Blob([`${text}\n`], { type: 'text/plain' }))}
          >
            {t('recovery.download')}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            {t('recovery.print')}
          </Button>
        </Group>
        <Button onClick={close} data-autofocus>
          {t('recovery.kept')}
        </Button>
      </Stack>
    </Modal>
  )
}
