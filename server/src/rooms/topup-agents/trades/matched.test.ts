// A USDT deposit that two members of staff match with an agent: their name on the deposit, and the transaction as its explorer writes it.
import { agentPurchaseList } from '@greenroom/contract/agentTrades'
import { usdtInList, usdtInMatch } from '@greenroom/contract/chain'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDeposit, chainSettings } from '../../../../test/chain.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anAgent } from '../agents.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct(chainSettings)
  admin = await product.administrator()
})
afterAll(() => product.close())

test('an agent as payer has a name, and the purchase names the transaction without 0x, as TRON’s explorers do', async () => {
  const agent = await anAgent(product)
  await sql`update users.app_user set nickname = 'Kiosk Ana' where id = ${agent.userId}`.execute(product.database)
  const id = await aDeposit({ product })
  const sent = { id, ownerKind: 'agent' as const, ownerId: agent.agentId, reason: 'the agent sent a screenshot' }
  const { approvalId } = await admin.call(usdtInMatch, sent)
  const checker = await person(product, { permissions: { 'finance.usdtIn': 3, 'system.approval': 3 } })
  const { outcomes } = await checker.client.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
  expect(outcomes).toMatchObject([{ ok: true }])

  const [deposit] = (await admin.call(usdtInList, { ownerKind: 'agent', ownerId: agent.agentId })).records
  expect(deposit).toMatchObject({ payer: { kind: 'agent', id: agent.agentId, name: 'Kiosk Ana' }, state: 'matched' })
  expect(deposit!.transaction).toMatch(/^[0-9a-f]{64}$/)
  const { records } = await admin.call(agentPurchaseList, { agentId: agent.agentId })
  expect(records).toMatchObject([{ kind: 'usdt', reference: deposit!.transaction }])
})
