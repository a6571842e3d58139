import type { RecordOf } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import {
  giftTemplateInfo,
  type giftTemplateList,
  giftTemplateSave,
  giftTemplateUpdate,
} from '@greenroom/contract/system'
import { giftTemplateSave as saveSchema, giftTemplateUpdate as updateSchema } from '@greenroom/contract/system.schema'
import { Select, Textarea, TextInput } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormWait } from '../../../action/form/FormDrawer.tsx'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { label } from '../../../ui/labels.ts'
import { type Picture, PicturePicker } from '../../../ui/PicturePicker.tsx'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'
import { pictureFault } from './pictures.ts'
import { scenes } from './scenes.ts'

type Template = RecordOf<typeof giftTemplateList>
type TemplateForm = { id?: number; version?: number; name: string; scene: string; pictures: Picture[]; remark: string }

/** The rules of the pictures have codes of their own; their words stand under the field before anything is sent. */
const check = ({ name, pictures }: TemplateForm): FormErrors => {
  const fault = pictureFault(pictures.length)
  const tooLong = Array.from(name.trim()).length > limits.giftName
  return {
    ...(fault && { pictures: label(`errors:${fault}`) }),
    ...(tooLong && { name: label('errors:70001') }),
  }
}

export default recordForm<Template, TemplateForm>({
  thing: 'system.giftTemplate',
  read: async (id) => (await call(giftTemplateInfo, { id: Number(id) })).template,
  toForm: ({ id, version, name, scene, pictures, remark }) => ({ id, version, name, scene, pictures, remark }),
  nameOf: ({ name }) => name,
  update: [giftTemplateUpdate, updateSchema],
  save: [giftTemplateSave, saveSchema],
  empty: () => ({ name: '', scene: 'live', pictures: [], remark: '' }),
  width: 620,
  payload: ({ pictures, ...rest }) => ({ ...rest, pictureIds: pictures.map((picture) => picture.fileId) }),
  check,
  codes: { 70001: 'name', 70004: 'pictures', 70005: 'pictures', 70006: 'pictures', 70007: 'pictures', 90006: 'scene' },
  told: (template, verb) => giftTemplatesChanged([template], verb),
  show: (field, value) => (field === 'pictures' ? <Thumbnails of={value as Picture[]} /> : String(value)),
  Fields: TemplateFields,
})

function TemplateFields({ form, readOnly }: RecordFields<Template, TemplateForm>) {
  const { t } = useTranslation('system')
  const wait = useFormWait()
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
      <PicturePicker
        purpose="giftPicture"
        label={t('giftTemplate.pictures', {
          min: limits.giftPicturesMin,
          max: limits.giftPicturesMax,
          now: form.values.pictures.length,
        })}
        value={form.values.pictures}
        most={limits.giftPicturesMax}
        readOnly={readOnly}
        error={form.errors['pictures']}
        change={(pictures) => form.setFieldValue('pictures', pictures)}
        uploading={wait}
      />
      <Textarea label={t('fields.remark')} autosize minRows={2} maxLength={200} {...form.getInputProps('remark')} />
    </>
  )
}
