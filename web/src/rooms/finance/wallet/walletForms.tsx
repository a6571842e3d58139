import { gasSave, walletConfirm, walletRegister } from '@greenroom/contract/chain'
import {
  walletConfirm as confirmSchema,
  gasSave as gasSchema,
  walletRegister as registerSchema,
} from '@greenroom/contract/chain.schema'
import { gasEntered, keyConfirmed, walletRegistered } from '@greenroom/contract/sentences/chain'
import { usdtChains } from '@greenroom/contract/statesAndKinds'
import { Alert, Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { showWaiting } from '../../../actions/done.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { chainNames } from '../usdt/Address.tsx'

/** The chain of a form. */
function ChainField({ value, change }: { value: string; change: (value: string) => void }) {
  const { t } = useTranslation('finance')
  return (
    <Input.Wrapper label={t('columns.chain')} labelElement="div">
      <SegmentedControl
        fullWidth
        mt={4}
        aria-label={t('columns.chain')}
        data={usdtChains.map((chain) => ({ value: chain, label: chainNames[chain] }))}
        value={value}
        onChange={change}
      />
    </Input.Wrapper>
  )
}

// Enters a chain's fees in USD.
type GasForm = { chain: 'trc20' | 'erc20'; usd: number | string; note: string }
const centsOf = (usd: number | string) => (usd === '' ? '' : Math.round(Number(usd) * 100))

export function EnterGas({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  return (
    <FormDrawer<GasForm>
      title={t('actions.wallet.gas')}
      close={close}
      draft="finance.gas"
      call={gasSave}
      schema={gasSchema.payload}
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
            change={(chain) => form.setFieldValue('chain', chain as GasForm['chain'])}
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

// The owner proves that the configured key belongs to their wallet, by its addresses 0 and 5.
type ConfirmForm = { chain: 'trc20' | 'erc20'; address0: string; address5: string }

export function Confirm({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  return (
    <FormDrawer<ConfirmForm>
      title={t('actions.wallet.confirm')}
      close={close}
      draft="finance.confirm"
      call={walletConfirm}
      schema={confirmSchema.payload}
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
            change={(chain) => form.setFieldValue('chain', chain as ConfirmForm['chain'])}
          />
          {(['address0', 'address5'] as const).map((field) => (
            <TextInput key={field} label={t(`fields.${field}`)} required dir="ltr" {...form.getInputProps(field)} />
          ))}
        </>
      )}
    </FormDrawer>
  )
}

type RegisterForm = { chain: 'trc20' | 'erc20'; address: string; name: string; reason: string }

/** Registers a wallet of the platform; a second member of staff approves it. */
export function Register({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const navigate = useNavigate()
  return (
    <FormDrawer<RegisterForm, typeof walletRegister>
      title={t('actions.wallet.register')}
      close={close}
      draft="finance.wallet"
      call={walletRegister}
      schema={registerSchema.payload}
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
            change={(chain) => form.setFieldValue('chain', chain as RegisterForm['chain'])}
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
