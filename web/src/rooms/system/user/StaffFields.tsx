import { Group, MultiSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../actions/form/anyForm.ts'
import { useRoleOptions } from './roleOptions.ts'

/** Fields shared by adding and editing an account. */
export function StaffFields({ form, phone }: { form: AnyForm; phone: ReactNode }) {
  const { t } = useTranslation('system')
  const roles = useRoleOptions()
  return (
    <>
      <MultiSelect
        label={t('fields.roleIds')}
        data={[...roles]}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('staff.noRole')}
        {...form.getInputProps('roleIds')}
      />
      {phone}
      <Textarea label={t('fields.remark')} autosize minRows={2} maxLength={200} {...form.getInputProps('remark')} />
    </>
  )
}

/** A phone number after its country code. */
export function PhoneFields({ form, hint }: { form: AnyForm; hint: string }) {
  const { t } = useTranslation('system')
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        w={110}
        label={t('fields.areaCode')}
        description={t('staff.areaCodeHint')}
        placeholder="+86"
        inputMode="tel"
        {...form.getInputProps('areaCode')}
      />
      <TextInput
        flex={1}
        label={t('fields.phone')}
        description={hint}
        inputMode="tel"
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
    </Group>
  )
}
