import { clientSave } from '@greenroom/contract/clients'
import { clientSave as schema } from '@greenroom/contract/clients.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../../action/action.ts'
import type { DrawerProps } from '../../../../action/Drawers.tsx'
import { FormDrawer } from '../../../../action/form/FormDrawer.tsx'
import { SideDrawer } from '../../../../action/form/SideDrawer.tsx'
import { useCurrentList } from '../../../../list/list.ts'
import { label } from '../../../../ui/labels.ts'
import { ClientFields } from './ClientFields.tsx'
import SecretShown from './SecretShown.tsx'

const empty = { name: '', endpoint: '', note: '' }

/** A new client; its secret is shown once. */
export default function AddClient({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  const [made, setMade] = useState<{ name: string; secret: string }>()
  if (made) {
    return (
      <SideDrawer title={t('bridge.added', { name: made.name })} close={close}>
        <SecretShown answer={made} rows={[made]} close={close} />
      </SideDrawer>
    )
  }
  return (
    <FormDrawer
      title={t('actions.bridge.add')}
      close={close}
      draft="system.bridge:new"
      call={clientSave}
      schema={schema.payload}
      initial={empty}
      codes={{ 10027: 'name' }}
      refused={list.writable ? undefined : label(reasonKeys('system', 'readOnly'))}
      onSaved={({ secret }: { secret: string }, { name }) => {
        setMade({ name, secret })
        return true
      }}
    >
      {(form) => <ClientFields form={form} />}
    </FormDrawer>
  )
}
