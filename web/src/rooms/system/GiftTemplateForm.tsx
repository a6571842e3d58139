import { limits } from '@greenroom/contract/limits'
import { giftsFault } from '@greenroom/contract/records/system'
import { giftTemplateCalls as schemas } from '@greenroom/contract/systemRecords.schema'
import { formOf } from '../../page/record/RecordForm.tsx'
import { label } from '../../ui/labels.ts'
import { Thumbnails } from '../../ui/values/Thumbnails.tsx'
import { type Gift, GiftPicker } from './GiftPicker.tsx'
import { templates } from './giftTemplates.ts'

const idsOf = (gifts: unknown) => (gifts as Gift[]).map(({ giftId }) => giftId)

/** The form holds the gifts as cards under `giftIds`; their ids are sent. */
export default formOf(templates, {
  schemas,
  width: 'medium',
  own: {
    giftIds: {
      valueOf: ({ gifts }) => gifts,
      Control: GiftPicker,
      show: (value) => <Thumbnails of={(value as Gift[]).map(({ picture }) => picture)} />,
    },
  },
  payload: ({ giftIds, ...rest }): Record<string, unknown> => ({ ...rest, giftIds: idsOf(giftIds) }),
  // The number of gifts has codes of its own; their texts are shown under the field before sending.
  check: ({ name, giftIds }) => {
    const fault = giftsFault(idsOf(giftIds))
    const tooLong = Array.from(String(name).trim()).length > limits.giftName
    return { ...(fault && { giftIds: label(`errors:${fault}`) }), ...(tooLong && { name: label('errors:70001') }) }
  },
})
