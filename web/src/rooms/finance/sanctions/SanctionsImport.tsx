// Imports a version of a sanctions list: the file is sent in parts and takes effect when the last one has arrived.
import { sanctionsPart, sanctionsStart } from '@greenroom/contract/sanctions'
import { sanctionsPartBytes, sanctionsStart as schema } from '@greenroom/contract/sanctions.schema'
import { Alert, FileInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { sendParts, useUpload } from '../../../actions/form/sendParts.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { showSuccess } from '../../../session/messages.ts'

type Form = { name: string; fileName: string }

const empty: Form = { name: '', fileName: '' }

export default function ImportDrawer({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const client = useQueryClient()
  const { file, setFile, upload, state } = useUpload(t('statement.import.sending'))
  return (
    <FormDrawer<Form, typeof sanctionsStart>
      title={t('actions.sanctions.import')}
      close={close}
      draft="finance.sanctions"
      call={sanctionsStart}
      schema={schema.payload}
      initial={empty}
      payload={(values) => ({ ...values, fileName: file?.name ?? '' })}
      check={() => (file ? {} : { fileName: t('statement.import.noFile') })}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      submit={t('statement.import.submit')}
      onSaved={({ listId }) => {
        upload(async (chosen, onProgress) => {
          const { state: now } = await sendParts(sanctionsPart, { listId }, chosen, sanctionsPartBytes, onProgress)
          await client.invalidateQueries({ queryKey: ['finance.sanctions'] })
          showSuccess(t(now === 'waiting' ? 'sanctions.import.waits' : 'sanctions.import.done'))
          close()
        })
        return true
      }}
    >
      {(form) => (
        <>
          {state}
          <Alert color="gray" p="xs">
            {t('sanctions.hint')}
          </Alert>
          <TextInput
            label={t('sanctions.import.name')}
            description={t('sanctions.import.nameHint')}
            required
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <FileInput
            label={t('statement.import.file')}
            description={t('sanctions.import.fileHint')}
            placeholder={t('statement.import.choose')}
            accept=".csv,text/csv"
            required
            clearable
            value={file}
            onChange={setFile}
            error={form.errors['fileName']}
          />
        </>
      )}
    </FormDrawer>
  )
}
