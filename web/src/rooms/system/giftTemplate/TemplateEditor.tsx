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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/list.ts'
import { label } from '../../../ui/labels.ts'
import { type Picture, PicturePicker } from '../../../ui/PicturePicker.tsx'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'
import { pictureFault } from './pictures.ts'

type Template = RecordOf<typeof giftTemplateList>
type TemplateForm = { id?: number; version?: number; name: string; scene: string; pictures: Picture[]; remark: string }

const scenes = ['live', 'call', 'chat', 'dynamic'] as const
const empty: TemplateForm = { name: '', scene: 'live', pictures: [], remark: '' }
const toForm = ({ id, version, name, scene, pictures, remark }: Template): TemplateForm => ({
  id,
  version,
  name,
  scene,
  pictures,
  remark,
})
const toPayload = ({ pictures, ...rest }: TemplateForm) => ({ ...rest, pictureIds: pictures.map((p) => p.fileId) })

const read = async (id: number) => (await call(giftTemplateInfo, { id })).template

/** The rules of the pictures have codes of their own; their words stand under the field before anything is sent. */
const check = ({ name, pictures }: TemplateForm): FormErrors => {
  const fault = pictureFault(pictures.length)
  const tooLong = Array.from(name.trim()).length > limits.giftName
  return {
    ...(fault && { pictures: label(`errors:${fault}`) }),
    ...(tooLong && { name: label('errors:70001') }),
  }
}

export default function TemplateEditor({ about, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  if (about === '') return <Editor initial={empty} refused={list.writable ? undefined : 'readOnly'} close={close} />
  return (
    <RecordDrawer<Template>
      about={about}
      close={close}
      title={t('actions.giftTemplate.edit')}
      read={() => read(Number(about))}
    >
      {(template) => (
        <Editor
          initial={toForm(template)}
          refused={template.can.update === true ? undefined : template.can.update}
          close={close}
        />
      )}
    </RecordDrawer>
  )
}

function Editor(props: { initial: TemplateForm; refused: string | undefined; close: () => void }) {
  const { initial, refused, close } = props
  const { t } = useTranslation('system')
  const { id } = initial
  const isNew = id === undefined
  const [uploading, setUploading] = useState(false)
  return (
    <FormDrawer<TemplateForm>
      title={
        isNew
          ? t('actions.giftTemplate.add')
          : label('list:of', { action: t('actions.giftTemplate.edit'), name: initial.name })
      }
      close={close}
      width={620}
      draft={`system.giftTemplate:${id ?? 'new'}`}
      call={isNew ? giftTemplateSave : giftTemplateUpdate}
      schema={isNew ? saveSchema.payload : updateSchema.payload}
      initial={initial}
      payload={toPayload}
      check={check}
      waits={uploading}
      told={(template) => giftTemplatesChanged([template], isNew ? 'added' : 'edited')}
      codes={{
        70001: 'name',
        70004: 'pictures',
        70005: 'pictures',
        70006: 'pictures',
        70007: 'pictures',
        90006: 'scene',
      }}
      {...(!isNew && { theirs: async () => toForm(await read(id)) })}
      show={(field, value) => (field === 'pictures' ? <Thumbnails of={value as Picture[]} /> : String(value))}
      refused={refused && label(reasonKeys('system', refused))}
    >
      {(form) => (
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
            readOnly={refused !== undefined}
            error={form.errors['pictures']}
            change={(pictures) => form.setFieldValue('pictures', pictures)}
            uploading={setUploading}
          />
          <Textarea label={t('fields.remark')} autosize minRows={2} maxLength={200} {...form.getInputProps('remark')} />
        </>
      )}
    </FormDrawer>
  )
}
