// A reason template in nine languages, each with the user's view.
import type { Language } from '@greenroom/contract/languages'
import { auditTemplate as of } from '@greenroom/contract/records/audits'
import { Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../actions/form/anyForm.ts'
import { recordForm } from '../../actions/form/recordForm.tsx'
import { RecordField, usualForm } from '../../page/record/RecordForm.tsx'
import { LanguageTexts, writtenIn } from '../../ui/fields/LanguageTexts.tsx'
import { label } from '../../ui/labels.ts'
import { Bubble } from '../../ui/values/Bubble.tsx'
import { templates } from './auditTemplates.ts'

const usual = usualForm(templates)

type Written = { [L in Language]?: string | undefined }
/** Where the form keeps a text of a language: English and Chinese under the names of the older spelling, as the server's refusals name them. */
const placeOf = (stem: 'title' | 'text', language: Language) => {
  if (language === 'en') return `${stem}En`
  return language === 'cn' ? `${stem}Cn` : `${stem}s.${language}`
}
/** A text with all its languages. */
const wholeOf = (values: Record<string, unknown>, stem: 'title' | 'text'): Written => ({
  ...(values[`${stem}s`] as Written),
  en: String(values[`${stem}En`]),
  cn: String(values[`${stem}Cn`]),
})

export default recordForm({
  ...usual,
  // A template without Chinese is answered with its English text there.
  toForm: (row) => ({
    ...usual.toForm(row),
    titleCn: (row['titles'] as Written).cn ?? '',
    textCn: (row['texts'] as Written).cn ?? '',
    titles: row['titles'],
    texts: row['texts'],
  }),
  // New templates come last.
  empty: (rows) => ({
    ...usual.empty?.(rows),
    titles: {},
    texts: {},
    sort: Math.max(0, ...rows.map(({ sort }) => Number(sort))) + 1,
  }),
  payload: (values) => ({ ...values, titles: wholeOf(values, 'title'), texts: wholeOf(values, 'text') }),
  named: (field) => {
    if (field === 'titles') return label('audits:template.titles')
    return field === 'texts' ? label('audits:template.texts') : (usual.named?.(field) ?? field)
  },
  width: 'wide',
  check: ({ kinds, titleEn, textEn }) => ({
    ...((kinds as string[]).length === 0 && { kinds: label('list:invalid.required') }),
    ...(String(titleEn).trim() === '' && { titleEn: label('list:invalid.required') }),
    ...(String(textEn).trim() === '' && { textEn: label('list:invalid.required') }),
  }),
  Fields: ({ form, record }) => {
    const { t } = useTranslation('audits')
    return (
      <>
        <LanguageTexts
          says={(written, all) => t('template.languages', { written, all })}
          filled={(language) => !!wholeOf(form.values, 'text')[language]?.trim()}
          failed={(language) => (['title', 'text'] as const).some((stem) => form.errors[placeOf(stem, language)])}
        >
          {(language) => <TemplateTexts form={form} language={language} isNew={!record} />}
        </LanguageTexts>
        <RecordField of={of} name="kinds" form={form} />
        <RecordField of={of} name="labels" form={form} />
        <RecordField of={of} name="sort" form={form} />
      </>
    )
  },
})

type Part = { form: AnyForm; language: Language; isNew: boolean }

function TemplateTexts({ form, language, isNew }: Part) {
  const { t } = useTranslation('audits')
  const field = (stem: 'title' | 'text') => ({
    ...form.getInputProps(placeOf(stem, language)),
    value: wholeOf(form.values, stem)[language] ?? '',
    required: language === 'en',
    ...writtenIn(language),
  })
  return (
    <>
      <TextInput
        label={t('template.title')}
        description={t('hints.auditTemplate.titleEn')}
        maxLength={of.fields.titleEn.max}
        data-autofocus={(isNew && language === 'en') || undefined}
        {...field('title')}
      />
      <Textarea
        label={t('template.text')}
        description={t('hints.auditTemplate.textEn')}
        maxLength={of.fields.textEn.max}
        autosize
        minRows={4}
        maxRows={12}
        {...field('text')}
      />
      <Text component="figure" size="sm" m={0}>
        <figcaption>{t('template.preview')}</figcaption>
        <Bubble lang={writtenIn(language).lang}>
          {wholeOf(form.values, 'text')[language]?.trim() || <em>{t('template.previewEmpty')}</em>}
        </Bubble>
      </Text>
    </>
  )
}
