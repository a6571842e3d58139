import { promoterAccountSave as call } from '@greenroom/contract/channels'
import { promoterAccountSave as schema } from '@greenroom/contract/channels.schema'
import { accountForm } from '../../../action/form/accountForm.tsx'

export default accountForm({
  room: 'promotion',
  thing: 'promoter',
  draft: 'promotion.account',
  call,
  schema,
  payee: 'id',
})
