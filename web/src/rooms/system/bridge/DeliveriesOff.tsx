// Banner on every view: a restored copy delivers nothing; accounts with write access can switch deliveries on.
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
          {data.off.restoredTo === null ? t('bridge.off.restored') : lead(t('bridge.off.restoredTo'))}
          {data.off.restoredTo !== null && <Time at={data.off.restoredTo} />}
        </Text>
        {data.waiting > 0 && <Text size="sm">{t('bridge.off.waiting', { count: data.waiting })}</Text>}
        {data.can.resume === true && (
          <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
            {t('bridge.off.resume')}
          </Button>
        )}
      </Stack>
      {asking && <Resume waiting={data.waiting} close={() => setAsking(false)} />}
    </Alert>
  )
}

function Resume({ waiting, close }: { waiting: number; close: () => void }) {
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
        <Text>{t('system:bridge.off.question', { count: waiting })}</Text>
      </ReasonForm>
    </Modal>
  )
}
