// One delivery: its state, and the command as sent.
import { deliveryList } from '@greenroom/contract/clients'
import { Button, Group } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useRunAction } from '../../../actions/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { type Delivery, DeliveryState, deliveryActions } from './deliveryActions.tsx'
import { Json } from './Json.tsx'

const read = async (id: string, signal: AbortSignal) =>
  (await call(deliveryList, { deliveryId: Number(id), size: 1 }, { signal })).records[0]

export default function ShowDelivery({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <ShowRecord<Delivery>
      rowId={rowId}
      close={close}
      title={t('actions.bridge.show')}
      read={(signal) => read(rowId, signal)}
      named={(delivery) => `${delivery.type} · ${delivery.subject}`}
      width="medium"
    >
      {(delivery) => (
        <>
          <Facts
            of={[
              [t('columns.state'), <DeliveryState key="state" of={delivery} />],
              [t('columns.client'), delivery.client],
              [t('columns.at'), <Time key="at" at={delivery.at} />],
              [t('columns.attempts'), String(delivery.attempts)],
              [t('columns.lastStatus'), delivery.lastStatus?.toString()],
              [t('columns.lastError'), delivery.lastError],
              [t('columns.nextAt'), delivery.nextAt && <Time key="next" at={delivery.nextAt} />],
              [t('columns.deliveredAt'), delivery.deliveredAt && <Time key="done" at={delivery.deliveredAt} />],
              [t('columns.commandId'), <Code key="id">{delivery.commandId}</Code>],
            ]}
          />
          <Json title={t('bridge.payload')} text={delivery.payload} />
          <Replay delivery={delivery} close={close} />
        </>
      )}
    </ShowRecord>
  )
}

function Replay({ delivery, close }: { delivery: Delivery; close: () => void }) {
  const { t } = useTranslation('system')
  const run = useRunAction()
  const replay = deliveryActions.find((action) => action.id === 'system.bridge.replay')!
  const why = refusalOf('system', delivery.can.replay, replay.id)
  return (
    <Group justify="flex-end">
      <WhyNot reason={why}>
        <Button
          leftSection={<IconSend size={15} aria-hidden />}
          {...(why !== undefined && refusedProps)}
          onClick={() => {
            if (why !== undefined) return
            close()
            run(replay, [delivery])
          }}
        >
          {t('actions.bridge.replay')}
        </Button>
      </WhyNot>
    </Group>
  )
}
