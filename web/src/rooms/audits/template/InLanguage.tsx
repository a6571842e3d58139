import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import classes from './template.module.css'

const fields = {
  en: { title: 'titleEn', text: 'textEn', lang: 'en' },
  cn: { title: 'titleCn', text: 'textCn', lang: 'zh-CN' },
} as const

/** Title and text in one language, and how the text looks in the app. */
export function InLanguage(props: {
  form: UseFormReturnType<Record<string, unknown>>
  language: 'en' | 'cn'
  autoFocus?: boolean
}) {
  const { form, language } = props
  const { t } = useTranslation('audits')
  const { title, text, lang } = fields[language]
  const written = String(form.values[text]).trim()
  return (
    <fieldset className={classes['language']}>
      <legend>{t(`template.${language}`)}</legend>
      <TextInput
        label={t(`fields.${title}`)}
        description={t('template.titleHint')}
        required
        maxLength={60}
        lang={lang}
        data-autofocus={props.autoFocus}
        {...form.getInputProps(title)}
      />
      <Textarea
        label={t(`fields.${text}`)}
        description={t('template.textHint')}
        required
        autosize
        minRows={4}
        maxRows={10}
        maxLength={500}
        lang={lang}
        {...form.getInputProps(text)}
      />
      <figure className={classes['preview']}>
        <figcaption>{t('template.preview')}</figcaption>
        <p lang={lang} data-empty={written === '' || undefined}>
          {written || t('template.previewEmpty')}
        </p>
      </figure>
    </fieldset>
  )
}
