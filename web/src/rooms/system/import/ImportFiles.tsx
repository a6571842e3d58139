// Begins an import: its files are sent in parts, and checked when the last one has arrived.
import { importCheck, importDiscard, importInfo, importPart, importStart } from '@greenroom/contract/moving'
import { importPartBytes, importStart as schema } from '@greenroom/contract/moving.schema'
import { Anchor, FileInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { sendParts, useUpload } from '../../../actions/form/sendParts.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call, isRefused } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { inFull, showSuccess } from '../../../session/messages.ts'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'

type Form = { atStr: string }

const empty: Form = { atStr: '' }

/** A refused file can't be mended within its import: the mended one begins another. */
async function end(importId: number, reason: string): Promise<void> {
  const { version } = await call(importInfo, { importId })
  await call(importDiscard, { importId, version, reason: reason.slice(0, 500) })
}

export default function ImportFiles({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  const refresh = useRefresh()
  const { file: files, setFile: setFiles, upload, state } = useUpload<File[]>(t('moving.sending'))
  const chosen = files ?? []
  return (
    <FormDrawer<Form, typeof importStart>
      title={t('actions.import.add')}
      close={close}
      draft="system.import"
      call={importStart}
      schema={schema.payload}
      initial={empty}
      payload={({ atStr }) => (atStr === '' ? {} : { atStr })}
      check={() => (chosen.length > 0 ? {} : { files: t('moving.noFile') })}
      refused={refusalOf('system', list.writable || 'readOnly')}
      submit={t('moving.submit')}
      onSaved={({ importId }) => {
        upload(async (all, onProgress) => {
          try {
            for (const [at, file] of all.entries())
              await sendParts(importPart, { importId, fileName: file.name }, file, importPartBytes, (share) =>
                onProgress((at + share) / all.length),
              )
            const { version } = await call(importInfo, { importId })
            await call(importCheck, { importId, version })
          } catch (error) {
            if (isRefused(error)) await end(importId, inFull(error)).then(refresh, () => {})
            throw error
          }
          showSuccess(t('moving.sent'))
          void refresh()
          close()
        })
        return true
      }}
    >
      {(form) => (
        <>
          {state}
          <Text size="sm">{t('moving.about')}</Text>
          <FileInput
            label={t('moving.file')}
            description={
              <>
                {t('moving.fileHint')}{' '}
                <Anchor href="/docs/moving-in" target="_blank" size="xs" underline="always">
                  {t('moving.docs')}
                </Anchor>
              </>
            }
            placeholder={t('moving.choose')}
            accept=".ndjson,.jsonl,.json,.csv,text/csv"
            multiple
            required
            clearable
            clearButtonProps={{ 'aria-label': t('moving.clear') }}
            value={chosen}
            onChange={setFiles}
            error={form.errors['files']}
          />
          <DateTimeField
            label={t('moving.moment')}
            description={t('moving.momentHint')}
            {...form.getInputProps('atStr')}
          />
        </>
      )}
    </FormDrawer>
  )
}
