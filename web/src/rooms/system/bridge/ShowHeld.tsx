// One event that failed: why, and the line as long as it is kept.
import type { RecordOf } from '@greenroom/contract/call'
import { heldEventList, rejectionList } from '@greenroom/contract/clients'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { HeldState } from './heldActions.tsx'
import { Json } from './Json.tsx'

// One rejected line: why, and the received text.
type Rejection = RecordOf<typeof rejectionList>

const readOfShowRejection = async (id: string, signal: AbortSignal) =>
  (await call(rejectionList, { rejectionId: id, size: 1 }, { signal })).records[0]

export function ShowRejection({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const { label } = useLabels()
  return (
    <ShowRecord<Rejection>
      rowId={rowId}
      close={close}
      title={t('actions.bridge.showLine')}
      read={(signal) => readOfShowRejection(rowId, signal)}
      named={(line) => line.type}
      width="medium"
    >
      {(line) => (
        <>
          <Facts
            of={[
              [t('columns.errorCode'), `${line.errorCode} · ${label([`errors:${line.errorCode}`, 'errors:10001'])}`],
              [t('columns.why'), line.why],
              [t('columns.client'), line.client],
              [t('columns.at'), <Time key="at" at={line.at} />],
            ]}
          />
          <Json title={t('bridge.line')} text={line.line} />
        </>
      )}
    </ShowRecord>
  )
}

type HeldEvent = RecordOf<typeof heldEventList>

const read = async (id: string, signal: AbortSignal) =>
  (await call(heldEventList, { eventId: id, size: 1 }, { signal })).records[0]

export function ShowHeld({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const { label } = useLabels()
  return (
    <ShowRecord<HeldEvent>
      rowId={rowId}
      close={close}
      title={t('actions.bridge.showEvent')}
      read={(signal) => read(rowId, signal)}
      named={(event) => event.type}
      width="medium"
    >
      {(event) => (
        <>
          <Facts
            of={[
              [t('columns.state'), <HeldState key="state" of={event} />],
              [t('columns.client'), event.client],
              [t('columns.happenedAt'), <Time key="happened" at={event.happenedAt} />],
              [t('columns.tries'), String(event.tries)],
              [t('columns.why'), event.reason],
              [t('columns.firstFailedAt'), <Time key="first" at={event.firstFailedAt} />],
              [t('columns.lastFailedAt'), <Time key="last" at={event.lastFailedAt} />],
              [
                t('columns.errorCode'),
                event.errorCode !== null &&
                  `${event.errorCode} · ${label([`errors:${event.errorCode}`, 'errors:10001'])}`,
              ],
              [t('columns.endedBy'), event.endedBy],
              [t('columns.endedAt'), event.endedAt && <Time key="ended" at={event.endedAt} />],
              [t('columns.eventId'), <Code key="id">{event.eventId}</Code>],
            ]}
          />
          {event.line === '' ? <p>{t('bridge.notKept')}</p> : <Json title={t('bridge.line')} text={event.line} />}
        </>
      )}
    </ShowRecord>
  )
}
