import type { RecordOf } from '@greenroom/contract/call'
import { countriesChanged } from '@greenroom/contract/sentences/system'
import { countryList, countryUpdate } from '@greenroom/contract/systemRecords'
import { countryUpdate as schema } from '@greenroom/contract/systemRecords.schema'
import { Group, NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'

type Country = RecordOf<typeof countryList>
type CountryForm = ReturnType<typeof toForm>

const toForm = ({ code, version, names, diallingCode, currency, region, sort }: Country) => ({
  code,
  version,
  nameEn: names.en,
  nameCn: names.cn,
  diallingCode,
  currency,
  region,
  sort: sort as number | '',
})

export default recordForm<Country, CountryForm>({
  thing: 'system.country',
  read: async (code) =>
    (await call(countryList, { q: code, size: 200 })).records.find((country) => country.code === code),
  toForm,
  nameOf: ({ nameEn }) => nameEn,
  update: [countryUpdate, schema],
  told: ({ nameEn, nameCn }) => countriesChanged('done', [{ en: nameEn, cn: nameCn }], 'edited'),
  Fields: CountryFields,
})

function CountryFields({ form }: RecordFields<Country, CountryForm>) {
  const { t } = useTranslation('system')
  return (
    <>
      <TextInput label={t('fields.nameEn')} required data-autofocus {...form.getInputProps('nameEn')} />
      <TextInput label={t('fields.nameCn')} required {...form.getInputProps('nameCn')} />
      <Group grow align="flex-start">
        <TextInput
          label={t('fields.diallingCode')}
          placeholder="+86"
          dir="ltr"
          {...form.getInputProps('diallingCode')}
        />
        <TextInput label={t('fields.currency')} placeholder="CNY" dir="ltr" {...form.getInputProps('currency')} />
      </Group>
      <Group grow align="flex-start">
        <TextInput label={t('fields.region')} required maxLength={50} {...form.getInputProps('region')} />
        <NumberInput
          label={t('fields.sort')}
          description={t('country.sortHint')}
          required
          min={0}
          max={9999}
          allowDecimal={false}
          {...form.getInputProps('sort')}
        />
      </Group>
    </>
  )
}
