import { RLP } from '@ethereumjs/rlp'
import { type Hex, pad, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import { listRoot } from '../../../src/wasm/keccak/module.ts'
import { type Client, client, recorderRuntime } from '../../rpc/methods/client.ts'

const carol = `0x${'ca'.repeat(20)}` as const
const dave = `0x${'da'.repeat(20)}` as const
const contract = `0x${'b0'.repeat(20)}` as const
const ether = parseEther('1')

/** Answers the balance of the account that it is given. */
const balanceRuntime = '0x5f35315f5260205ff3'

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

async function simulate(
  devnet: Client,
  calls: readonly object[],
  { code = balanceRuntime, ...options }: { code?: Hex; validation?: boolean } = {},
) {
  const block = { calls, stateOverrides: { [contract]: { code } } }
  const payload = { blockStateCalls: [block], returnFullTransactions: true, ...options }
  const [answer] = await devnet.ask('eth_simulateV1', payload, 'latest')
  return answer
}

test('a deposit mints, and pays for nothing', async () => {
  await using devnet = await client({ network: 'op' })
  const { calls, transactions } = await simulate(devnet, [
    { type: '0x7e', from: carol, to: dave, mint: quantity(3n * ether), value: quantity(ether) },
    { from: carol, to: contract, input: pad(carol) },
    { from: carol, to: contract, input: pad(dave) },
  ])
  expect(calls[0]).toMatchObject({ status: '0x1', gasUsed: '0x5208', logs: [] })
  expect(calls.slice(1).map(({ returnData }: { returnData: Hex }) => BigInt(returnData))).toEqual([
    2n * ether,
    ether,
  ])
  expect(transactions[0]).toMatchObject({
    type: '0x7e',
    from: carol,
    to: dave,
    mint: quantity(3n * ether),
    value: quantity(ether),
    gas: '0xf4240',
    gasPrice: '0x0',
    nonce: '0x0',
    depositReceiptVersion: '0x1',
  })
  expect(transactions[1].nonce).toBe('0x1')
})

test.each([false, true])('one that fails is as in a block, validation: %s', async (validation) => {
  await using devnet = await client({ network: 'op' })
  const deposits = [
    // Its code reverts, its value is more than there is, its gas is not enough.
    { from: carol, mint: 1n, data: '0x5f5ffd' },
    { from: carol, to: dave, mint: 1n, value: 10n },
    { from: carol, to: dave, mint: 1n, gas: 20_000n },
  ] as const
  const simulated = await simulate(
    devnet,
    deposits.map(({ mint, ...deposit }) => ({
      ...deposit,
      type: '0x7e',
      mint: quantity(mint),
      ...('value' in deposit && { value: quantity(deposit.value) }),
      ...('gas' in deposit && { gas: quantity(deposit.gas) }),
    })),
    { validation },
  )
  const hashes = [...deposits].map((deposit) => devnet.deposit(deposit))
  const sent = await Promise.all(hashes)
  await devnet.seal()
  const receipts = await Promise.all(
    sent.map((hash) => devnet.ask('eth_getTransactionReceipt', hash)),
  )
  const received = ({ status, gasUsed }: { status: Hex; gasUsed: Hex }) => ({ status, gasUsed })
  expect(simulated.calls.map(received)).toEqual(receipts.map(received))
  expect(simulated.transactions.map(({ nonce }: { nonce: Hex }) => nonce)).toEqual(
    receipts.map(({ depositNonce }) => depositNonce),
  )
})

test('its receipt has its nonce in the root of receipts, and its logs are reported', async () => {
  await using devnet = await client({ network: 'base' })
  const deposit = { type: '0x7e', from: carol, to: contract, input: pad('0x7') }
  const block = await simulate(devnet, [deposit, deposit], { code: recorderRuntime })
  const { calls, logsBloom, receiptsRoot } = block
  expect(calls[0].logs).toMatchObject([
    { address: contract, topics: [pad('0x7')], logIndex: '0x0' },
  ])
  const blooms = hexToBytes(logsBloom)
  const log = [hexToBytes(contract), [hexToBytes(pad('0x7'))], hexToBytes(pad('0x7'))]
  let used = 0n
  const receipts = calls.map(({ gasUsed }: { gasUsed: Hex }, nonce: number) => {
    used += BigInt(gasUsed)
    const fields = RLP.encode([1, used, blooms, [log], nonce, 1])
    return Uint8Array.of(0x7e, ...fields)
  })
  expect(receiptsRoot).toBe(bytesToHex(listRoot(receipts, (bytes: Uint8Array) => bytes)))
})

test('two that say the same differ, and a deposit is refused where there is no L1', async () => {
  await using devnet = await client({ network: 'unichain' })
  const deposit = { type: '0x7e', from: carol, to: dave, mint: '0x1' }
  const { transactions } = await simulate(devnet, [deposit, deposit])
  expect(transactions[0].hash).not.toBe(transactions[1].hash)
  await using ethereum = await client()
  const payload = { blockStateCalls: [{ calls: [deposit] }] }
  expect(await ethereum.refusal('eth_simulateV1', payload, 'latest')).toEqual({
    code: -32602,
    message: expect.stringContaining('this chain has no L1: start it as one of the OP stack'),
  })
})
