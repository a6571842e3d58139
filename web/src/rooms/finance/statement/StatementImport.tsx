// Imports a statement: the file is sent in parts and matched when the last one has arrived.
import { statementMappingList, statementPart, statementStart } from '@greenroom/contract/statements'
import { statementStart as schema, statementPartBytes } from '@greenroom/contract/statements.schema'
import { FileInput, Group, ScrollArea, Select, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { sendParts, useUpload } from '../../../actions/form/sendParts.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { fileText } from '../../../format/fileText.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { showSuccess } from '../../../session/messages.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import type { Mapping } from './StatementState.tsx'
import { minorOf, type Preview, previewOf } from './statementPreview.ts'

// Reads the beginning and the end of a chosen file.
const bytes = 16_384

/** What the file says by this mapping; undefined until both are chosen, and if its text cannot be read. `found` is told each new one. */
function usePreview(
  file: File | null,
  settings: Mapping['settings'] | undefined,
  found: (preview: Preview) => void,
): Preview | undefined {
  const [read, setRead] = useState<{ file: File; settings: Mapping['settings']; preview: Preview }>()
  useEffect(() => {
    if (!file || !settings) return undefined
    let isLatest = true
    // A part may end within a letter: what stands after its last line break is left out.
    const whole = async (from: number, to: number) => {
      const part = new Uint8Array(await file.slice(from, to).arrayBuffer())
      const begin = from === 0 ? 0 : part.indexOf(10) + 1
      const end = to >= file.size ? part.length : part.lastIndexOf(10) + 1
      return (await fileText(new Blob([part.slice(begin, Math.max(begin, end))]))) ?? ''
    }
    Promise.all([
      whole(0, Math.min(bytes, file.size)),
      file.size > bytes ? whole(Math.max(bytes, file.size - bytes), file.size) : '',
    ]).then(
      ([head, tail]) => {
        if (!isLatest) return
        const preview = previewOf(head, tail, settings)
        setRead({ file, settings, preview })
        found(preview)
      },
      () => {},
    )
    return () => {
      isLatest = false
    }
    // biome-ignore lint: the newest `found` is called for a new file or mapping only
  }, [file, settings])
  return read && read.file === file && read.settings === settings ? read.preview : undefined
}

// The first lines of a statement's file, before it is sent.
function FilePreview({ of }: { of: Preview }) {
  const { t } = useTranslation('finance')
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('statement.import.preview')}
      </Text>
      <ScrollArea type="auto" tabIndex={0} role="group" aria-label={t('statement.import.preview')}>
        <Table fz="xs" verticalSpacing={2} style={{ whiteSpace: 'nowrap' }}>
          <Table.Thead>
            <Table.Tr>
              {of.header.map((name, at) => (
                // biome-ignore lint: columns have no identity besides their place
                <Table.Th key={at}>
                  <bdi>{name}</bdi>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.lines.map((cells, at) => (
              // biome-ignore lint: as above
              <Table.Tr key={at}>
                {cells.map((cell, place) => (
                  // biome-ignore lint: as above
                  <Table.Td key={place}>
                    <bdi>{cell}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </div>
  )
}

type Form = { mappingId: string; fileName: string; fromDay: string; toDay: string; opening: string; closing: string }

const empty: Form = { mappingId: '', fileName: '', fromDay: '', toDay: '', opening: '', closing: '' }

type Settings = Mapping['settings']

/** A typed balance in the smallest unit of the mapping's currency; undefined if empty, null if it is no amount. */
function balanceOf(text: string, settings: Settings | undefined): number | null | undefined {
  if (text.trim() === '' || !settings) return undefined
  return minorOf(text, settings.currency) ?? null
}

export default function ImportDrawer({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const { file, setFile, upload, state } = useUpload(t('statement.import.sending'))
  const { data } = useQuery({
    queryKey: ['finance.statement', statementMappingList.name],
    queryFn: ({ signal }) => call(statementMappingList, { size: 200 }, { signal }),
  })
  const mappings = (data?.records ?? []).map(({ id, name, gateway }) => ({
    value: String(id),
    label: `${name} (${gateway})`,
  }))
  const settingsOf = (id: string) => data?.records.find((one) => String(one.id) === id)?.settings
  const balanceHint = (id: string) => {
    const settings = settingsOf(id)
    return settings ? t('statement.import.balanceHint', { currency: settings.currency }) : undefined
  }
  const refresh = useRefresh()
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
        opening: balanceOf(values.opening, settingsOf(values.mappingId)),
        closing: balanceOf(values.closing, settingsOf(values.mappingId)),
      })}
      check={(values) => ({
        ...(!file && { fileName: t('statement.import.noFile') }),
        ...Object.fromEntries(
          (['opening', 'closing'] as const)
            .filter((field) => balanceOf(values[field], settingsOf(values.mappingId)) === null)
            .map((field) => [field, t('statement.import.noAmount')]),
        ),
      })}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      submit={t('statement.import.submit')}
      onSaved={({ statementId }) => {
        upload(async (chosen, onProgress) => {
          await sendParts(statementPart, { statementId }, chosen, statementPartBytes, onProgress)
          showSuccess(t('statement.import.done'))
          // The row is being matched now; the list follows it until it is.
          void refresh()
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
          <Shown
            file={file}
            settings={settingsOf(form.values.mappingId)}
            found={({ period }) => period && form.setValues(period)}
          />
          <Group grow align="flex-start">
            <DayField label={t('statement.import.from')} required {...form.getInputProps('fromDay')} />
            <DayField label={t('statement.import.to')} required {...form.getInputProps('toDay')} />
          </Group>
          <Group grow align="flex-start">
            <TextInput
              label={t('statement.import.opening')}
              description={balanceHint(form.values.mappingId)}
              inputMode="decimal"
              {...form.getInputProps('opening')}
            />
            <TextInput
              label={t('statement.import.closing')}
              description={balanceHint(form.values.mappingId)}
              inputMode="decimal"
              {...form.getInputProps('closing')}
            />
          </Group>
        </>
      )}
    </FormDrawer>
  )
}

type ShownProps = { file: File | null; settings: Settings | undefined; found: (preview: Preview) => void }

function Shown({ file, settings, found }: ShownProps) {
  const preview = usePreview(file, settings, found)
  return preview ? <FilePreview of={preview} /> : null
}
