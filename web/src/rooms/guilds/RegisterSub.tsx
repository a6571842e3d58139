// Registers a sub-agency: below the leader's own guild, or for staff below any guild.
import { guildSubSave } from '@greenroom/contract/guilds'
import { guildSubSave as schema } from '@greenroom/contract/guilds.schema'
import { guildsDecided } from '@greenroom/contract/sentences/guilds'
import { NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { showDone } from '../../actions/done.tsx'
import { FormDrawer } from '../../actions/form/FormDrawer.tsx'
import { refusalOf } from '../../actions/refusal.ts'
import { useCurrentList } from '../../list/currentList.ts'
import { useSession } from '../../session/session.ts'
import { basisPoints } from './guild/changeInputs.ts'
import { LeaderFields } from './guild/LeaderFields.tsx'

const empty = {
  parentId: '',
  unionName: '',
  userNumber: '',
  leaderName: '',
  leaderEmail: '',
  areaCode: '',
  leaderPhone: '',
  cmsUserName: '',
  cmsPassWord: '',
  percent: '' as string | number,
}
type Form = typeof empty

export default function RegisterSub({ close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  const list = useCurrentList()
  const staff = useSession().user.unionId === null
  return (
    <FormDrawer<Form, typeof guildSubSave>
      title={t('actions.sub.add')}
      close={close}
      draft="guilds.sub"
      call={guildSubSave}
      schema={schema.payload}
      initial={empty}
      secret={['cmsPassWord']}
      payload={({ percent, ...rest }) => ({ ...rest, rateBp: basisPoints(percent) })}
      refused={refusalOf('guilds', list.writable || 'readOnly')}
      onSaved={(answer, values) => {
        showDone(guildsDecided('register', [{ guildId: answer.guildId, name: values.unionName }]), undefined)
        close()
        return true
      }}
    >
      {(form) => (
        <>
          {staff && (
            <TextInput
              label={t('filters.parentId')}
              required
              inputMode="numeric"
              dir="ltr"
              {...form.getInputProps('parentId')}
            />
          )}
          <TextInput label={t('columns.guild')} required maxLength={50} {...form.getInputProps('unionName')} />
          <LeaderFields form={form} />
          <NumberInput
            label={t('fields.percent')}
            description={t('fields.percentHint')}
            suffix="%"
            min={0}
            max={100}
            decimalScale={2}
            {...form.getInputProps('percent')}
          />
          <TextInput
            label={t('fields.account')}
            description={t('fields.accountHint')}
            dir="ltr"
            {...form.getInputProps('cmsUserName')}
          />
          <PasswordInput
            label={t('fields.password')}
            description={t('fields.passwordHint')}
            dir="ltr"
            autoComplete="new-password"
            {...form.getInputProps('cmsPassWord')}
          />
        </>
      )}
    </FormDrawer>
  )
}
