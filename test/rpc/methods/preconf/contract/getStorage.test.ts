import { expect, test } from 'vitest'
import { account, word } from '../../client.ts'
import { tokenProject } from './tokenProject.ts'

test('tells variables, items of mappings and of arrays, and structs by name', async () => {
  const { devnet, token, call } = await tokenProject()
  await using _ = devnet
  const [alice, bob] = [account(devnet, 0), account(devnet, 1)]
  await devnet.loadFixture({ labels: { alice, bob } })
  await call(token, 'mint', bob, 500n)
  await call(token, 'approve', bob, 30n)
  await call(token, 'lock', 900n, { until: 10n, amount: 20n })
  const { variables, unnamed, isCut } = await devnet.ask('preconf_getStorage', token)
  const named = variables.map((one: { variable: string; value: string }) => [
    one.variable,
    one.value,
  ])
  expect(Object.fromEntries(named)).toEqual({
    name: '"Gold"',
    totalSupply: '500',
    open: 'true',
    rate: '7',
    'balances[bob]': '500',
    'allowed[alice][bob]': '30',
    'locks[900].until': '10',
    'locks[900].amount': '20',
    history: '1',
    'history[0]': '500',
  })
  expect(variables[1]).toEqual({
    slot: word(1),
    variable: 'totalSupply',
    type: 'uint256',
    value: '500',
  })
  expect({ unnamed, isCut }).toEqual({ unnamed: [], isCut: false })
})

test('reads a proxy by the layout of its implementation', async () => {
  const { devnet, proxy, call } = await tokenProject()
  await using _ = devnet
  await call(proxy, 'mint', account(devnet, 1), 5n)
  const { variables, unnamed } = await devnet.ask('preconf_getStorage', proxy)
  expect(variables).toContainEqual(expect.objectContaining({ variable: 'totalSupply', value: '5' }))
  expect(unnamed).toHaveLength(1)
})

test('tells slots by number where nothing is known, and nothing of an account', async () => {
  const { devnet, token, call } = await tokenProject({ isKnown: false })
  await using _ = devnet
  await call(token, 'mint', account(devnet, 1), 5n)
  const { variables, unnamed } = await devnet.ask('preconf_getStorage', token)
  expect(variables).toEqual([])
  expect(unnamed).toContainEqual({ slot: word(1), value: word(5) })
  expect(await devnet.ask('preconf_getStorage', account(devnet, 1))).toEqual({
    variables: [],
    unnamed: [],
    isCut: false,
  })
})
