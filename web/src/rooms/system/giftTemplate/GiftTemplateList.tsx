import { giftTemplate } from '@greenroom/contract/records/system'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import { giftTemplateCalls } from '@greenroom/contract/systemRecords'
import { recordActions, recordScreen } from '../../../screen/record/recordScreen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Thumbnails } from '../../../ui/Thumbnails.tsx'

// Shared by the list and the form of gift templates.
export const templates = {
  of: giftTemplate,
  calls: giftTemplateCalls,
  name: ({ name }: { name: string }) => name,
  message: giftTemplatesChanged,
}

export default recordScreen({
  ...templates,
  columns: {
    name: 200,
    scene: 120,
    enabled: 110,
    gifts: { cell: ({ gifts }) => <Thumbnails of={gifts.map(({ picture }) => picture)} />, width: 320, least: 310 },
    remark: { width: 200, spare: true },
    updatedBy: 130,
    updatedAt: 165,
  },
  // Enabling a template shows it to every user of its scene.
  actions: recordActions(templates).map((action) =>
    action.id.endsWith('.enable') ? { ...action, confirm: true as const } : action,
  ),
  form: loadable(() => import('./TemplateForm.tsx')),
})
