import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

export type ClientForm = { name: string; endpoint: string; note: string }

export function ClientFields<V extends ClientForm>({ form }: { form: UseFormReturnType<V> }) {
  const { t } = useTranslation('system')
  return (
    <>
      <TextInput label={t('fields.name')} required data-autofocus maxLength={50} {...form.getInputProps('name')} />
      <TextInput
        label={t('columns.endpoint')}
        description={t('bridge.endpointHint')}
        dir="ltr"
        maxLength={500}
        {...form.getInputProps('endpoint')}
      />
      <Textarea label={t('fields.note')} autosize minRows={2} maxLength={200} {...form.getInputProps('note')} />
    </>
  )
}
