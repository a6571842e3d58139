import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

/** The reason of an act, inside a larger form. */
export function ReasonField({ form }: { form: UseFormReturnType<any> }) {
  const { t } = useTranslation('list')
  return (
    <Textarea
      label={t('form.reason')}
      description={t('form.reasonHint')}
      required
      autosize
      minRows={2}
      maxRows={8}
      maxLength={500}
      {...form.getInputProps('reason')}
    />
  )
}
