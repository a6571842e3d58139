// An agent's new payout account. A second member of staff approves it, and it waits a day.
import { agentAccountSave } from '@greenroom/contract/agents'
import { agentAccountSave as schema } from '@greenroom/contract/agents.schema'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import {
  AccountFields,
  type AccountValues,
  accountOf,
  emptyAccount,
  missingFields,
  secretFields,
} from '../../../action/form/AccountFields.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { showSuccess } from '../../../session/messages.ts'

/** `about`: the agent's user. */
export default function AccountForm({ about, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  return (
    <FormDrawer<AccountValues>
      title={t('actions.agent.account')}
      close={close}
      draft={`finance.agentAccount:${about}`}
      secret={secretFields}
      call={agentAccountSave}
      schema={schema.payload}
      initial={emptyAccount}
      payload={(values) => ({ userId: about, account: accountOf(values) })}
      check={(values) => missingFields(values, t('account.required'))}
      refused={refusalOf('finance', list.writable || 'readOnly')}
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
          <AccountFields form={form} room="finance" />
        </>
      )}
    </FormDrawer>
  )
}
