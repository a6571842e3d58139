// Fields of a payout account: its kind decides which ones. The texts are under `<room>:account` and
// `<room>:options.accountKind`.
import { payoutAccountKinds } from '@greenroom/contract/statesAndKinds'
import { Alert, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { label } from '../../ui/labels.ts'

export type AccountKind = (typeof payoutAccountKinds)[number]
const fields = ['holder', 'bankName', 'accountNumber', 'swift', 'provider', 'walletAccount', 'address'] as const
export type AccountValues = Record<(typeof fields)[number], string> & { kind: AccountKind; account: string }

export const accountFieldsOf: Record<AccountKind, readonly (typeof fields)[number][]> = {
  bank: ['holder', 'bankName', 'accountNumber', 'swift'],
  'e-wallet': ['provider', 'holder', 'walletAccount'],
  'usdt.trc20': ['address'],
  'usdt.erc20': ['address'],
}
export const optionalFields: readonly string[] = ['swift']
/** Fields that must never be stored in the browser. */
export const secretFields = ['accountNumber', 'walletAccount', 'address'] as const

export const emptyAccount: AccountValues = {
  kind: 'bank',
  holder: '',
  bankName: '',
  accountNumber: '',
  swift: '',
  provider: '',
  walletAccount: '',
  address: '',
  account: '',
}

/** The account as calls take it: only the fields of its kind. */
export const accountOf = (values: AccountValues) => ({
  kind: values.kind,
  ...Object.fromEntries(
    accountFieldsOf[values.kind].map((field) => [field === 'walletAccount' ? 'account' : field, values[field]]),
  ),
})

/** The missing fields, with their error texts. */
export const missingFields = (values: AccountValues, words: string): Record<string, string> =>
  Object.fromEntries(
    accountFieldsOf[values.kind]
      .filter((field) => values[field].trim() === '' && !optionalFields.includes(field))
      .map((field) => [field, words]),
  )

export function AccountFields<V extends AccountValues>({
  form: given,
  room,
}: {
  form: UseFormReturnType<V>
  room: string
}) {
  const form = given as unknown as UseFormReturnType<AccountValues>
  const { kind } = form.values
  const fault = Object.entries(form.errors).find(([field]) => field === 'account' || field.startsWith('account.'))?.[1]
  return (
    <>
      <Select
        label={label(`${room}:fields.accountKind`)}
        data={payoutAccountKinds.map((value) => ({
          value,
          label: label(`${room}:options.accountKind.${value.replace('.', '_')}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      {accountFieldsOf[kind].map((field) => (
        <TextInput
          key={field}
          label={label(`${room}:account.${field}`)}
          required={!optionalFields.includes(field)}
          maxLength={100}
          dir={field === 'holder' || field === 'bankName' ? undefined : 'ltr'}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps(field)}
        />
      ))}
      {fault && (
        <Alert color="red" role="alert" p="xs">
          {fault}
        </Alert>
      )}
    </>
  )
}
