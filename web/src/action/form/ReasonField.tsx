import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

/** The reason field of a larger form; `focused` if the fields before it seldom change. */
export function ReasonField({ form, focused }: { form: UseFormReturnType<any>; focused?: true }) {
  const { t } = useTranslation('list')
  return (
    <Textarea
      label={t('form.reason')}
      description={t('form.reasonHint')}
      required
      data-autofocus={focused}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={500}
      {...form.getInputProps('reason')}
    />
  )
}
