import type { RecordOf } from '@greenroom/contract/call'
import { countriesChanged } from '@greenroom/contract/sentences/system'
import { countryList, countryUpdate } from '@greenroom/contract/system'
import { countryUpdate as schema } from '@greenroom/contract/system.schema'
import { Group, NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { call } from '../../../api/call.ts'
import { label } from '../../../ui/labels.ts'

type Country = RecordOf<typeof countryList>

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
const read = async (code: string) =>
  (await call(countryList, { q: code, size: 200 })).records.find((country) => country.code === code)

export default function EditCountry({ about, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <RecordDrawer<Country> about={about} close={close} title={t('actions.country.edit')} read={() => read(about)}>
      {(country) => (
        <FormDrawer
          title={label('list:of', { action: t('actions.country.edit'), name: country.names.en })}
          close={close}
          draft={`system.country:${country.code}`}
          call={countryUpdate}
          schema={schema.payload}
          initial={toForm(country)}
          told={({ nameEn, nameCn }) => countriesChanged('done', [{ en: nameEn, cn: nameCn }], 'edited')}
          theirs={async () => toForm((await read(country.code)) ?? country)}
          refused={country.can.update === true ? undefined : label(reasonKeys('system', country.can.update))}
        >
          {(form) => (
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
                <TextInput
                  label={t('fields.currency')}
                  placeholder="CNY"
                  dir="ltr"
                  {...form.getInputProps('currency')}
                />
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
          )}
        </FormDrawer>
      )}
    </RecordDrawer>
  )
}
