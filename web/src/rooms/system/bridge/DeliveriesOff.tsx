// Banner on every view: a restored copy delivers nothing, nor does a database whose failover lost something; accounts with write access can switch deliveries on.
import type { Answer } from '@greenroom/contract/call'
import { deliveryResume, deliverySwitch } from '@greenroom/contract/clients'
import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonForm } from '../../../actions/form/ReasonForm.tsx'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { showSuccess } from '../../../session/messages.ts'
import { lead } from '../../../ui/labels.ts'

export function DeliveriesOff() {
  const { t } = useTranslation('system')
  const [asking, setAsking] = useState(false)
  const { data } = useQuery({
    queryKey: ['system.bridge', 'switch'],
    queryFn: ({ signal }) => call(deliverySwitch, {}, { signal }),
  })
  if (!data?.off) return null
  return (
    <Alert
      color="red"
      role="alert"
      mb="sm"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      title={t('bridge.off.title')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Why of={data.off} />
        </Text>
        {data.waiting > 0 && <Text size="sm">{t('bridge.off.waiting', { count: data.waiting })}</Text>}
        {data.can.resume === true && (
          <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
            {t('bridge.off.resume')}
          </Button>
        )}
      </Stack>
      {asking && <Resume waiting={data.waiting} isFailover={data.off.lost !== null} close={() => setAsking(false)} />}
    </Alert>
  )
}

function Why({ of: { restoredTo, lost } }: { of: NonNullable<Answer<typeof deliverySwitch>['off']> }) {
  const { t } = useTranslation('system')
  if (lost)
    return lost.outcome === 'lost' ? (
      <>
        {lead(t('bridge.off.lost', { count: lost.transactions, seconds: lost.seconds }))}
        {lost.from !== null && <Time at={lost.from} />}
      </>
    ) : (
      t('bridge.off.unknown')
    )
  if (restoredTo === null) return t('bridge.off.restored')
  return (
    <>
      {lead(t('bridge.off.restoredTo'))}
      <Time at={restoredTo} />
    </>
  )
}

function Resume({ waiting, isFailover, close }: { waiting: number; isFailover: boolean; close: () => void }) {
  const { t } = useTranslation(['system', 'list', 'common'])
  const refresh = useRefresh()
  const resume = async (reason: string) => {
    await call(deliveryResume, { reason })
    void refresh()
    showSuccess(t('system:bridge.off.resumed'))
    close()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('system:bridge.off.resume')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ReasonForm hint={t('list:form.reasonHint')} submit={t('system:bridge.off.resume')} run={resume} cancel={close}>
        <Text>{t(isFailover ? 'system:bridge.off.again' : 'system:bridge.off.question', { count: waiting })}</Text>
      </ReasonForm>
    </Modal>
  )
}
