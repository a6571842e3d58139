// A new payout account. A leader needs a code by SMS; a second member of staff approves it, and it takes effect after a day.
import { payoutAccountSave } from '@greenroom/contract/payouts'
import { payoutAccountSave as schema } from '@greenroom/contract/payouts.schema'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import {
  AccountFields,
  type AccountValues,
  accountOf,
  emptyAccount,
  missingFields,
  secretFields,
} from '../../../actions/form/AccountFields.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { showSuccess } from '../../../session/messages.ts'
import { useSession } from '../../../session/session.ts'
import { AccountStates } from './AccountStates.tsx'
import { CodeField } from './CodeField.tsx'
import { useMoney } from './GuildBalance.tsx'

type Form = AccountValues & { guildId: string; smsCode: string }

const empty: Form = { ...emptyAccount, guildId: '', smsCode: '' }

const payloadOf = (values: Form) => ({
  ...(values.guildId !== '' && { guildId: values.guildId }),
  account: accountOf(values),
  ...(values.smsCode !== '' && { smsCode: values.smsCode }),
})

/** `rowId`: the guild, for staff. */
export default function AccountForm({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  const { user, may } = useSession()
  const isLeader = user.unionId !== null
  const money = useMoney(isLeader ? undefined : Number(rowId))
  const hours = money.data?.accountWaitHours ?? 24
  return (
    <FormDrawer<Form>
      title={t('actions.payout.account')}
      close={close}
      draft={`guilds.payoutAccount:${rowId}`}
      secret={[...secretFields, 'smsCode']}
      call={payoutAccountSave}
      schema={schema.payload}
      initial={{ ...empty, guildId: isLeader ? '' : rowId }}
      payload={payloadOf}
      check={(values) => ({
        ...(isLeader && !/^\d{6}$/.test(values.smsCode) && { smsCode: t('invalid.smsCode') }),
        ...missingFields(values, t('account.required')),
      })}
      codes={{ 12001: 'smsCode', 12002: 'smsCode', 12003: 'smsCode' }}
      refused={refusalOf('guilds', may('guilds.withdrawalManage', 'write') || 'readOnly')}
      onSaved={() => {
        showSuccess(t('account.asked', { hours }))
        close()
        return true
      }}
      submit={t('account.submit')}
    >
      {(form) => (
        <>
          {money.data && <AccountStates of={money.data.accounts} />}
          <Alert color="gray" p="xs">
            {t('account.waits', { hours })}
          </Alert>
          <AccountFields form={form} room="guilds" />
          {isLeader && <CodeField form={form} />}
        </>
      )}
    </FormDrawer>
  )
}
