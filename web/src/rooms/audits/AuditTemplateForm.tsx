// A reason template: both languages side by side, each with the user's view.
import { auditTemplate as of } from '@greenroom/contract/records/audits'
import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { recordForm } from '../../actions/form/recordForm.tsx'
import { langOf, RecordField, usualForm } from '../../page/record/RecordForm.tsx'
import { label } from '../../ui/labels.ts'
import { Bubble } from '../../ui/values/Bubble.tsx'
import { templates } from './auditTemplates.ts'

const usual = usualForm(templates)

export default recordForm({
  ...usual,
  // New templates come last.
  empty: (rows) => ({ ...usual.empty?.(rows), sort: Math.max(0, ...rows.map(({ sort }) => Number(sort))) + 1 }),
  width: 'wide',
  check: ({ kinds }) => ((kinds as string[]).length === 0 ? { kinds: label('list:invalid.required') } : {}),
  Fields: ({ form, record }) => {
    const { t } = useTranslation('audits')
    return (
      <>
        <Group gap="lg" align="flex-start">
          {(['En', 'Cn'] as const).map((language) => (
            <Stack key={language} component="fieldset" gap="sm" m={0} p={0} bd={0} flex="1 1 280px">
              <Text component="legend" fw={600}>
                {t(`template.${language}`)}
              </Text>
              <RecordField of={of} name={`title${language}`} form={form} autoFocus={!record && language === 'En'} />
              <RecordField of={of} name={`text${language}`} form={form} />
              <Text component="figure" size="sm" m={0}>
                <figcaption>{t('template.preview')}</figcaption>
                <Bubble lang={langOf(`text${language}`)}>
                  {String(form.values[`text${language}`]).trim() || <em>{t('template.previewEmpty')}</em>}
                </Bubble>
              </Text>
            </Stack>
          ))}
        </Group>
        <RecordField of={of} name="kinds" form={form} />
        <RecordField of={of} name="labels" form={form} />
        <RecordField of={of} name="sort" form={form} />
      </>
    )
  },
})
