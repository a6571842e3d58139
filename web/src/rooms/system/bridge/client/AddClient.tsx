import { clientSave } from '@greenroom/contract/clients'
import { clientSave as schema } from '@greenroom/contract/clients.schema'
import { clientAdded } from '@greenroom/contract/sentences/bridge'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../../action/Drawers.tsx'
import { FormDrawer } from '../../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../../action/refusal.ts'
import { useCurrentList } from '../../../../list/list.ts'
import { showApplied } from '../../applied.ts'
import { ClientFields } from './ClientFields.tsx'

const empty = { name: '', endpoint: '', note: '' }

/** Form for a new client, which needs a checker; then the maker fetches its secret. */
export default function AddClient({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  return (
    <FormDrawer
      title={t('actions.bridge.add')}
      close={close}
      draft="system.bridge:new"
      call={clientSave}
      schema={schema.payload}
      initial={empty}
      codes={{ 10027: 'name' }}
      refused={refusalOf('system', list.writable || 'readOnly')}
      submit={t('param.ask')}
      onSaved={(_answer, values) => {
        showApplied({ applied: false }, (form) => clientAdded(form, values))
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Alert color="blue" p="xs">
            {t('bridge.addHint')}
          </Alert>
          <ClientFields form={form} />
        </>
      )}
    </FormDrawer>
  )
}
