// One error of the front end, with its stack.
import type { RecordOf } from '@greenroom/contract/call'
import { frontErrorList } from '@greenroom/contract/systemErrors'
import { Code as Block } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { ErrorState } from './errorActions.tsx'

type PageError = RecordOf<typeof frontErrorList>

const read = async (id: string, signal: AbortSignal) =>
  (await call(frontErrorList, { frontErrorId: Number(id), size: 1 }, { signal })).records[0]

export default function ShowError({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <ShowRecord<PageError>
      rowId={rowId}
      close={close}
      title={t('actions.bridge.showError')}
      read={(signal) => read(rowId, signal)}
      named={(error) => error.screen}
      width="medium"
    >
      {(error) => (
        <>
          <Facts
            of={[
              [t('columns.errorState'), <ErrorState key="state" of={error} />],
              [t('columns.errorKind'), <Labelled key="kind" by={`system:options.errorKind.${error.kind}`} />],
              [t('columns.message'), error.message],
              [t('columns.times'), String(error.times)],
              [t('columns.firstAt'), <Time key="first" at={error.firstAt} />],
              [t('columns.lastAt'), <Time key="last" at={error.lastAt} />],
              [t('columns.release'), <Code key="release">{error.release}</Code>],
              [t('columns.browser'), error.browser],
              [t('columns.knownBy'), error.knownBy],
            ]}
          />
          {/* Read sideways by keyboard too. */}
          <Block block tabIndex={0} mt="md" role="group" aria-label={t('bridge.stack')}>
            {error.stack || t('bridge.noStack')}
          </Block>
        </>
      )}
    </ShowRecord>
  )
}
