// Asks for a gift's new price and its start.
import { giftPriceSet } from '@greenroom/contract/gifts.schema'
import { NumberInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../actions/action.ts'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'

export type NewPrice = { price: number | ''; at: string; reason: string }

const form: ActionForm<NewPrice> = {
  schema: giftPriceSet.payload.pick({ price: true, at: true, reason: true }),
  initial: { price: '', at: '', reason: '' },
  Fields: function PriceFields({ form, rows: [gift] }) {
    const { t } = useTranslation('official')
    return (
      <>
        <NumberInput
          label={t('fields.price')}
          description={t('gift.now', { price: gift.price })}
          required
          min={1}
          max={10_000_000}
          allowDecimal={false}
          thousandSeparator=","
          data-autofocus
          {...form.getInputProps('price')}
        />
        <DateTimeField label={t('fields.at')} description={t('gift.atHint')} {...form.getInputProps('at')} />
        <Textarea label={t('fields.reason')} required autosize minRows={2} {...form.getInputProps('reason')} />
      </>
    )
  },
}
export default form
