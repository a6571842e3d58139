import type { RecordOf } from '@greenroom/contract/call'
import { channelList } from '@greenroom/contract/channels'
// Fields of channels and of their terms, in dollars and percent, which are sent as cents and basis points.
import { channelTypes, priceModels } from '@greenroom/contract/statesAndKinds'
import { Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { useChoices } from '../useChoices.ts'

export type Channel = RecordOf<typeof channelList>

export type TermValues = { model: string; usd: number | string; percent: number | string; coefficient: string }
export type ChannelValues = { name: string; promoterId: string; type: string; remark: string }

export const termPayload = ({ model, usd, percent, coefficient }: TermValues) => ({
  model,
  coefficient,
  ...(model === 'CPS'
    ? { shareBp: percent === '' ? '' : Math.round(Number(percent) * 100) }
    : { priceCents: usd === '' ? '' : Math.round(Number(usd) * 100) }),
})

export function TermFields<V extends TermValues>({ form: given }: { form: UseFormReturnType<V> }) {
  const form = given as unknown as UseFormReturnType<TermValues>
  const { t } = useTranslation('promotion')
  const { model } = form.values
  return (
    <>
      <Select
        label={t('fields.model')}
        description={t(`channel.modelHint.${model as 'CPA'}`)}
        data={priceModels.map((value) => ({ value, label: t(`options.model.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('model')}
      />
      <Group grow align="flex-start">
        {model === 'CPS' ? (
          <NumberInput
            label={t('fields.percent')}
            required
            min={0}
            max={100}
            decimalScale={2}
            suffix="%"
            hideControls
            {...form.getInputProps('percent')}
            error={form.errors['percent'] ?? form.errors['shareBp']}
          />
        ) : (
          <NumberInput
            label={t(model === 'fixed' ? 'fields.usdDay' : 'fields.usdInstall')}
            required
            min={0}
            decimalScale={2}
            thousandSeparator=","
            suffix=" USD"
            hideControls
            {...form.getInputProps('usd')}
            error={form.errors['usd'] ?? form.errors['priceCents']}
          />
        )}
        <TextInput
          label={t('fields.coefficient')}
          description={t('channel.coefficientHint')}
          required
          dir="ltr"
          inputMode="decimal"
          {...form.getInputProps('coefficient')}
        />
      </Group>
    </>
  )
}

export function ChannelFields<V extends ChannelValues>({
  form: given,
  keepsPromoter = false,
}: {
  form: UseFormReturnType<V>
  keepsPromoter?: boolean
}) {
  const form = given as unknown as UseFormReturnType<ChannelValues>
  const { t } = useTranslation('promotion')
  const { label } = useLabels()
  const { promoters } = useChoices('channel')
  return (
    <>
      <TextInput label={t('fields.name')} required maxLength={60} {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <Select
          label={t('fields.type')}
          data={channelTypes.map((value) => ({ value, label: label(`promotion:options.type.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('type')}
        />
        <Select
          label={t('fields.promoterId')}
          description={t('channel.promoterHint')}
          data={promoters.map(({ promoterId, name }) => ({ value: String(promoterId), label: name }))}
          clearable
          searchable
          disabled={keepsPromoter}
          {...form.getInputProps('promoterId')}
          value={form.values.promoterId || null}
          onChange={(value) => form.setFieldValue('promoterId', value ?? '')}
        />
      </Group>
      <Textarea label={t('fields.remark')} autosize minRows={2} maxLength={500} {...form.getInputProps('remark')} />
    </>
  )
}
