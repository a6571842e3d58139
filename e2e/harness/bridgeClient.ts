// A bridge client, requested by one staff member and approved by another, as on the screen.
import { clientList, clientSave, clientSecretReveal } from '@greenroom/contract/clients'
import { approvalDecide } from '@greenroom/contract/system'
import { signIn } from './people.ts'
import type { Server } from './server.ts'

/** Has another administrator approve what is pending. */
export async function approveAsAnother(server: Server, approvalId: string): Promise<void> {
  const { client } = await signIn(server, 'administrator')
  const { outcomes } = await client.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  if (outcomes[0]?.ok !== true) throw new Error(`not approved: ${JSON.stringify(outcomes)}`)
}

/** Creates a client. @returns its secret */
export async function aClient(server: Server, requested: { name: string; endpoint?: string }): Promise<string> {
  const admin = await server.administrator()
  const { approvalId } = await admin.call(clientSave, requested)
  await approveAsAnother(server, approvalId)
  const { records } = await admin.call(clientList, { size: 200 })
  const [secret] = records.find(({ name }) => name === requested.name)?.secrets ?? []
  if (!secret) throw new Error(`no secret for ${requested.name}`)
  return (await admin.call(clientSecretReveal, { secretId: secret.secretId })).secret
}
