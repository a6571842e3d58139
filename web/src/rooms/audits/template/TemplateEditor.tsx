// A reason template: both languages side by side, each with what a person will read.

import { auditTemplateList, auditTemplateSave, auditTemplateUpdate } from '@greenroom/contract/audits'
import { auditTemplateSave as saveSchema, auditTemplateUpdate as updateSchema } from '@greenroom/contract/audits.schema'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import { auditKinds } from '@greenroom/contract/words'
import { Checkbox, Group, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/list.ts'
import { useCurrentList } from '../../../list/list.ts'
import { label, nameIn, useLabels } from '../../../ui/labels.ts'
import type { Template } from './actions.ts'
import { InLanguage, type TemplateForm } from './InLanguage.tsx'
import classes from './template.module.css'

const toForm = ({ templateId, version, kinds, titleEn, titleCn, textEn, textCn, sort }: Template): TemplateForm => ({
  templateId,
  version,
  kinds: [...kinds],
  titleEn,
  titleCn,
  textEn,
  textCn,
  sort,
})

/** Templates are few; the one that is meant is looked for page by page. */
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

export default function TemplateEditor({ about, close }: DrawerProps) {
  const { t } = useTranslation('audits')
  const list = useCurrentList<Template>()
  if (about === '') {
    const last = Math.max(0, ...list.rows.map(({ sort }) => sort))
    const empty = { kinds: [], titleEn: '', titleCn: '', textEn: '', textCn: '', sort: last + 1 }
    return <Editor initial={empty} refused={list.writable ? undefined : 'readOnly'} close={close} />
  }
  return (
    <RecordDrawer<Template>
      about={about}
      close={close}
      title={t('actions.template.edit')}
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
  const { t } = useTranslation('audits')
  const { language } = useLabels()
  const { templateId } = initial
  const isNew = templateId === undefined
  const name = nameIn({ en: initial.titleEn, cn: initial.titleCn }, language)
  return (
    <FormDrawer<TemplateForm>
      title={isNew ? t('actions.template.add') : label('list:of', { action: t('actions.template.edit'), name })}
      close={close}
      width={820}
      draft={`audits.template:${templateId ?? 'new'}`}
      call={isNew ? auditTemplateSave : auditTemplateUpdate}
      schema={isNew ? saveSchema.payload : updateSchema.payload}
      initial={initial}
      codes={{ 90002: 'sort' }}
      told={({ titleEn, titleCn }) => templateChanged({ en: titleEn, cn: titleCn }, isNew ? 'added' : 'edited')}
      check={({ kinds }) => (kinds.length === 0 ? { kinds: label('list:invalid.required') } : {})}
      show={(field, value) =>
        field === 'kinds'
          ? listed(
              (value as (typeof auditKinds)[number][]).map((kind) => t(`options.kind.${kind}`)),
              language,
            )
          : String(value)
      }
      {...(!isNew && { theirs: async () => toForm((await read(templateId)) ?? (initial as Template)) })}
      refused={refused && label(reasonKeys('audits', refused))}
    >
      {(form) => (
        <>
          <div className={classes['languages']}>
            <InLanguage form={form} language="en" autoFocus={isNew} />
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
      )}
    </FormDrawer>
  )
}
