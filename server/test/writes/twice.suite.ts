// What is refused once it is done: the same payload with another operation id.
import { expect, test } from 'vitest'
import { changing, performed } from './everyWrite.fixture.ts'

/** Each call's code, and the reason where it has one. */
const refused: Record<string, [number, string?]> = {
  agentAddress: [20000, 'usdt.noAddress'],
  agentUnfreeze: [20000, 'agent.approved'],
  benefitStop: [20000, 'benefit.stopped'],
  channelEnable: [20000, 'disabled.already'],
  messageResume: [20000, 'stale.by'],
  messageStop: [20000, 'stale.by'],
  payoutMappingDelete: [10032],
  payoutMappingUpdate: [20000, 'stale.by'],
  promoterSave: [10027, 'promoter.nameTaken'],
  promoterUpdate: [20000, 'stale.by'],
  statementMappingSave: [10027, 'mapping.name'],
  usdtOutExport: [20000, 'usdt.taken'],
  usdtOutWithdraw: [20000, 'usdt.ended'],
}

type Refused = { errorCode?: number; reason?: string; detail?: { reason?: string }[] }

export function twice(): void {
  test.each(Object.entries(refused))('%s is refused when it is done', async (name, [code, reason]) => {
    const { call } = changing.find((declared) => declared.call.name === name)!
    const { client, payload, more } = await performed(call)
    const answer = (await client.send(call, payload as never, more)) as Refused & { result?: { outcomes?: Refused[] } }
    const { errorCode, reason: own, detail } = answer.result?.outcomes?.[0] ?? answer
    expect([errorCode, own ?? detail?.[0]?.reason]).toEqual([code, reason])
  })
}
