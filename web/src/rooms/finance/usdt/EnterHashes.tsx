// Enters the wallet's transactions: pasted lines, or its file.
import type { Answer } from '@greenroom/contract/call'
import { usdtOutHashes } from '@greenroom/contract/chain'
import { usdtOutHashes as schema } from '@greenroom/contract/chain.schema'
import { hashesEntered } from '@greenroom/contract/sentences/chain'
import { FileInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { showDone } from '../../../actions/done.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { OutcomesDrawer } from '../../../actions/form/OutcomesDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { fileText } from '../../../format/fileText.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { readHashLines } from './hashLines.ts'

type Form = { lines: string }
type Done = Answer<typeof usdtOutHashes>

export default function EnterHashes({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const [done, setDone] = useState<Done>()
  const title = t('actions.instruction.hashes')
  if (done)
    return <OutcomesDrawer action={title} idLabel={t('columns.instruction')} outcomes={done.outcomes} close={close} />
  return (
    <FormDrawer<Form, typeof usdtOutHashes>
      title={title}
      close={close}
      draft="finance.hashes"
      call={usdtOutHashes}
      schema={schema.payload}
      initial={{ lines: '' }}
      payload={({ lines }) => ({ lines: readHashLines(lines).lines })}
      check={({ lines }) => {
        const { lines: read, bad } = readHashLines(lines)
        if (bad.length > 0) return { lines: t('hashes.bad', { lines: bad.slice(0, 5).join(', ') }) }
        return read.length === 0 ? { lines: t('hashes.none') } : {}
      }}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      onSaved={(answer) => {
        if (answer.outcomes.some(({ ok }) => !ok)) {
          setDone(answer)
          return true
        }
        showDone(hashesEntered(answer.outcomes.length), undefined)
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Textarea
            label={t('hashes.lines')}
            description={t('hashes.hint')}
            required
            autosize
            minRows={8}
            maxRows={20}
            dir="ltr"
            data-autofocus
            {...form.getInputProps('lines')}
          />
          <FileInput
            label={t('hashes.file')}
            accept=".csv,.txt,text/csv,text/plain"
            clearable
            onChange={(file) => {
              if (file)
                void fileText(file).then((text) =>
                  text === undefined
                    ? form.setFieldError('lines', t('fileEncoding'))
                    : form.setFieldValue('lines', text),
                )
            }}
          />
        </>
      )}
    </FormDrawer>
  )
}
