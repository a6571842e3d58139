// The owner proves that the configured key belongs to their wallet, by its addresses 0 and 5.
import { walletConfirm } from '@greenroom/contract/chain'
import { walletConfirm as schema } from '@greenroom/contract/chain.schema'
import { keyConfirmed } from '@greenroom/contract/sentences/chain'
import { Alert, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { ChainField } from './ChainField.tsx'

type Form = { chain: 'trc20' | 'erc20'; address0: string; address5: string }

export default function Confirm({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  return (
    <FormDrawer<Form>
      title={t('actions.wallet.confirm')}
      close={close}
      draft="finance.confirm"
      call={walletConfirm}
      schema={schema.payload}
      initial={{ chain: 'trc20', address0: '', address5: '' }}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      message={({ chain }) => keyConfirmed(chain)}
    >
      {(form) => (
        <>
          <Alert color="gray" p="xs">
            {t('wallet.confirmHint')}
          </Alert>
          <ChainField
            value={form.values.chain}
            change={(chain) => form.setFieldValue('chain', chain as Form['chain'])}
          />
          {(['address0', 'address5'] as const).map((field) => (
            <TextInput key={field} label={t(`fields.${field}`)} required dir="ltr" {...form.getInputProps(field)} />
          ))}
        </>
      )}
    </FormDrawer>
  )
}
