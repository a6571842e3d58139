import type { RecordOf } from '@greenroom/contract/call'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistInfo, type whitelistList, whitelistUpdate } from '@greenroom/contract/system'
import { whitelistUpdate as schema } from '@greenroom/contract/system.schema'
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { call } from '../../../api/call.ts'
import { dateTime } from '../../../format/time.ts'
import { useSession } from '../../../session/session.ts'
import { DateTimeField } from '../../../ui/DateTimeField.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'

type Entry = RecordOf<typeof whitelistList>

const read = async (id: number) => (await call(whitelistInfo, { id })).entry

export default function EditEntry({ about, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <RecordDrawer<Entry>
      about={about}
      close={close}
      title={t('actions.whitelist.edit')}
      read={() => read(Number(about))}
    >
      {(entry) => <Editor entry={entry} close={close} />}
    </RecordDrawer>
  )
}

function Editor({ entry, close }: { entry: Entry; close: () => void }) {
  const { t } = useTranslation('system')
  const { timeZone } = useSession()
  const toForm = ({ id, version, note, expiresAt }: Entry) => ({
    id,
    version,
    note,
    expiresAtStr: expiresAt === null ? '' : dateTime(expiresAt, timeZone),
  })
  return (
    <FormDrawer
      title={label('list:of', { action: t('actions.whitelist.edit'), name: entry.value })}
      close={close}
      draft={`system.whitelist:${entry.id}`}
      call={whitelistUpdate}
      schema={schema.payload}
      initial={toForm(entry)}
      told={() => whitelistChanged([entry], 'edited')}
      theirs={async () => toForm(await read(entry.id))}
      refused={entry.can.update === true ? undefined : label(reasonKeys('system', entry.can.update))}
    >
      {(form) => (
        <>
          <Facts
            of={[
              [t('columns.kind'), t(`options.kind.${entry.kind}`)],
              [t('columns.value'), <Code key="value">{entry.value}</Code>],
              [t('columns.createdBy'), entry.createdBy],
            ]}
          />
          <Textarea label={t('fields.note')} autosize minRows={2} maxLength={200} {...form.getInputProps('note')} />
          <DateTimeField
            label={t('fields.expiresAtStr')}
            description={t('whitelist.expiryHint')}
            {...form.getInputProps('expiresAtStr')}
          />
        </>
      )}
    </FormDrawer>
  )
}
