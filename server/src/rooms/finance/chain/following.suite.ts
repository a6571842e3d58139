// Nodes that lag, lie or disagree, and the screens that show them. Run by `chain.test.ts`, on its chain and product.
import { usdtHealth, usdtOutHealth } from '@greenroom/contract/chain'
import { expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { admin, anvil, aPayer, bad, depositsTo, finish, follow, look, one, product, tokensOf } from './chain.fixture.ts'

export function following(): void {
  test('a fee of the token: what arrived is credited', async () => {
    const { userId, address } = await aPayer()
    await anvil.setFee(100)
    await anvil.pay(address, 100)
    await anvil.setFee(0)
    await finish()
    expect(await tokensOf(userId)).toBe(9_900)
  })

  test('above the amount both nodes must agree; with one node it is left to staff', async () => {
    const [both, alone] = [await aPayer(), await aPayer()]
    follow(anvil.url, bad.url)
    bad.behave({ behind: await anvil.height() })
    await anvil.pay(both.address, 1_001)
    await finish()
    expect(await one(both.address)).toMatchObject({ state: 'confirming', reason: 'usdt.secondNode' })
    bad.behave('well')
    await look()
    expect(await one(both.address)).toMatchObject({ state: 'credited', reason: '' })
    follow(anvil.url)
    await anvil.pay(alone.address, 1_001)
    await finish()
    expect(await one(alone.address)).toMatchObject({ state: 'unmatched', reason: 'usdt.oneNode' })
  })

  test('a node that lags, answers wrongly or is unreachable causes delay and is reported', async () => {
    const { userId, address } = await aPayer()
    const nodeOf = async () => (await admin.call(usdtHealth, {})).chains[1]!.nodes[0]!
    follow(bad.url)
    bad.behave({ behind: await anvil.height() })
    await anvil.pay(address, 60)
    await finish()
    expect(await depositsTo(address)).toEqual([])
    bad.behave('away')
    await look()
    expect(await nodeOf()).toMatchObject({ state: 'away' })
    // The other node takes over.
    follow(bad.url, anvil.url)
    await look()
    expect(await one(address)).toMatchObject({ state: 'credited' })
    expect(await tokensOf(userId)).toBe(6_000)
    // Too far behind to be followed.
    bad.behave({ behind: 3 })
    follow(bad.url)
    await look()
    expect(await nodeOf()).toMatchObject({ state: 'behind' })
    bad.behave('well')
    await look()
    expect(await nodeOf()).toMatchObject({ state: 'well', problem: '' })
  })

  test('each screen shows the chains to those who have it, and to nobody else', async () => {
    const guildId = await aGuild({ product, admin })
    const calls = { 'finance.usdtIn': usdtHealth, 'finance.usdtOut': usdtOutHealth } as const
    follow(bad.url, anvil.url)
    bad.behave('away')
    await look()
    for (const [menu, other] of [
      ['finance.usdtOut', 'finance.usdtIn'],
      ['finance.usdtIn', 'finance.usdtOut'],
    ] as const) {
      const { client } = await person(product, { permissions: { [menu]: 1 } })
      const [tron, ethereum] = (await client.call(calls[menu], {})).chains
      // No node of this chain is named.
      expect(tron).toMatchObject({ chain: 'trc20', used: false, givesAddresses: false, block: null, nodes: [] })
      expect(ethereum).toMatchObject({
        chain: 'erc20',
        used: true,
        givesAddresses: true,
        block: await anvil.height(),
        nodes: [
          { place: 0, state: 'away' },
          { place: 1, state: 'well', problem: '', block: await anvil.height() },
        ],
      })
      expect(ethereum!.nodes[0]!.problem).not.toBe('')
      expect(await client.refused(calls[other], {})).toMatchObject({ code: 10026 })
    }
    for (const call of Object.values(calls)) {
      const { client: nothing } = await person(product, {})
      expect(await nothing.refused(call, {})).toMatchObject({ code: 10026 })
      // No menu gives a leader or an agent these screens.
      for (const outside of [{ unionId: guildId }, { agentId: 7 }]) {
        const { client } = await person(product, { permissions: everyMenu(3), ...outside })
        expect(await client.refused(call, {})).toMatchObject({ code: 10026 })
      }
      expect(await product.as(undefined).refused(call, {})).toMatchObject({ code: 10007 })
    }
  })
}
