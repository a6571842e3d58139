// Invites a pasted list of women; shows each one's outcome.
import type { Answer } from '@greenroom/contract/call'
import { memberInvite } from '@greenroom/contract/guildMembers'
import { memberInvite as schema } from '@greenroom/contract/guildMembers.schema'
import { readIds } from '@greenroom/contract/pastedIds'
import { invitedToGuild } from '@greenroom/contract/sentences/guildMembers'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { showDone } from '../../../actions/done.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { checkIds, IdsField } from '../../../actions/form/IdsField.tsx'
import { OutcomesDrawer } from '../../../actions/form/OutcomesDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { useSession } from '../../../session/session.ts'

type Form = { guildId: string; ids: string }
type Done = Answer<typeof memberInvite>
const none: readonly string[] = []

export default function Invite({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  const list = useCurrentList()
  const { user } = useSession()
  const [done, setDone] = useState<Done>()
  const ofStaff = user.unionId === null
  const chosen = list.values['guildId']
  if (done)
    return (
      <OutcomesDrawer
        action={t('actions.members.invite')}
        idLabel={t('columns.userId')}
        outcomes={done.outcomes}
        close={close}
      />
    )
  return (
    <FormDrawer<Form, typeof memberInvite>
      title={t('actions.members.invite')}
      close={close}
      draft={`guilds.invite:${rowId}`}
      call={memberInvite}
      schema={schema.payload}
      initial={{ guildId: rowId || (typeof chosen === 'string' ? chosen : ''), ids: '' }}
      payload={({ guildId, ids }) => ({ ids: readIds(ids).ids.map(String), ...(ofStaff && { guildId }) })}
      check={(values) => checkIds(values.ids)}
      refused={refusalOf('guilds', list.writable || 'readOnly')}
      submit={t('actions.members.invite')}
      onSaved={(answer, values) => {
        if (answer.outcomes.some(({ ok }) => !ok)) {
          setDone(answer)
          return true
        }
        const people = answer.outcomes.map(({ id }) => ({ id, nickname: '' }))
        showDone(invitedToGuild({ people, guild: String(user.unionId ?? values.guildId) }), undefined)
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Text size="sm" c="dimmed">
            {t('members.inviteHint')}
          </Text>
          {ofStaff && (
            <TextInput label={t('fields.guildId')} required inputMode="numeric" {...form.getInputProps('guildId')} />
          )}
          <IdsField form={form} label={t('fields.memberIds')} unknown={none} />
        </>
      )}
    </FormDrawer>
  )
}
