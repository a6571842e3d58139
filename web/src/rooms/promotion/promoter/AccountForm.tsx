// A promoter's new payout account. A second member of staff approves it, and it waits a day.
import { promoterAccountSave } from '@greenroom/contract/channels'
import { promoterAccountSave as schema } from '@greenroom/contract/channels.schema'
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

export default function AccountForm({ about, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  const list = useCurrentList()
  return (
    <FormDrawer<AccountValues>
      title={t('actions.promoter.account')}
      close={close}
      draft={`promotion.account:${about}`}
      secret={secretFields}
      call={promoterAccountSave}
      schema={schema.payload}
      initial={emptyAccount}
      payload={(values) => ({ id: about, account: accountOf(values) })}
      check={(values) => missingFields(values, t('account.required'))}
      refused={refusalOf('promotion', list.writable || 'readOnly')}
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
          <AccountFields form={form} room="promotion" />
        </>
      )}
    </FormDrawer>
  )
}
