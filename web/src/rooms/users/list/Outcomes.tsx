// The outcomes of a grant or deduction by list, with an undo.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Outcome } from '../../../action/action.ts'
import { OutcomesDrawer } from '../../../action/form/OutcomesDrawer.tsx'
import { useRefresh } from '../../../api/useRefresh.ts'
import { showError } from '../../../session/messages.ts'
import { useSend } from '../../../ui/useSend.ts'
import { takeBack } from '../actions/money.ts'

export type Done = { operationId?: string | undefined; outcomes: readonly Outcome[] }

type Props = { answer: Done; direction: 'grant' | 'deduct'; close: () => void }

export function Outcomes({ answer, direction, close }: Props) {
  const { t } = useTranslation('users')
  const refresh = useRefresh()
  const { busy, send } = useSend()
  const done = answer.outcomes.filter(({ ok }) => ok).length
  const undo = async () => {
    try {
      await takeBack(answer)
      void refresh()
      close()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <OutcomesDrawer
      action={t(`actions.person.${direction}`)}
      idLabel={t('columns.userId')}
      outcomes={answer.outcomes}
      close={close}
      end={
        done > 0 &&
        answer.operationId && (
          <Button variant="default" loading={busy} onClick={() => send(undo)}>
            {t('byList.undoDone', { count: done })}
          </Button>
        )
      }
    />
  )
}
