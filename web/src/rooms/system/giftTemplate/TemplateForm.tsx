import type { RecordOf } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import {
  giftTemplateInfo,
  type giftTemplateList,
  giftTemplateSave,
  giftTemplateUpdate,
} from '@greenroom/contract/systemRecords'
import {
  giftTemplateSave as saveSchema,
  giftTemplateUpdate as updateSchema,
} from '@greenroom/contract/systemRecords.schema'
import { Select, Textarea, TextInput } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { label } from '../../../ui/labels.ts'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'
import { GiftPicker } from './GiftPicker.tsx'
import { giftsFault } from './gifts.ts'
import { scenes } from './scenes.ts'

type Template = RecordOf<typeof giftTemplateList>
type Gift = Template['gifts'][number]
type TemplateForm = { id?: number; version?: number; name: string; scene: string; gifts: Gift[]; remark: string }

/** The count of gifts has codes of its own; their texts stand under the field before anything is sent. */
const check = ({ name, gifts }: TemplateForm): FormErrors => {
  const fault = giftsFault(gifts.length)
  const tooLong = Array.from(name.trim()).length > limits.giftName
  return {
    ...(fault && { gifts: label(`errors:${fault}`) }),
    ...(tooLong && { name: label('errors:70001') }),
  }
}

export default recordForm<Template, TemplateForm>({
  thing: 'system.giftTemplate',
  read: async (id) => (await call(giftTemplateInfo, { id: Number(id) })).template,
  toForm: ({ id, version, name, scene, gifts, remark }) => ({ id, version, name, scene, gifts, remark }),
  nameOf: ({ name }) => name,
  update: [giftTemplateUpdate, updateSchema],
  save: [giftTemplateSave, saveSchema],
  empty: () => ({ name: '', scene: 'live', gifts: [], remark: '' }),
  width: 620,
  payload: ({ gifts, ...rest }) => ({ ...rest, giftIds: gifts.map(({ giftId }) => giftId) }),
  check,
  codes: {
    70001: 'name',
    70004: 'gifts',
    70005: 'gifts',
    70006: 'gifts',
    70007: 'gifts',
    90003: 'gifts',
    90006: 'scene',
  },
  told: (template, verb) => giftTemplatesChanged([template], verb),
  show: (field, value) =>
    field === 'gifts' ? <Thumbnails of={(value as Gift[]).map(({ picture }) => picture)} /> : String(value),
  Fields: TemplateFields,
})

function TemplateFields({ form, readOnly }: RecordFields<Template, TemplateForm>) {
  const { t } = useTranslation('system')
  return (
    <>
      <TextInput
        label={t('fields.name')}
        description={t('giftTemplate.nameHint', { count: limits.giftName })}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={t('fields.scene')}
        description={t('giftTemplate.sceneHint')}
        data={scenes.map((value) => ({ value, label: t(`options.scene.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('scene')}
      />
      <GiftPicker
        value={form.values.gifts}
        readOnly={readOnly}
        error={form.errors['gifts'] ?? form.errors['giftIds']}
        change={(gifts) => form.setFieldValue('gifts', gifts)}
      />
      <Textarea label={t('fields.remark')} autosize minRows={2} maxLength={200} {...form.getInputProps('remark')} />
    </>
  )
}
