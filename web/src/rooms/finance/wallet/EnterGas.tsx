// Enters a chain's fees in USD.
import { gasSave } from '@greenroom/contract/chain'
import { gasSave as schema } from '@greenroom/contract/chain.schema'
import { gasEntered } from '@greenroom/contract/sentences/chain'
import { NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { ChainField } from './ChainField.tsx'

type Form = { chain: 'trc20' | 'erc20'; usd: number | string; note: string }
const centsOf = (usd: number | string) => (usd === '' ? '' : Math.round(Number(usd) * 100))

export default function EnterGas({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  return (
    <FormDrawer<Form>
      title={t('actions.wallet.gas')}
      close={close}
      draft="finance.gas"
      call={gasSave}
      schema={schema.payload}
      initial={{ chain: 'trc20', usd: '', note: '' }}
      payload={({ usd, ...rest }) => ({ ...rest, usdCents: centsOf(usd) })}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      message={({ chain, usd }) => gasEntered({ chain, usdCents: Number(centsOf(usd)) })}
      waiting={({ chain, usd }) => gasEntered({ chain, usdCents: Number(centsOf(usd)) }, 'request')}
    >
      {(form) => (
        <>
          <ChainField
            value={form.values.chain}
            change={(chain) => form.setFieldValue('chain', chain as Form['chain'])}
          />
          <NumberInput
            label={t('columns.feeUsd')}
            description={t('wallet.gasLimit')}
            required
            min={0}
            decimalScale={2}
            thousandSeparator=","
            suffix=" USD"
            hideControls
            data-autofocus
            {...form.getInputProps('usd')}
            error={form.errors['usd'] ?? form.errors['usdCents']}
          />
          <TextInput
            label={t('columns.note')}
            description={t('wallet.noteHint')}
            required
            maxLength={200}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDrawer>
  )
}
