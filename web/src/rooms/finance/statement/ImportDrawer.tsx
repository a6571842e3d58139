// Imports a statement: the file is sent in parts and matched when the last one has arrived.
import { statementMappingList, statementPart, statementStart } from '@greenroom/contract/statements'
import { statementStart as schema, statementPartBytes } from '@greenroom/contract/statements.schema'
import { FileInput, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/list.ts'
import { showSuccess } from '../../../session/messages.ts'
import { sendParts, useUpload } from '../upload.tsx'

type Form = { mappingId: string; fileName: string; fromDay: string; toDay: string; opening: string; closing: string }

const empty: Form = { mappingId: '', fileName: '', fromDay: '', toDay: '', opening: '', closing: '' }

export default function ImportDrawer({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const { file, setFile, upload, state } = useUpload()
  const { data } = useQuery({
    queryKey: ['finance.statement', statementMappingList.name],
    queryFn: ({ signal }) => call(statementMappingList, { size: 200 }, { signal }),
  })
  const mappings = (data?.records ?? []).map(({ id, name, gateway }) => ({
    value: String(id),
    label: `${name} (${gateway})`,
  }))
  const minor = (text: string) => (text.trim() === '' ? undefined : text.trim())
  return (
    <FormDrawer<Form, typeof statementStart>
      title={t('actions.statement.import')}
      close={close}
      draft="finance.statement"
      call={statementStart}
      schema={schema.payload}
      initial={empty}
      payload={(values) => ({
        ...values,
        fileName: file?.name ?? '',
        opening: minor(values.opening),
        closing: minor(values.closing),
      })}
      check={() => (file ? {} : { fileName: t('statement.import.noFile') })}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      submit={t('statement.import.submit')}
      onSaved={({ statementId }) => {
        upload(async (chosen, onProgress) => {
          await sendParts(statementPart, { statementId }, chosen, statementPartBytes, onProgress)
          showSuccess(t('statement.import.done'))
          close()
        })
        return true
      }}
    >
      {(form) => (
        <>
          {state}
          <Select
            label={t('statement.import.mapping')}
            description={
              data && mappings.length === 0 ? (
                <Link to="/finance/statement?tab=mappings&drawer=add">{t('statement.import.noMapping')}</Link>
              ) : undefined
            }
            data={mappings}
            required
            {...form.getInputProps('mappingId')}
          />
          <FileInput
            label={t('statement.import.file')}
            description={t('statement.import.fileHint')}
            placeholder={t('statement.import.choose')}
            accept=".csv,.txt,text/csv"
            required
            clearable
            clearButtonProps={{ 'aria-label': t('statement.import.clear') }}
            value={file}
            onChange={setFile}
            error={form.errors['fileName']}
          />
          <Group grow align="flex-start">
            <TextInput type="date" label={t('statement.import.from')} required {...form.getInputProps('fromDay')} />
            <TextInput type="date" label={t('statement.import.to')} required {...form.getInputProps('toDay')} />
          </Group>
          <Group grow align="flex-start">
            <TextInput
              label={t('statement.import.opening')}
              description={t('statement.import.balanceHint')}
              inputMode="numeric"
              {...form.getInputProps('opening')}
            />
            <TextInput
              label={t('statement.import.closing')}
              description={t('statement.import.balanceHint')}
              inputMode="numeric"
              {...form.getInputProps('closing')}
            />
          </Group>
        </>
      )}
    </FormDrawer>
  )
}
