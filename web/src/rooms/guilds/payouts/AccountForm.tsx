// A new payout account. A leader needs a code by SMS; a second member of staff approves it, and it waits a day.
import { payoutAccountSave } from '@greenroom/contract/payouts'
import { payoutAccountSave as schema } from '@greenroom/contract/payouts.schema'
import { payoutAccountKinds } from '@greenroom/contract/words'
import { Alert, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { showSuccess } from '../../../session/messages.ts'
import { useSession } from '../../../session/session.ts'
import { useLabels } from '../../../ui/labels.ts'
import { CodeField } from './CodeField.tsx'

type Kind = (typeof payoutAccountKinds)[number]
type Form = Record<(typeof fields)[number], string> & { kind: Kind; guildId: string; smsCode: string; account: string }

const fields = ['holder', 'bankName', 'accountNumber', 'swift', 'provider', 'walletAccount', 'address'] as const
const fieldsOf: Record<Kind, readonly (typeof fields)[number][]> = {
  bank: ['holder', 'bankName', 'accountNumber', 'swift'],
  'e-wallet': ['provider', 'holder', 'walletAccount'],
  'usdt.trc20': ['address'],
  'usdt.erc20': ['address'],
}
const optionalFields: readonly string[] = ['swift']

const empty: Form = {
  kind: 'bank',
  holder: '',
  bankName: '',
  accountNumber: '',
  swift: '',
  provider: '',
  walletAccount: '',
  address: '',
  guildId: '',
  smsCode: '',
  account: '',
}

/** Only the fields of the kind are sent. */
const payloadOf = (values: Form) => ({
  ...(values.guildId !== '' && { guildId: values.guildId }),
  account: {
    kind: values.kind,
    ...Object.fromEntries(
      fieldsOf[values.kind].map((field) => [field === 'walletAccount' ? 'account' : field, values[field]]),
    ),
  },
  ...(values.smsCode !== '' && { smsCode: values.smsCode }),
})

/** `about`: the guild, for staff. */
export default function AccountForm({ about, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  const { user } = useSession()
  const list = useCurrentList()
  const isLeader = user.unionId !== null
  return (
    <FormDrawer<Form>
      title={t('actions.payout.account')}
      close={close}
      draft={`guilds.payoutAccount:${about}`}
      secret={['accountNumber', 'walletAccount', 'address', 'smsCode']}
      call={payoutAccountSave}
      schema={schema.payload}
      initial={{ ...empty, guildId: isLeader ? '' : about }}
      payload={payloadOf}
      check={(values) => ({
        ...(isLeader && !/^\d{6}$/.test(values.smsCode) && { smsCode: t('invalid.smsCode') }),
        ...Object.fromEntries(
          fieldsOf[values.kind]
            .filter((field) => values[field].trim() === '' && !optionalFields.includes(field))
            .map((field) => [field, t('account.required')]),
        ),
      })}
      codes={{ 12001: 'smsCode', 12002: 'smsCode', 12003: 'smsCode' }}
      refused={refusalOf('guilds', list.writable || 'readOnly')}
      onSaved={() => {
        showSuccess(t('account.asked'))
        close()
        return true
      }}
      submit={t('account.submit')}
    >
      {(form) => (
        <>
          <Alert color="gray" p="xs">
            {t('account.waits')}
          </Alert>
          <Fields form={form} />
          {isLeader && <CodeField form={form} />}
        </>
      )}
    </FormDrawer>
  )
}

function Fields({ form }: { form: UseFormReturnType<Form> }) {
  const { t } = useTranslation('guilds')
  const { label } = useLabels()
  const { kind } = form.values
  const fault = Object.entries(form.errors).find(([field]) => field === 'account' || field.startsWith('account.'))?.[1]
  return (
    <>
      <Select
        label={t('fields.accountKind')}
        data={payoutAccountKinds.map((value) => ({
          value,
          label: label(`guilds:options.accountKind.${value.replace('.', '_')}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      {fieldsOf[kind].map((field) => (
        <TextInput
          key={field}
          label={label(`guilds:account.${field}`)}
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
