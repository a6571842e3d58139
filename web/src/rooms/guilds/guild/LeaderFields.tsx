// A registration's fields about the future leader.
import { Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../actions/form/anyForm.ts'

export function LeaderFields({ form }: { form: AnyForm }) {
  const { t } = useTranslation('guilds')
  return (
    <>
      <TextInput
        label={t('fields.userNumber')}
        description={t('fields.userNumberHint')}
        required
        inputMode="numeric"
        dir="ltr"
        {...form.getInputProps('userNumber')}
      />
      <TextInput label={t('columns.leaderName')} required {...form.getInputProps('leaderName')} />
      <TextInput
        label={t('columns.leaderEmail')}
        type="email"
        dir="ltr"
        required
        {...form.getInputProps('leaderEmail')}
      />
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          label={t('code.areaCode')}
          placeholder="86"
          dir="ltr"
          w={100}
          required
          inputMode="tel"
          {...form.getInputProps('areaCode')}
        />
        <TextInput
          label={t('columns.phone')}
          dir="ltr"
          style={{ flex: 1 }}
          required
          inputMode="tel"
          {...form.getInputProps('leaderPhone')}
        />
      </Group>
    </>
  )
}
