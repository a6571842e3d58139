// Bans a pasted list of users from broadcasting, all for one reason.

import type { Answer } from '@greenroom/contract/call'
import { liveForbid } from '@greenroom/contract/live'
import { liveForbid as schema } from '@greenroom/contract/live.schema'
import { readIds } from '@greenroom/contract/pastedIds'
import { forbidden } from '@greenroom/contract/sentences/live'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { showDone } from '../../../action/done.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { checkIds, IdsField, unknownIds } from '../../../action/form/IdsField.tsx'
import { OutcomesDrawer } from '../../../action/form/OutcomesDrawer.tsx'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { Hours } from './Hours.tsx'

type Form = { ids: string; hours: string; reason: string }
type Done = Answer<typeof liveForbid>
const empty: Form = { ids: '', hours: '1', reason: '' }

export default function ForbidByList({ close }: DrawerProps) {
  const { t } = useTranslation('live')
  const list = useCurrentList()
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [done, setDone] = useState<Done>()
  if (done)
    return (
      <OutcomesDrawer
        action={t('actions.person.forbid')}
        idLabel={t('filters.userId')}
        outcomes={done.outcomes}
        close={close}
      />
    )
  return (
    <FormDrawer<Form, typeof liveForbid>
      title={t('actions.list.forbid')}
      close={close}
      draft="live.forbidByList"
      call={liveForbid}
      schema={schema.payload}
      initial={empty}
      payload={({ ids, hours, reason }) => ({ ids: readIds(ids).ids, hours: Number(hours), reason })}
      check={(values) => checkIds(values.ids)}
      refused={refusalOf('live', list.writable || 'readOnly')}
      submit={t('actions.person.forbid')}
      onRefused={(error) => setUnknown(unknownIds(error))}
      onSaved={(answer, values) => {
        if (answer.outcomes.some(({ ok }) => !ok)) {
          setDone(answer)
          return true
        }
        const people = answer.outcomes.map(({ id }) => ({ id, nickname: '' }))
        showDone(forbidden({ people, hours: Number(values.hours) }), undefined)
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <IdsField form={form} label={t('fields.ids')} unknown={unknown} />
          <Hours form={form} />
          <ReasonField form={form} />
        </>
      )}
    </FormDrawer>
  )
}
