import { expect, test } from 'vitest'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

test.each([
  [{ number: -1 }, 'invalid number -1: give a whole number from 0 to 9007199254740991'],
  [{ slotsInAnEpoch: 0 }, 'invalid slotsInAnEpoch 0: give a whole number from 1 to 1000000'],
  [{ allowSameTimestamp: 'yes' }, "invalid allowSameTimestamp 'yes': give true or false"],
])('%o is refused', async (options, message) => {
  await expect(testDevnet(options as DevnetOptions)).rejects.toThrow(message)
})

test('a chain begins with the block of that number', async () => {
  await using devnet = await testDevnet({ number: 100 })
  const ask = (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params })
  expect(await ask('eth_blockNumber')).toBe('0x64')
  const [first] = devnet.accounts
  const balance = await ask('eth_getBalance', [first?.address, '0x64'])
  expect(BigInt(balance)).toBe(10_000n * 10n ** 18n)
  await sendTransfer(devnet)
  const sealed = await devnet.seal()
  expect(sealed.number).toBe(101n)
  const { hash } = await ask('eth_getBlockByNumber', ['0x64', false])
  expect(await ask('eth_getBlockByNumber', ['0x65', false])).toMatchObject({ parentHash: hash })
  expect(await ask('eth_getBlockByNumber', ['0x63', false])).toBe(null)
  expect(await ask('eth_getLogs', [{ fromBlock: 'earliest', toBlock: 'latest' }])).toEqual([])
  expect(await ask('eth_getBlockByNumber', ['finalized', false])).toMatchObject({ number: '0x64' })
})

test('slotsInAnEpoch says how far safe and finalized are behind', async () => {
  await using devnet = await testDevnet({ slotsInAnEpoch: 2 })
  for (let blocks = 0; blocks < 7; blocks++) await devnet.seal()
  const numberOf = async (tag: string) =>
    (await devnet.provider.request({ method: 'eth_getBlockByNumber', params: [tag, false] })).number
  expect([await numberOf('safe'), await numberOf('finalized')]).toEqual(['0x5', '0x3'])
})

test('blocks have the same timestamp only where they may', async () => {
  const times = async (options: DevnetOptions) => {
    await using devnet = await testDevnet({ timestamp: 1_000, ...options })
    return [(await devnet.seal()).timestamp, (await devnet.seal()).timestamp]
  }
  expect(await times({})).toEqual([1001n, 1002n])
  expect(await times({ allowSameTimestamp: true })).toEqual([1000n, 1000n])
})

test('the deployer for CREATE2 is there unless it is left out', async () => {
  const code = async (options: DevnetOptions) => {
    await using devnet = await testDevnet(options)
    const params = ['0x4e59b44847b379578588920ca78fbf26c0b4956c', 'latest']
    return devnet.provider.request({ method: 'eth_getCode', params })
  }
  expect(await code({})).toMatch(/^0x7fff.{130,}$/)
  expect(await code({ disableDefaultCreate2Deployer: true })).toBe('0x')
})

test('with throwOnFailure sending fails when the transaction does, which stays in its block', async () => {
  await using devnet = await testDevnet({ mining: 'auto', throwOnFailure: true })
  const { provider, accounts } = devnet
  // PUSH0 PUSH0 REVERT
  const request = { from: accounts[0]?.address, data: '0x5f5ffd', gas: '0x186a0' }
  const sending = provider.request({ method: 'eth_sendTransaction', params: [request] })
  const { data } = await sending.catch((error) => error)
  const params = [data.txHash]
  expect(await provider.request({ method: 'eth_getTransactionReceipt', params })).toMatchObject({
    status: '0x0',
    blockNumber: '0x1',
  })
  await sendTransfer(devnet, { nonce: 1 })
})
