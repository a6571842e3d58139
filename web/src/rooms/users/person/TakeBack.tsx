// Reverses a grant or deduction from its ledger entry.
import { operationReversed } from '@greenroom/contract/sentences/users'
import { userGrantReverse } from '@greenroom/contract/users'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { useRunAction } from '../../../actions/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import type { Person } from './person.ts'

/** The operation named by an entry's reference (`operation <id>`), if there is one. */
const operationOf = (entry: { kind: string; reference: string }) =>
  entry.kind === 'grant' || entry.kind === 'deduct'
    ? /^operation ([0-9a-f-]{36})$/.exec(entry.reference)?.[1]
    : undefined

export function TakeBack({ entry, user }: { entry: { kind: string; reference: string }; user: Person }) {
  const { t } = useTranslation('users')
  const run = useRunAction()
  const operationId = operationOf(entry)
  const direction = entry.kind === 'grant' ? 'grant' : 'deduct'
  const action = useMemo(
    () =>
      defineAction<Person, Reason>({
        id: 'users.operation.reverse',
        icon: IconArrowBackUp,
        danger: true,
        may: (person) => person.can.grant,
        form: reasonForm,
        run: (_ids, { reason }) => call(userGrantReverse, { grantId: operationId ?? '', reason }),
        message: ([person]) =>
          operationReversed({ id: person?.userId ?? 0, nickname: person?.nickname ?? '' }, direction),
      }),
    [operationId, direction],
  )
  if (operationId === undefined || user.can.grant !== true) return null
  return (
    <Button variant="subtle" size="compact-xs" onClick={() => run(action, [user])}>
      {t('actions.operation.reverse')}
    </Button>
  )
}
