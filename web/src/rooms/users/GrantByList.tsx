// Grants or deducts tokens for a pasted list of ids, in one operation.
import { readIds } from '@greenroom/contract/pastedIds'
import { moved } from '@greenroom/contract/sentences/users'
import { userGrant as schema } from '@greenroom/contract/users.schema'
import { Button, Input, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { approvalOf, type Outcome } from '../../actions/action.ts'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { showDone, showWaiting } from '../../actions/done.tsx'
import { FormDrawer } from '../../actions/form/FormDrawer.tsx'
import { checkIds, IdsField, unknownIds } from '../../actions/form/IdsField.tsx'
import { OutcomesDrawer } from '../../actions/form/OutcomesDrawer.tsx'
import { refusalOf } from '../../actions/refusal.ts'
import { isRefused } from '../../api/call.ts'
import { useRefresh } from '../../api/useRefresh.ts'
import { useCurrentList } from '../../list/currentList.ts'
import { showError } from '../../session/messages.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { MoneyFields } from './actions/MoneyFields.tsx'
import { calls, takeBack } from './actions/moveTokens.ts'

// The outcomes of a grant or deduction by list, with an undo.
type Done = { operationId?: string | undefined; outcomes: readonly Outcome[] }

type Props = { answer: Done; direction: 'grant' | 'deduct'; close: () => void }

function Outcomes({ answer, direction, close }: Props) {
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

type Form = { direction: 'grant' | 'deduct'; ids: string; tokens: number | string; kind: string; reason: string }
const empty: Form = { direction: 'grant', ids: '', tokens: '', kind: 'compensation', reason: '' }

export default function GrantByList({ close }: DrawerProps) {
  const { t } = useTranslation('users')
  const list = useCurrentList()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [done, setDone] = useState<{ answer: Done; direction: Form['direction'] }>()
  const payload = ({ ids, tokens, kind, reason }: Form) => ({
    ids: readIds(ids).ids,
    tokens: tokens === '' ? '' : Number(tokens),
    kind,
    reason,
  })
  if (done) return <Outcomes {...done} close={close} />
  return (
    <FormDrawer<Form, (typeof calls)[Form['direction']]>
      title={t('actions.list.grant')}
      close={close}
      draft="users.grantByList"
      call={({ direction }) => calls[direction]}
      schema={schema.payload}
      initial={empty}
      payload={payload}
      check={(values) => checkIds(values.ids)}
      refused={refusalOf('users', list.writable || 'readOnly')}
      submit={({ direction }) => t(`actions.person.${direction}`)}
      onRefused={(error) => {
        if (isRefused(error)) setUnknown(unknownIds(error))
      }}
      onSaved={(answer, values) => {
        const approvalId = approvalOf(answer)
        const { direction } = values
        const sentenceOf = (form: 'request' | 'done', ids: readonly number[]) =>
          moved(form, { people: ids.map((id) => ({ id, nickname: '' })), direction, tokens: Number(values.tokens) })
        if (approvalId !== undefined)
          showWaiting(sentenceOf('request', readIds(values.ids).ids), approvalId, (to) => void navigate(to))
        else if (answer.outcomes.some(({ ok }) => !ok)) {
          setDone({ answer, direction: values.direction })
          return true
        } else {
          const ids = answer.outcomes.map(({ id }) => Number(id))
          showDone(sentenceOf('done', ids), () => {
            takeBack(answer)
              .then(() => refresh())
              .catch(showError)
          })
        }
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Input.Wrapper label={t('fields.direction')} labelElement="div">
            <SegmentedControl
              fullWidth
              mt={4}
              aria-label={t('fields.direction')}
              data={(['grant', 'deduct'] as const).map((value) => ({ value, label: t(`actions.person.${value}`) }))}
              value={form.values.direction}
              onChange={(value) => form.setFieldValue('direction', value as Form['direction'])}
            />
          </Input.Wrapper>
          <IdsField form={form} label={t('fields.ids')} unknown={unknown} />
          <MoneyFields form={form} ids={readIds(form.values.ids).ids} direction={form.values.direction} />
        </>
      )}
    </FormDrawer>
  )
}
