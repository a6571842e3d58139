// The form of a payee's new payout account. A second member of staff approves it; it takes effect after a day.
import type { AnyCall } from '@greenroom/contract/call'
import { Alert } from '@mantine/core'
import type { z } from 'zod'
import { useCurrentList } from '../../list/currentList.ts'
import { showSuccess } from '../../session/messages.ts'
import { label } from '../../ui/labels.ts'
import type { DrawerProps } from '../Drawers.tsx'
import { refusalOf } from '../refusal.ts'
import {
  AccountFields,
  type AccountValues,
  accountOf,
  emptyAccount,
  missingFields,
  secretFields,
} from './AccountFields.tsx'
import { FormDrawer } from './FormDrawer.tsx'

type Spec = {
  /** The namespace of its texts. */
  room: string
  /** `<room>:actions.<thing>.account` is its title. */
  thing: string
  draft: string
  call: AnyCall
  schema: { payload: z.ZodType }
  /** The payload field of the payee's id. */
  payee: string
}

/** The drawer `account:<payee>`. */
export const accountForm = ({ room, thing, draft, call, schema, payee }: Spec) =>
  function AccountForm({ rowId, close }: DrawerProps) {
    const list = useCurrentList()
    return (
      <FormDrawer<AccountValues>
        title={label(`${room}:actions.${thing}.account`)}
        close={close}
        draft={`${draft}:${rowId}`}
        secret={secretFields}
        call={call}
        schema={schema.payload}
        initial={emptyAccount}
        payload={(values) => ({ [payee]: rowId, account: accountOf(values) })}
        check={(values) => missingFields(values, label(`${room}:account.required`))}
        refused={refusalOf(room, list.writable || 'readOnly')}
        onSaved={() => {
          showSuccess(label(`${room}:account.asked`))
          close()
          return true
        }}
        submit={label(`${room}:account.submit`)}
      >
        {(form) => (
          <>
            <Alert color="gray" p="xs">
              {label(`${room}:account.waits`)}
            </Alert>
            <AccountFields form={form} room={room} />
          </>
        )}
      </FormDrawer>
    )
  }
