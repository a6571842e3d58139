// A new registration benefit. A second member of staff approves it; it never changes afterwards.

import { benefitSave } from '@greenroom/contract/benefits'
import { benefitSave as schema } from '@greenroom/contract/benefits.schema'
import { limits } from '@greenroom/contract/limits'
import { benefitChanged } from '@greenroom/contract/sentences/promotion'
import { Alert, Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { showWaiting } from '../../../actions/done.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { countryOptions } from '../../../format/country.ts'
import { integer } from '../../../format/number.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { bestFirst } from '../../../list/matching.ts'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'
import { today } from '../today.ts'
import { useChoices } from '../useChoices.ts'

type Form = {
  name: string
  sex: string | null
  countries: string[]
  channels: string[]
  from: string
  to: string
  tokens: number | ''
  freeMinutes: number | ''
  budgetTokens: number | ''
  reason: string
}

/** From now, for a month. */
const empty = (): Form => ({
  name: '',
  sex: null,
  countries: [],
  channels: [],
  from: `${today()} 00:00:00`,
  to: `${today(30)} 00:00:00`,
  tokens: '',
  freeMinutes: '',
  budgetTokens: '',
  reason: '',
})

export default function AddBenefit({ close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  const list = useCurrentList()
  const navigate = useNavigate()
  return (
    <FormDrawer<Form, typeof benefitSave>
      title={t('actions.benefit.add')}
      close={close}
      width="medium"
      draft="promotion.benefit:new"
      call={benefitSave}
      schema={schema.payload}
      initial={empty()}
      payload={({ sex, tokens, freeMinutes, ...rest }) => ({
        ...rest,
        ...(sex && { sex }),
        tokens: tokens || 0,
        freeMinutes: freeMinutes || 0,
      })}
      codes={{ 90004: 'budgetTokens' }}
      refused={refusalOf('promotion', list.writable || 'readOnly')}
      onSaved={({ approvalId }, values) => {
        const sizes = {
          tokens: Number(values.tokens),
          freeMinutes: Number(values.freeMinutes),
          budgetTokens: Number(values.budgetTokens),
        }
        showWaiting(benefitChanged('request', { name: values.name, ...sizes }), approvalId, (to) => void navigate(to))
        close()
        return true
      }}
      submit={t('account.submit')}
    >
      {(form) => (
        <>
          <Alert color="gray" p="xs">
            {t('benefit.waits')}
          </Alert>
          <TextInput label={t('fields.name')} required data-autofocus maxLength={60} {...form.getInputProps('name')} />
          <Given form={form} />
          <Group grow align="flex-start">
            <DateTimeField label={t('fields.from')} {...form.getInputProps('from')} />
            <DateTimeField label={t('fields.to')} {...form.getInputProps('to')} />
          </Group>
          <Audience form={form} />
          <ReasonField form={form} />
        </>
      )}
    </FormDrawer>
  )
}

type FieldsProps = { form: UseFormReturnType<Form> }

/** What one user gets, and how many users the budget covers. */
function Given({ form }: FieldsProps) {
  const { t, i18n } = useTranslation('promotion')
  const { freeMinutePrice } = useChoices('benefit')
  const { tokens, freeMinutes, budgetTokens } = form.values
  const cost = Number(tokens) + Number(freeMinutes) * freeMinutePrice
  const enough = cost > 0 && budgetTokens !== '' ? Math.floor(budgetTokens / cost) : undefined
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label={t('fields.tokens')}
          min={0}
          max={limits.grantPerOperation}
          allowDecimal={false}
          thousandSeparator=","
          hideControls
          {...form.getInputProps('tokens')}
        />
        <NumberInput
          label={t('fields.freeMinutes')}
          description={t('benefit.minutesHint', { price: integer(freeMinutePrice, i18n.language) })}
          min={0}
          max={600}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('freeMinutes')}
        />
      </Group>
      <NumberInput
        label={t('fields.budgetTokens')}
        description={
          enough === undefined
            ? t('benefit.budgetHint')
            : t('benefit.enough', { count: enough, people: integer(enough, i18n.language) })
        }
        required
        min={1}
        max={limits.grantPerOperation}
        allowDecimal={false}
        thousandSeparator=","
        hideControls
        {...form.getInputProps('budgetTokens')}
      />
    </>
  )
}

/** Who gets it; empty conditions exclude nobody. */
function Audience({ form }: FieldsProps) {
  const { t, i18n } = useTranslation('promotion')
  const { channels } = useChoices('benefit')
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label={t('fields.sex')}
          placeholder={t('benefit.everybody')}
          data={(['man', 'woman'] as const).map((value) => ({ value, label: t(`options.sex.${value}`) }))}
          clearable
          {...form.getInputProps('sex')}
        />
        <MultiSelect
          label={t('fields.countries')}
          placeholder={form.values.countries.length === 0 ? t('benefit.everybody') : ''}
          data={countryOptions(i18n.language)}
          filter={bestFirst}
          searchable
          clearable
          limit={50}
          {...form.getInputProps('countries')}
        />
      </Group>
      <MultiSelect
        label={t('columns.channels')}
        description={t('benefit.channelsHint')}
        placeholder={form.values.channels.length === 0 ? t('benefit.everybody') : ''}
        data={channels
          .filter(({ enabled }) => enabled)
          .map(({ number, name }) => ({ value: number, label: `${name} · ${number}` }))}
        searchable
        clearable
        {...form.getInputProps('channels')}
      />
    </>
  )
}
