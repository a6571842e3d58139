import { recordActions, recordScreen } from '../../page/record/recordScreen.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { Thumbnails } from '../../ui/values/Thumbnails.tsx'
import { templates } from './giftTemplates.ts'

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
  form: loadable(() => import('./GiftTemplateForm.tsx')),
})
