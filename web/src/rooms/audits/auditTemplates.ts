import { auditTemplateCalls } from '@greenroom/contract/auditTemplates'
import { auditTemplate } from '@greenroom/contract/records/audits'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import type { Change } from '@greenroom/contract/sentences/words'
import { textLanguage } from '../../i18n/index.ts'
import { nameIn } from '../../ui/labels.ts'

export const templates = {
  of: auditTemplate,
  calls: auditTemplateCalls,
  name: (template: Titled) => nameIn(titles(template), textLanguage()),
  message: ([template]: readonly Titled[], change: Change) =>
    templateChanged(titles(template ?? { titleEn: '', titleCn: '' }), change),
}

// Shared by the list and the form of reason templates.
type Titled = { titleEn: string; titleCn: string }

const titles = ({ titleEn, titleCn }: Titled) => ({ en: titleEn, cn: titleCn })
