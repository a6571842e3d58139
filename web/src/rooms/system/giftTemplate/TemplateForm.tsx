import type { RecordOf } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { giftTemplate } from '@greenroom/contract/records/system'
import type { giftTemplateCalls } from '@greenroom/contract/systemRecords'
import { giftTemplateCalls as schemas } from '@greenroom/contract/systemRecords.schema'
import { useTranslation } from 'react-i18next'
import { recordForm } from '../../../action/form/recordForm.tsx'
import { RecordField, usualForm } from '../../../screen/record/RecordForm.tsx'
import { label } from '../../../ui/labels.ts'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'
import { GiftPicker } from './GiftPicker.tsx'
import { giftsFault } from './gifts.ts'
import { templates } from './templates.ts'

type Gift = RecordOf<typeof giftTemplateCalls.list>['gifts'][number]

const usual = usualForm(templates, schemas)
/** The form holds the gifts as cards; their ids are sent. */
const giftsOf = ({ gifts }: Record<string, unknown>) => (gifts ?? []) as Gift[]

export default recordForm({
  ...usual,
  toForm: (row): Record<string, unknown> => ({ ...usual.toForm(row), giftIds: undefined, gifts: row['gifts'] }),
  empty: (rows) => ({ ...usual.empty?.(rows), giftIds: undefined, gifts: [] }),
  width: 620,
  payload: ({ gifts, ...rest }): Record<string, unknown> => ({
    ...rest,
    giftIds: giftsOf({ gifts }).map(({ giftId }) => giftId),
  }),
  // The count of gifts has codes of its own; their texts stand under the field before anything is sent.
  check: ({ name, gifts }) => {
    const fault = giftsFault(giftsOf({ gifts }).length)
    const tooLong = Array.from(String(name).trim()).length > limits.giftName
    return { ...(fault && { gifts: label(`errors:${fault}`) }), ...(tooLong && { name: label('errors:70001') }) }
  },
  codes: {
    70001: 'name',
    70004: 'gifts',
    70005: 'gifts',
    70006: 'gifts',
    70007: 'gifts',
    90003: 'gifts',
    90006: 'scene',
  },
  show: (field, value) =>
    field === 'gifts' ? <Thumbnails of={(value as Gift[]).map(({ picture }) => picture)} /> : String(value),
  Fields: ({ form, readOnly }) => {
    const { t } = useTranslation('system')
    const hint = t('giftTemplate.nameHint', { count: limits.giftName })
    return (
      <>
        <RecordField of={giftTemplate} name="name" form={form} hint={hint} />
        <RecordField of={giftTemplate} name="scene" form={form} />
        <GiftPicker
          value={giftsOf(form.values)}
          readOnly={readOnly}
          error={form.errors['gifts'] ?? form.errors['giftIds']}
          change={(gifts) => form.setFieldValue('gifts', gifts)}
        />
        <RecordField of={giftTemplate} name="remark" form={form} />
      </>
    )
  },
})
