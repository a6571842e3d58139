import type { RecordOf } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { giftsFault, giftTemplate as of } from '@greenroom/contract/records/system'
import type { giftTemplateCalls } from '@greenroom/contract/systemRecords'
import { giftTemplateCalls as schemas } from '@greenroom/contract/systemRecords.schema'
import { useTranslation } from 'react-i18next'
import { recordForm } from '../../../action/form/recordForm.tsx'
import { RecordField, usualForm } from '../../../screen/record/RecordForm.tsx'
import { label } from '../../../ui/labels.ts'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'
import { GiftPicker } from './GiftPicker.tsx'
import { templates } from './templates.ts'

type Gift = RecordOf<typeof giftTemplateCalls.list>['gifts'][number]

const usual = usualForm(templates, schemas)
const idsOf = (gifts: unknown) => (gifts as Gift[]).map(({ giftId }) => giftId)

/** The form holds the gifts as cards under `giftIds`; their ids are sent. */
export default recordForm({
  ...usual,
  toForm: (row): Record<string, unknown> => ({ ...usual.toForm(row), giftIds: row['gifts'] }),
  empty: (rows) => ({ ...usual.empty?.(rows), giftIds: [] }),
  width: 620,
  payload: ({ giftIds, ...rest }): Record<string, unknown> => ({ ...rest, giftIds: idsOf(giftIds) }),
  // The number of gifts has codes of its own; their texts are shown under the field before sending.
  check: ({ name, giftIds }) => {
    const fault = giftsFault(idsOf(giftIds))
    const tooLong = Array.from(String(name).trim()).length > limits.giftName
    return { ...(fault && { giftIds: label(`errors:${fault}`) }), ...(tooLong && { name: label('errors:70001') }) }
  },
  show: (field, value) =>
    field === 'giftIds' ? (
      <Thumbnails of={(value as Gift[]).map(({ picture }) => picture)} />
    ) : (
      usual.show?.(field, value)
    ),
  Fields: ({ form, readOnly }) => {
    const { t } = useTranslation('system')
    const hint = t('giftTemplate.nameHint', { count: limits.giftName })
    return (
      <>
        <RecordField of={of} name="name" form={form} hint={hint} />
        <RecordField of={of} name="scene" form={form} />
        <GiftPicker
          value={form.values['giftIds'] as Gift[]}
          readOnly={readOnly}
          error={form.errors['giftIds']}
          change={(gifts) => form.setFieldValue('giftIds', gifts)}
        />
        <RecordField of={of} name="remark" form={form} />
      </>
    )
  },
})
