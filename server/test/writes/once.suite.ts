// What is sent twice with one operation id is done once; and whatever creates something takes an operation id.
import { declaredCalls } from '@greenroom/contract/allCalls'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { changing, performed } from './everyWrite.fixture.ts'

/** Tables whose rows are no record of their own: what is written beside every change, and what is written over. */
const beside: Record<string, string> = {
  'log.entry': 'the operation log',
  'log.personal': 'the words of its entries',
  'access.operation': 'the operation id itself',
  'access.alone': 'what counts towards a limit',
  'access.login_attempt': 'tries',
  'access.public_try': 'tries',
  'access.session': 'another log-in does no harm, and ends by itself',
  'access.login_challenge': 'ends by itself, and any number stand side by side',
  'access.passkey_challenge': 'ends by itself, and any number stand side by side',
  'access.role_menu': 'with its role, which is written over',
  'access.staff_role': 'with its account',
  'audits.setting': 'one for each account, written over',
  'bridge.command': 'tells the app of a change; what only sends one is listed below',
  'bridge.delivery': 'with its command',
  'bridge.config_version': 'tells the app of a change',
  'community.change': 'the history of a post',
  'finance.chargeback_event': 'the history of a chargeback',
  'guilds.event': 'the history of a guild',
  'guilds.refold': 'a queue of a job',
  'guilds.settlement_sum': 'what a week adds up to, written over',
  'indicators.touched': 'a queue of a job',
  'ledger.account': 'made by the first transfer',
  'ledger.entry': 'with its transfer',
  'ledger.hold_resolution': 'with its transfer',
  'live.broadcaster': 'counts of a user',
  'notify.message': 'what people are told of an act, once each',
  'notify.moment': 'what people are told of an act, once each',
  'notify.preference': 'an account’s own choice, written over',
  'notify.reader': 'an account’s own choice, written over',
  'system.param_change': 'the history of a parameter',
  'topup_agents.agent_day': 'sums of a day, written over',
  'topup_agents.event': 'the history of an agent',
  'users.reveal': 'who saw what',
}

/** What creates something that this test does not see, and what that is. */
const unseen: Record<string, string> = {
  approvalDecide: 'what the approved request creates',
  clientTest: 'a message to the app, as a command',
  mailTest: 'a mail, which is sent at once',
  messageTest: 'a message, as a command',
  rechargeResend: 'an answer to the app, as a command',
  withdrawalPass: 'a payment by the app, as a command',
}

/** What a call creates for some of its rows only, drawn by chance, beside what it does. */
const byChance: Record<string, string> = {
  // A share of decisions gets a second reviewer.
  auditDecide: 'audits.review',
}

export function once(): void {
  const creating = changing.filter(({ call }) => call.creates !== undefined)

  describe.each(creating.map((declared) => ({ name: declared.call.name, declared })))('$name', ({ declared }) => {
    test('sent again with the same id, is answered as before and changes nothing', async () => {
      const { call } = declared
      const { answer, again } = await performed(call)
      const { result } = answer as { result: Record<string, unknown> }
      const secrets = call.secrets ?? []
      const told = Object.entries(result).filter(([field]) => !secrets.includes(field))
      expect(again!.answer).toEqual({
        code: 200,
        result: { ...Object.fromEntries(told), ...(told.length < Object.keys(result).length && { done: true }) },
      })
      expect(again!.changed).toEqual([])
    })
  })

  test('what creates something takes an operation id, and nothing else does', async () => {
    const wrong: string[] = []
    for (const { call, schema } of changing) {
      const { created } = await performed(call)
      const records = created.filter((table) => !(table in beside) && byChance[call.name] !== table)
      const asks =
        call.name !== 'approvalUndo' &&
        'approvalId' in (z.toJSONSchema(schema.answer, { unrepresentable: 'any' }).properties ?? {})
      const creates = records.length > 0 || asks || call.name in unseen
      if (creates && call.creates === undefined)
        wrong.push(`${call.name} creates ${[...records, ...(asks ? ['a request'] : [])].join(', ')}`)
      if (!creates && call.creates === true) wrong.push(`${call.name} creates nothing`)
      if (records.length > 0 && call.name in unseen) wrong.push(`${call.name} is seen to create something`)
    }
    expect(wrong).toEqual([])
  })

  test('what an answer tells once is left out of what is kept', () => {
    const secret = /password|secret|token$|^links$|^codes$/i
    const named = (fields: Record<string, unknown>) => Object.keys(fields).filter((field) => secret.test(field))
    for (const { call, schema } of declaredCalls.filter((declared) => declared.call.creates !== undefined)) {
      const { properties = {} } = z.toJSONSchema(schema.answer, { unrepresentable: 'any' })
      expect(call.secrets ?? [], call.name).toEqual(named(properties))
    }
  })
}
