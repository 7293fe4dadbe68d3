import { createWalletClient, custom, type Hex, numberToHex } from 'viem'
import { foundry } from 'viem/chains'
import { expect, it } from 'vitest'
import { type Client, client, creationOf, deployRecorder, word } from '../client.ts'

/** viem's wallet of the devnet's first account. */
function walletOf(devnet: Client) {
  const account = devnet.accounts[0]?.address as Hex
  const transport = custom(devnet.provider, { retryCount: 0 })
  return createWalletClient({ account, chain: foundry, transport, pollingInterval: 20 })
}

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

// Reverts always.
const reverting = creationOf('0x5f5ffd')

// Reverts unless it has a balance.
const needsFunds = '0x476007575f5ffd5b00'

/** A batch as EIP-5792 has it, to be sent by hand. */
const batch = { version: '2.0.0', chainId: '0x7a69', calls: [{ to: bob, value: '0x1' }] }

it("sends viem's calls in order, and tells when all are sealed", async () => {
  await using devnet = await client({ mining: 'auto' })
  const recorder = await deployRecorder(devnet)
  const wallet = walletOf(devnet)
  const { id } = await wallet.sendCalls({
    calls: [
      { to: bob, value: 5n },
      { to: recorder, data: word(7) },
    ],
  })
  const { status, statusCode, atomic, chainId, receipts } = await wallet.waitForCallsStatus({ id })
  expect({ status, statusCode, atomic, chainId }).toEqual({
    status: 'success',
    statusCode: 200,
    atomic: false,
    chainId: foundry.id,
  })
  expect(receipts?.map(({ status }) => status)).toEqual(['success', 'success'])
  expect(receipts?.[1]?.logs).toEqual([{ address: recorder, topics: [word(7)], data: word(7) }])
  const [first, second] = receipts ?? []
  expect((second?.blockNumber ?? 0n) - (first?.blockNumber ?? 0n)).toBe(1n)
})

it('sends what the calls before make possible, though they are in no block yet', async () => {
  await using devnet = await client({ mining: 'manual' })
  const wallet = walletOf(devnet)
  const hash = await devnet.send({ data: creationOf(needsFunds) })
  await devnet.seal()
  const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
  const { id } = await wallet.sendCalls({
    id: 'swap',
    calls: [{ to: contractAddress, value: 1n }, { to: contractAddress }],
  })
  expect(id).toBe('swap')
  expect(await wallet.getCallsStatus({ id })).toMatchObject({ statusCode: 100, receipts: [] })
  await devnet.flashblock()
  const preconfirmed = await wallet.getCallsStatus({ id })
  expect(preconfirmed).toMatchObject({ statusCode: 200, receipts: [{}, {}] })
})

it('tells that all, some or none of the calls have failed', async () => {
  await using devnet = await client({ mining: 'manual' })
  const hash = await devnet.send({ data: reverting })
  await devnet.seal()
  const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
  const fails = { to: contractAddress, value: '0x0' }
  const partial = { ...batch, id: 'partial', calls: [...batch.calls, fails] }
  await devnet.ask('wallet_sendCalls', partial)
  await devnet.seal()
  expect(await devnet.ask('wallet_getCallsStatus', 'partial')).toMatchObject({
    version: '2.0.0',
    id: 'partial',
    chainId: '0x7a69',
    status: 600,
    atomic: false,
    receipts: [{ status: '0x1' }, { status: '0x0' }],
  })

  await devnet.ask('wallet_sendCalls', { ...batch, id: 'dropped' })
  await devnet.ask('anvil_dropAllTransactions')
  const dropped = await devnet.ask('wallet_getCallsStatus', 'dropped')
  expect(dropped).toMatchObject({ status: 400, receipts: [] })
})

it('keeps what is sent when a later call cannot be', async () => {
  await using devnet = await client({ mining: 'auto' })
  const tooMuch = { to: bob, value: numberToHex(10n ** 30n) }
  await devnet.ask('wallet_sendCalls', { ...batch, id: 'a', calls: [...batch.calls, tooMuch] })
  expect(await devnet.ask('wallet_getCallsStatus', 'a')).toMatchObject({
    status: 600,
    receipts: [{ status: '0x1' }],
  })
  const refused = { ...batch, id: 'b', calls: [tooMuch] }
  expect((await devnet.refusal('wallet_sendCalls', refused)).message).toMatch(/insufficient funds/i)
  expect(await devnet.refusal('wallet_getCallsStatus', 'b')).toEqual({
    code: 5730,
    message: 'unknown id of calls: "b"',
  })
})

it("refuses in EIP-5792's codes what it cannot do", async () => {
  await using devnet = await client({ mining: 'auto' })
  const codeOf = async (changes: object) =>
    (await devnet.refusal('wallet_sendCalls', { ...batch, ...changes })).code
  expect(await codeOf({ atomicRequired: true })).toBe(5760)
  expect(await codeOf({ chainId: '0x1' })).toBe(5710)
  expect(await codeOf({ capabilities: { paymasterService: {} } })).toBe(5700)
  expect(await codeOf({ version: '1.0' })).toBe(-32602)
  expect(await devnet.refusal('wallet_sendCalls', { ...batch, version: '1'.repeat(1e6) })).toEqual({
    code: -32602,
    message: `version "${'1'.repeat(200)}… (1000000 characters)" is not served: ask for "2.0.0"`,
  })
  expect(await codeOf({ calls: [] })).toBe(-32602)
  expect(await codeOf({ calls: 5 })).toBe(-32602)

  const optional = { ...batch, id: 'once', capabilities: { paymasterService: { optional: true } } }
  expect(await devnet.ask('wallet_sendCalls', optional)).toEqual({ id: 'once' })
  expect(await codeOf({ id: 'once' })).toBe(5720)
})

it('forgets calls together with the blocks that they were in', async () => {
  await using devnet = await client({ mining: 'auto' })
  const snapshot = await devnet.ask('evm_snapshot')
  const { id } = await devnet.ask('wallet_sendCalls', batch)
  await devnet.ask('evm_revert', snapshot)
  expect((await devnet.refusal('wallet_getCallsStatus', id)).code).toBe(5730)
  expect(await devnet.ask('wallet_sendCalls', batch)).toEqual({ id })
})
