// The form of a new promoter, or of a promoter's name and remark.

import type { Answer } from '@greenroom/contract/call'
import { promoterInfo, promoterSave, promoterUpdate } from '@greenroom/contract/channels'
import { promoterSave as saveSchema, promoterUpdate as updateSchema } from '@greenroom/contract/channels.schema'
import { promotersChanged } from '@greenroom/contract/sentences/promotion'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'

type Promoter = Answer<typeof promoterInfo>['promoter']
type Form = { id?: number; version?: number; name: string; remark: string }

export default recordForm<Promoter, Form>({
  thing: 'promotion.promoter',
  read: async (id, options) => (await call(promoterInfo, { id: Number(id) }, options)).promoter,
  toForm: ({ id, version, name, remark }) => ({ id, version, name, remark }),
  nameOf: ({ name }) => name,
  update: [promoterUpdate, updateSchema],
  save: [promoterSave, saveSchema],
  empty: () => ({ name: '', remark: '' }),
  codes: { 1000002: 'name' },
  message: ({ name }, verb) => promotersChanged([{ name }], verb),
  Fields,
})

function Fields({ form }: RecordFields<Promoter, Form>) {
  const { t } = useTranslation('promotion')
  return (
    <>
      <TextInput label={t('fields.name')} required data-autofocus maxLength={60} {...form.getInputProps('name')} />
      <Textarea label={t('fields.remark')} autosize minRows={2} maxLength={500} {...form.getInputProps('remark')} />
    </>
  )
}
