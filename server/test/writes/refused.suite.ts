// What is refused of a payload that its schema accepts, or of an account that lacks what the call needs; nothing changes.
import { agentCodeSend } from '@greenroom/contract/agentPortal'
import { gasSave } from '@greenroom/contract/chain'
import { beforeAll, expect, test } from 'vitest'
import { anAgent } from '../../src/rooms/topup-agents/agents.fixture.ts'
import { type Counts, changed, rowCounter } from '../counts.ts'
import type { Client } from '../product.ts'
import { multipart } from '../world/base.ts'
import { writes } from '../writes.ts'
import { changing, product, world } from './everyWrite.fixture.ts'

type Answer = { errorCode?: number; detail?: { field: string; reason?: string }[] }
type Refused = [code: number, field: string, reason?: string | undefined]

/** A valid payload with something else: the code, the field and the reason. */
const wrong: [name: string, change: object, refused: Refused][] = [
  ['gasSave', { usdCents: 0 }, [10009, 'usdCents', 'field.tooSmall']],
  ['gasSave', { usdCents: 100_000_001 }, [10009, 'usdCents', 'field.tooLarge']],
  ['gasSave', { chain: 'btc' }, [10009, 'chain', 'field.oneOf']],
  ['promoterAccountSave', { id: 999_999 }, [10032, 'id', 'record.none']],
  ['statementPart', { statementId: 999_999 }, [10032, 'statementId', 'record.none']],
  ['statementPart', { number: 1 }, [20000, 'number', 'statement.part']],
  ['statementPart', { last: false }, [1000002, 'file', 'statement.partSize']],
]

export function refused(): void {
  let counted: () => Promise<Counts>
  beforeAll(async () => {
    counted = await rowCounter(product.database)
  })

  const refusedAs = async (send: () => ReturnType<Client['send']>, expected: Refused) => {
    const before = await counted()
    const { errorCode, detail } = (await send()) as Answer
    expect([errorCode, detail?.[0]?.field, detail?.[0]?.reason]).toEqual(expected)
    expect(changed(before, await counted())).toEqual([])
  }

  test.each(wrong)('%s with %j is refused', async (name, change, expected) => {
    const { call } = changing.find((declared) => declared.call.name === name)!
    const line = writes[name]!
    const client = line.by ? await line.by(world) : world.admin
    const sent = { ...(await line.payload(world)), ...change }
    const form = line.file && multipart(sent as Record<string, string>, await line.file())
    await refusedAs(
      () => client.send(call, sent as never, form && { payload: form.payload, headers: form.headers }),
      expected,
    )
  })

  test('agentCodeSend is refused to an agent without a phone', async () => {
    const { account } = await anAgent(product)
    await refusedAs(() => account.client.send(agentCodeSend, {}), [12003, 'code', undefined])
  })

  test('a fee of more than one account may enter alone is not booked', async () => {
    const before = await counted()
    const answer = await world.admin.call(gasSave, { chain: 'trc20', usdCents: 100_000_000, note: 'Energy' })
    expect(answer).toMatchObject({ id: null, approvalId: expect.any(String) })
    expect(changed(before, await counted())).not.toContain('chain.gas')
  })
}
