// Asks how the stock is handled, and why the qualification is cancelled.
import { reason } from '@greenroom/contract/fields'
import { stockEnds } from '@greenroom/contract/words'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import type { Ending } from './actions.ts'

const form: ActionForm<Ending> = {
  schema: z.object({ stock: z.enum(stockEnds), reason: reason() }),
  initial: { stock: 'buy back', reason: '' },
  Fields: function EndFields({ form }) {
    const { t } = useTranslation('finance')
    return (
      <>
        <Select
          label={t('agentFields.stock')}
          data={stockEnds.map((value) => ({ value, label: t(`options.stockEnd.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('stock')}
        />
        <ReasonField form={form} />
      </>
    )
  },
}
export default form
