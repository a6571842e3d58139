import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from './anyForm.ts'

/** The reason field of a larger form; `focused` if the fields before it seldom change. */
export function ReasonField({ form, focused }: { form: AnyForm; focused?: true }) {
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
