import { giftTemplate } from '@greenroom/contract/records/system'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import { giftTemplateCalls } from '@greenroom/contract/systemRecords'

// Shared by the list and the form of gift templates.
export const templates = {
  of: giftTemplate,
  calls: giftTemplateCalls,
  name: ({ name }: { name: string }) => name,
  message: giftTemplatesChanged,
}
