// Imports a statement: the file is sent in parts, and matched when the last one is there.
import { statementMappingList, statementPart, statementStart } from '@greenroom/contract/statements'
import { statementStart as schema, statementPartBytes } from '@greenroom/contract/statements.schema'
import { Alert, FileInput, Group, Progress, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer, useFormWait } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/list.ts'
import { explain, showSuccess } from '../../../session/messages.ts'

type Form = { mappingId: string; fileName: string; fromDay: string; toDay: string; opening: string; closing: string }

const empty: Form = { mappingId: '', fileName: '', fromDay: '', toDay: '', opening: '', closing: '' }

/** Sends the file's parts one after another; a part that was lost is sent again once. */
async function sendParts(statementId: number, file: File, told: (share: number) => void): Promise<void> {
  const parts = Math.max(1, Math.ceil(file.size / statementPartBytes))
  for (let number = 0; number < parts; number++) {
    const part = file.slice(number * statementPartBytes, (number + 1) * statementPartBytes)
    const form = new FormData()
    form.set('file', part, file.name)
    // biome-ignore lint: each part follows the one before
    await call(statementPart, { statementId, number, last: number === parts - 1 }, { form })
    told((number + 1) / parts)
  }
}

export default function ImportDrawer({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState('')
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
    <FormDrawer<Form>
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
      onSaved={(answer: { statementId: number }) => {
        if (!file) return true
        setShare(0)
        setFault('')
        sendParts(answer.statementId, file, setShare)
          .then(() => {
            showSuccess(t('statement.import.done'))
            close()
          })
          .catch((error: unknown) => {
            setShare(undefined)
            setFault(explain(error)?.text ?? '')
          })
        return true
      }}
    >
      {(form) => (
        <>
          <Uploading share={share} />
          {fault !== '' && (
            <Alert color="red" role="alert" p="xs">
              {fault}
            </Alert>
          )}
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

/** How much of the file is sent; the form waits meanwhile. */
function Uploading({ share }: { share: number | undefined }) {
  const { t } = useTranslation('finance')
  const wait = useFormWait()
  wait(share !== undefined)
  if (share === undefined) return null
  return <Progress value={share * 100} size="lg" aria-label={t('statement.import.sending')} />
}
