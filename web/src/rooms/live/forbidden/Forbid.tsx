// One broadcast ban, with the user's escalation step.
import { liveForbiddenList, liveLadder } from '@greenroom/contract/live'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { wallReason } from '../../../format/wallReason.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { ForbidState, Length, Until } from './parts.tsx'
import { Forbids, Ladder } from './Record.tsx'

type Found = NonNullable<Awaited<ReturnType<typeof read>>>

async function read(forbidId: string, options: CallOptions) {
  const [forbid] = (await call(liveForbiddenList, { forbidId, size: 1 }, options)).records
  return forbid && { forbid, ladder: await call(liveLadder, { userId: forbid.user.userId }, options) }
}

export default function Forbid({ rowId, close }: DrawerProps) {
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
