// Nodes that lag, lie or disagree, and the screens that show them. Run by `chain.test.ts`, on its chain and product.
import { usdtHealth, usdtOutHealth } from '@greenroom/contract/chain'
import { expect, test } from 'vitest'
import { everyMenu, person } from '../../../test/people.ts'
import { aGuild } from '../../../test/world/guilds.ts'
import { badNode } from './anvil.fixture.ts'
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
      expect(await client.refused(calls[other], {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
    }
    for (const [at, call] of Object.values(calls).entries()) {
      const { client: nothing } = await person(product, {})
      expect(await nothing.refused(call, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
      // No menu gives a leader or an agent these screens.
      for (const outside of [{ unionId: guildId }, { agentId: 7 + at }]) {
        const { client } = await person(product, { permissions: everyMenu(3), ...outside })
        expect(await client.refused(call, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
      }
      expect(await product.as(undefined).refused(call, {})).toMatchObject({ code: 10007 })
    }
  })

  test('a node that invents blocks and deposits mints nothing, whichever is followed, and is left once it is honest', async () => {
    const [{ userId, address }, honest] = [await aPayer(), await aPayer()]
    const stateOf = async () => (await admin.call(usdtHealth, {})).chains[1]!
    follow(anvil.url, bad.url)
    await look()
    const forge = [1, 2, 3].map(() => [address, 999] as const)
    bad.behave({ forge, token: anvil.token, above: await anvil.height(), blocks: 295 })
    for (let pass = 0; pass < 3; pass++) await look()
    for (const deposit of await depositsTo(address))
      expect(deposit).toMatchObject({ state: 'confirming', reason: 'usdt.secondNode' })
    expect(await tokensOf(userId)).toBe(0)
    // The watcher returns to the blocks that both nodes have, and reads on.
    bad.behave('well')
    await look()
    expect((await depositsTo(address)).filter(({ state }) => state !== 'gone')).toEqual([])
    await anvil.pay(honest.address, 20)
    await finish()
    await look()
    expect(await one(honest.address)).toMatchObject({ state: 'credited' })
    expect((await stateOf()).nodes).toMatchObject([{ state: 'well' }, { state: 'well' }])
    expect(await tokensOf(userId)).toBe(0)

    // Alone, while the other does not answer, it gains no more than the amount that needs two nodes, however it is split.
    const away = await badNode(anvil.url)
    away.behave('away')
    follow(away.url, bad.url)
    bad.behave({
      forge: [
        [address, 600],
        [address, 300],
        [address, 600],
      ],
      token: anvil.token,
      above: await anvil.height(),
      blocks: 60,
    })
    for (let pass = 0; pass < 3; pass++) await look()
    expect(await tokensOf(userId)).toBe(90_000)
    expect((await depositsTo(address)).filter(({ reason }) => reason === 'usdt.secondNode')).toHaveLength(1)
    await away.close()
    // Both honest again: what was credited is missing, and becomes a debt like any deposit that left the chain.
    follow(anvil.url, bad.url)
    bad.behave('well')
    await look()
    await finish()
    await finish()
    expect((await depositsTo(address)).filter(({ state }) => state === 'credited')).toMatchObject([
      { vanishedAt: expect.any(String) },
      { vanishedAt: expect.any(String) },
    ])
    expect(await tokensOf(userId)).toBe(0)
  })

  test('a node that names another chain than the other one, or numbers without bound, is wrong and is not followed', async () => {
    const { userId, address } = await aPayer()
    const nodes = async () => (await admin.call(usdtHealth, {})).chains[1]!.nodes
    follow(bad.url, anvil.url)
    bad.behave({ claim: `0x${'f'.repeat(20)}` })
    await anvil.pay(address, 60)
    await finish()
    expect(await nodes()).toMatchObject([{ state: 'wrong' }, { state: 'well' }])
    bad.behave({ forge: [], token: anvil.token, above: Math.max(0, (await anvil.height()) - 60), blocks: 400 })
    await look()
    expect(await nodes()).toMatchObject([{ state: 'wrong' }, { state: 'well' }])
    bad.behave('well')
    await look()
    expect(await one(address)).toMatchObject({ state: 'credited' })
    expect(await tokensOf(userId)).toBe(6_000)
  })
}
