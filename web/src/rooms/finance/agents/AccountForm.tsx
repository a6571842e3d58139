import { agentAccountSave as call } from '@greenroom/contract/agents'
import { agentAccountSave as schema } from '@greenroom/contract/agents.schema'
import { accountForm } from '../../../action/form/accountForm.tsx'

export default accountForm({
  room: 'finance',
  thing: 'agent',
  draft: 'finance.agentAccount',
  call,
  schema,
  payee: 'userId',
})
