import { expect, test } from 'vitest'
import { startDevnet } from '../../../../../src/app/startDevnet.ts'
import { readOptions } from '../../../../../src/devnet/options/options.ts'
import { account, client, invalidArgument } from '../../client.ts'
import { tokenProject } from './tokenProject.ts'

const unknownHash = `0x${'12'.repeat(32)}`

test('names what transactions call, through a proxy too, wherever they are', async () => {
  const { devnet, token, proxy, call } = await tokenProject()
  await using _ = devnet
  const bob = account(devnet, 1)
  const sealed = [await call(token, 'mint', bob, 500n), await call(proxy, 'mint', bob, 500n)]
  const unknown = await devnet.send({ to: proxy, data: '0x12345678', gas: '0x186a0' })
  const plain = await devnet.send({ to: bob })
  const nothing = await devnet.send({ to: token, value: '0x0', gas: '0x186a0' })
  const failed = await call(proxy, 'burn', 1_000_000n)
  await devnet.setCadence({ mining: 'manual' })
  const pooled = await call(token, 'burn', 1n)
  const hashes = [...sealed, unknown, plain, nothing, failed, pooled, unknownHash]
  expect(await devnet.ask('preconf_decodeTransactions', hashes)).toEqual([
    { contract: 'Token', signature: 'mint(address,uint256)' },
    { contract: 'Token', signature: 'mint(address,uint256)' },
    { contract: 'Token', signature: null },
    null,
    { contract: 'Token', signature: 'fallback()' },
    { contract: 'Token', signature: 'burn(uint256)', error: 'TooMuch(uint256,uint256)' },
    { contract: 'Token', signature: 'burn(uint256)' },
    null,
  ])
})

test('names what is created with its constructor, also where that fails', async () => {
  const { devnet } = await tokenProject()
  await using _ = devnet
  const { transactions } = await devnet.ask('preconf_listTransactions')
  const hashes = transactions.map(({ hash }: { hash: string }) => hash)
  expect(await devnet.ask('preconf_decodeTransactions', hashes)).toEqual([
    { contract: 'Proxy', signature: 'constructor(address)' },
    { contract: 'Token', signature: 'constructor(string)' },
  ])
  const { input } = await devnet.ask('eth_getTransactionByHash', hashes[1])
  const failed = await devnet.send({ data: input, gas: '0x34000', value: '0x0' })
  expect(await devnet.ask('preconf_decodeTransactions', [failed])).toEqual([
    { contract: 'Token', signature: 'constructor(string)' },
  ])
})

test('names contracts that only a fixture brought, by its names', async () => {
  await using devnet = await client({ mining: 'auto', artifacts: false })
  const abi = [{ type: 'function', name: 'poke', inputs: [] }]
  const to = `0x${'5e'.repeat(20)}` as const
  await devnet.loadFixture({ contracts: { vault: { at: to, abi, code: '0x00' } } } as never)
  const hash = await devnet.send({ to, data: '0x18178358', gas: '0x186a0' })
  expect(await devnet.ask('preconf_decodeTransactions', [hash])).toEqual([
    { contract: 'vault', signature: 'poke()' },
  ])
})

test('refuses more hashes than a page has, and what is no hash', async () => {
  await using devnet = await client({ artifacts: false })
  expect(await devnet.refusal('preconf_decodeTransactions', Array(1001).fill(unknownHash))).toEqual(
    invalidArgument(0, 'expected at most 1000 hashes, got an array of 1001'),
  )
  expect(await devnet.refusal('preconf_decodeTransactions', ['0x12'])).toMatchObject({
    code: -32602,
  })
})

test('what a program asks to print it is not counted', async () => {
  const settings = await readOptions({ clock: 'manual', artifacts: false })
  const { devnet, observer } = await startDevnet(settings, undefined)
  await using _ = devnet
  const asked: string[] = []
  devnet.on('request', ({ method }) => asked.push(method))
  const request = { method: 'preconf_decodeTransactions', params: [[unknownHash]] }
  expect(await observer.request(request)).toEqual([null])
  expect(asked).toEqual([])
  expect(devnet.metrics().requests).toEqual({})
  await devnet.provider.request(request)
  expect(asked).toEqual(['preconf_decodeTransactions'])
})
