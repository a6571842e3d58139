// A reason template: both languages side by side, each with the user's view.

import { auditTemplateList, auditTemplateSave, auditTemplateUpdate } from '@greenroom/contract/auditTemplates'
import {
  auditTemplateSave as saveSchema,
  auditTemplateUpdate as updateSchema,
} from '@greenroom/contract/auditTemplates.schema'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import { auditKinds } from '@greenroom/contract/words'
import { Checkbox, Group, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/list.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { label, nameIn } from '../../../ui/labels.ts'
import type { Template } from './actions.ts'
import { InLanguage, type TemplateForm } from './InLanguage.tsx'
import classes from './template.module.css'

/** Finds the template by paging, since there are few. */
async function read(templateId: number): Promise<Template | undefined> {
  let after: string | undefined
  do {
    const page = await call(auditTemplateList, { size: 200, ...(after && { after }) })
    const found = page.records.find((template) => template.templateId === templateId)
    if (found) return found
    after = page.next
  } while (after)
  return undefined
}

const kindNames = (kinds: readonly string[]) =>
  listed(
    kinds.map((kind) => label(`audits:options.kind.${kind}`)),
    textLanguage(),
  )

export default recordForm<Template, TemplateForm>({
  thing: 'audits.template',
  read: (id) => read(Number(id)),
  toForm: ({ templateId, version, kinds, titleEn, titleCn, textEn, textCn, sort }) => ({
    templateId,
    version,
    kinds: [...kinds],
    titleEn,
    titleCn,
    textEn,
    textCn,
    sort,
  }),
  nameOf: ({ titleEn, titleCn }) => nameIn({ en: titleEn, cn: titleCn }, textLanguage()),
  update: [auditTemplateUpdate, updateSchema],
  save: [auditTemplateSave, saveSchema],
  // New templates come last.
  empty: (rows) => ({
    kinds: [],
    titleEn: '',
    titleCn: '',
    textEn: '',
    textCn: '',
    sort: Math.max(0, ...rows.map(({ sort }) => sort)) + 1,
  }),
  width: 820,
  codes: { 90002: 'sort' },
  check: ({ kinds }) => (kinds.length === 0 ? { kinds: label('list:invalid.required') } : {}),
  told: ({ titleEn, titleCn }, verb) => templateChanged({ en: titleEn, cn: titleCn }, verb),
  show: (field, value) => (field === 'kinds' ? kindNames(value as string[]) : String(value)),
  Fields: TemplateFields,
})

function TemplateFields({ form, record }: RecordFields<Template, TemplateForm>) {
  const { t } = useTranslation('audits')
  return (
    <>
      <div className={classes['languages']}>
        <InLanguage form={form} language="en" autoFocus={record === undefined} />
        <InLanguage form={form} language="cn" />
      </div>
      <Checkbox.Group
        label={t('fields.kinds')}
        description={t('template.kindsHint')}
        required
        {...form.getInputProps('kinds')}
      >
        <Group gap="md" mt={6} className={classes['kinds']}>
          {auditKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`options.kind.${kind}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        label={t('fields.sort')}
        description={t('template.sortHint')}
        required
        min={1}
        max={9999}
        allowDecimal={false}
        w={220}
        {...form.getInputProps('sort')}
      />
    </>
  )
}
