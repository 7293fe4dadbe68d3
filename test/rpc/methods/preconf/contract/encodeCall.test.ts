import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { account, client } from '../../client.ts'

test('encodes a function that is given as a signature', async () => {
  await using devnet = await client()
  const bob = account(devnet, 1)
  expect(
    await devnet.ask('preconf_encodeCall', 'transfer(address,uint256)', [bob, '2 ether']),
  ).toBe(
    encodeFunctionData({
      abi: parseAbi(['function transfer(address, uint256)']),
      args: [bob, 2n * 10n ** 18n],
    }),
  )
  expect(await devnet.ask('preconf_encodeCall', 'total() view returns (uint256)')).toBe(
    encodeFunctionData({ abi: parseAbi(['function total()']) }),
  )
})

test('encodes an item of an ABI, with tuples, arrays and names of accounts', async () => {
  await using devnet = await client()
  await devnet.loadFixture({ labels: { bob: account(devnet, 1) } })
  const item = {
    type: 'function',
    name: 'put',
    inputs: [
      {
        type: 'tuple[]',
        name: 'all',
        components: [
          { type: 'address', name: 'who' },
          { type: 'bytes4', name: 'tag' },
        ],
      },
      { type: 'bool', name: 'really' },
    ],
  }
  const who = account(devnet, 1)
  const args = [[{ who, tag: '0x01020304' }], true]
  expect(await devnet.ask('preconf_encodeCall', item, args)).toBe(
    encodeFunctionData({ abi: [item] as never, args } as never),
  )
})

test('says which argument is wrong', async () => {
  await using devnet = await client()
  const refused = (...params: unknown[]) => devnet.refusal('preconf_encodeCall', ...params)
  expect(await refused('f(uint8)', [256])).toEqual({
    code: -32602,
    message: 'arguments: 0 is 256: give a number from 0 to 255 for uint8',
  })
  expect(await refused('f(uint8,bool)', [1])).toEqual({
    code: -32602,
    message: 'arguments: is [1]: give 2 values: uint8, bool',
  })
  expect(await refused('no function')).toMatchObject({ code: -32602 })
  expect(await refused({ type: 'event', name: 'E' })).toMatchObject({
    code: -32602,
    message: expect.stringContaining('expected a signature such as transfer(address,uint256)'),
  })
  expect(
    await refused({ type: 'function', name: 'f', inputs: [{ type: 'nonsense' }] }, [1]),
  ).toMatchObject({ code: -32602 })
})
