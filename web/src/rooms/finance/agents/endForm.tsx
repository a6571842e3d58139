// Asks how the stock is handled, and why the qualification is cancelled.
import { reason } from '@greenroom/contract/fields'
import { stockEnds } from '@greenroom/contract/words'
import { Select, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import type { Ending } from './endings.ts'

const form: ActionForm<Ending> = {
  schema: z.object({ stock: z.enum(stockEnds), reason: reason() }),
  initial: { stock: 'buy back', reason: '' },
  Fields: function EndFields({ form }) {
    const { t } = useTranslation(['finance', 'list'])
    return (
      <>
        <Select
          label={t('finance:agentFields.stock')}
          data={stockEnds.map((value) => ({ value, label: t(`finance:options.stockEnd.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('stock')}
        />
        <Textarea
          label={t('list:form.reason')}
          required
          autosize
          minRows={3}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      </>
    )
  },
}
export default form
