// Registers a wallet of the platform; a second member of staff approves it.
import { walletRegister } from '@greenroom/contract/chain'
import { walletRegister as schema } from '@greenroom/contract/chain.schema'
import { walletRegistered } from '@greenroom/contract/sentences/chain'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { showWaiting } from '../../../action/done.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { ChainField } from './ChainField.tsx'

type Form = { chain: 'trc20' | 'erc20'; address: string; name: string; reason: string }

export default function Register({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const navigate = useNavigate()
  return (
    <FormDrawer<Form, typeof walletRegister>
      title={t('actions.wallet.register')}
      close={close}
      draft="finance.wallet"
      call={walletRegister}
      schema={schema.payload}
      initial={{ chain: 'trc20', address: '', name: '', reason: '' }}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      onSaved={({ approvalId }, { chain, name }) => {
        showWaiting(walletRegistered('request', { chain, name }), approvalId, (to) => void navigate(to))
        close()
        return true
      }}
      submit={t('actions.wallet.register')}
    >
      {(form) => (
        <>
          <ChainField
            value={form.values.chain}
            change={(chain) => form.setFieldValue('chain', chain as Form['chain'])}
          />
          <TextInput
            label={t('columns.address')}
            description={t('wallet.addressHint')}
            required
            dir="ltr"
            data-autofocus
            {...form.getInputProps('address')}
          />
          <TextInput label={t('fields.walletName')} required maxLength={60} {...form.getInputProps('name')} />
          <ReasonField form={form} />
        </>
      )}
    </FormDrawer>
  )
}
