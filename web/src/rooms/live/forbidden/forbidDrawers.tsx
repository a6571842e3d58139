import type { Answer } from '@greenroom/contract/call'
import { liveForbid, liveForbiddenList, liveLadder } from '@greenroom/contract/live'
import { liveForbid as schema } from '@greenroom/contract/live.schema'
import { readIds } from '@greenroom/contract/pastedIds'
import { forbidden } from '@greenroom/contract/sentences/live'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { showDone } from '../../../actions/done.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { checkIds, IdsField, unknownIds } from '../../../actions/form/IdsField.tsx'
import { OutcomesDrawer } from '../../../actions/form/OutcomesDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { type CallOptions, call } from '../../../api/call.ts'
import { wallReason } from '../../../format/codeNames.ts'
import { Time } from '../../../format/Time.tsx'
import { useCurrentList } from '../../../list/currentList.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Hours } from './ForbidHours.tsx'
import { Forbids, Ladder } from './ForbidRecord.tsx'
import { ForbidState, Length, Until } from './ForbidState.tsx'

// One broadcast ban, with the user's escalation step.
type Found = NonNullable<Awaited<ReturnType<typeof read>>>

async function read(forbidId: string, options: CallOptions) {
  const [forbid] = (await call(liveForbiddenList, { forbidId, size: 1 }, options)).records
  return forbid && { forbid, ladder: await call(liveLadder, { userId: forbid.user.userId }, options) }
}

export function Forbid({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('live')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('forbid')}
      alwaysRead
      read={(signal) => read(rowId, { signal })}
    >
      {(found) => (
        <SideDrawer title={t('forbid')} close={close}>
          <Shown {...found} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

function Shown({ forbid, ladder }: Found) {
  const { t } = useTranslation('live')
  const { user } = forbid
  return (
    <>
      <Facts
        of={[
          [t('columns.broadcaster'), <PersonLink key="user" person={user} />],
          [t('columns.forbidState'), <ForbidState key="state" state={forbid.state} />],
          [t('columns.hours'), <Length key="hours" hours={forbid.hours} />],
          [t('columns.until'), <Until key="until" until={forbid.until} />],
          [t('columns.reason'), wallReason(forbid.reason)],
          [t('columns.forbiddenAt'), <Time key="at" at={forbid.at} />],
          [t('columns.by'), forbid.by],
          [t('columns.liveId'), forbid.liveId && <Code key="live">{forbid.liveId}</Code>],
          [t('columns.endedAt'), <Time key="ended" at={forbid.endedAt} />],
          [t('columns.endedBy'), forbid.endedBy],
          [t('columns.liftedWhy'), forbid.endReason],
        ]}
      />
      <Ladder of={ladder} />
      <Forbids of={ladder.forbids} />
    </>
  )
}

type Form = { ids: string; hours: string; reason: string }
type Done = Answer<typeof liveForbid>
const empty: Form = { ids: '', hours: '1', reason: '' }

/** Bans a pasted list of users from broadcasting, all for one reason. */
export function ForbidByList({ close }: DrawerProps) {
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
