// One rejected line: why, and the received text.
import type { RecordOf } from '@greenroom/contract/call'
import { rejectionList } from '@greenroom/contract/clients'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../../action/Drawers.tsx'
import { ShowRecord } from '../../../../action/form/ShowRecord.tsx'
import { call } from '../../../../api/call.ts'
import { Time } from '../../../../format/Time.tsx'
import { Facts } from '../../../../ui/Facts.tsx'
import { useLabels } from '../../../../ui/labels.ts'
import { Json } from '../Json.tsx'

type Rejection = RecordOf<typeof rejectionList>

const read = async (id: string, signal: AbortSignal) =>
  (await call(rejectionList, { rejectionId: id, size: 1 }, { signal })).records[0]

export default function ShowRejection({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const { label } = useLabels()
  return (
    <ShowRecord<Rejection>
      rowId={rowId}
      close={close}
      title={t('actions.bridge.showLine')}
      read={(signal) => read(rowId, signal)}
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
