import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { manualStartMs } from '../../../src/clock/clock.ts'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { readOptions } from '../../../src/devnet/options/options.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../src/lib/hex.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import type { GenesisAccount } from '../../../src/types/state.ts'
import { depositContract } from '../../block/contracts.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob, sendTransfer } from '../../support/transfers.ts'

const gwei = 1_000_000_000n

/** Of the mnemonic that is used when none is given. */
const firstAccount: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

function at(ms: number): number {
  return manualStartMs + ms
}

/** The owner itself, for what is asked of it from several places. */
async function ownedDevnet(options: DevnetOptions = {}) {
  const settings = await readOptions({ mining: 'manual', clock: 'manual', ...options })
  const devnet = await Devnet.create(settings, (error) => {
    throw error
  })
  async function send(nonce = 0, fields: { data?: Hex; to?: Hex } = {}): Promise<Hex> {
    const key = bytesToHex(devnet.accounts[0]?.privateKey as Uint8Array)
    const signed = await privateKeyToAccount(key).signTransaction({
      chainId: settings.chainId,
      type: 'eip1559',
      to: bob,
      gas: 100_000n,
      nonce,
      maxFeePerGas: 10n * gwei,
      maxPriorityFeePerGas: 1n,
      ...fields,
    })
    return (await devnet.submit(hexToBytes(signed))).hash
  }
  return Object.assign(devnet, { send, [Symbol.asyncDispose]: () => devnet.close() })
}

/** geth's genesis file with a contract, the first account and all forks to Prague. */
function genesisWith({ address, code }: GenesisAccount): object {
  const forks = ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople']
  const later = ['petersburg', 'istanbul', 'berlin', 'london']
  return {
    config: {
      chainId: 31_337,
      ...Object.fromEntries([...forks, ...later].map((fork) => [`${fork}Block`, 0])),
      terminalTotalDifficulty: 0,
      shanghaiTime: 0,
      cancunTime: 0,
      pragueTime: 0,
      blobSchedule: {
        cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
        prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
      },
    },
    gasLimit: '0x1c9c380',
    difficulty: '0x0',
    baseFeePerGas: '0x3b9aca00',
    alloc: {
      [firstAccount]: { balance: '0xde0b6b3a7640000' },
      [address]: { balance: '0x0', code: bytesToHex(code ?? new Uint8Array()) },
    },
  }
}

describe('the status of a transaction', () => {
  test('can be read in process, with numbers rather than hex', async () => {
    await using devnet = await testDevnet()
    const hash = await sendTransfer(devnet)
    await devnet.flashblock()
    expect(devnet.transaction(hash.toUpperCase().replace('X', 'x') as Hex)).toEqual({
      status: 'preconfirmed',
      hash,
      blockNumber: 1n,
      flashblockIndex: 1,
      transactionIndex: 0,
      times: { pooledMs: at(0), preconfirmedMs: at(0) },
    })
  })

  test('is reported also where receipts are shown of sealed blocks only', async () => {
    await using devnet = await testDevnet({ receipts: 'sealed' })
    const hash = await sendTransfer(devnet)
    await devnet.flashblock()
    const params = [hash]
    expect(
      await devnet.provider.request({ method: 'eth_getTransactionReceipt', params }),
    ).toBeNull()
    expect(devnet.transaction(hash)).toMatchObject({ status: 'preconfirmed' })
    expect(await devnet.explain(hash)).toMatchObject({ reason: 'preconfirmed' })
  })

  test('goes through all points at once in auto mode', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    await devnet.clock.advance(5_000)
    const hash = await sendTransfer(devnet)
    expect(devnet.transaction(hash)).toMatchObject({
      status: 'sealed',
      blockNumber: 1n,
      times: { pooledMs: at(5_000), preconfirmedMs: at(5_000), sealedMs: at(5_000) },
    })
  })

  test('is as it was at a snapshot', async () => {
    await using devnet = await testDevnet()
    const hash = await sendTransfer(devnet)
    const snapshot = await devnet.snapshot()
    const before = devnet.transaction(hash)
    await devnet.clock.advance(7)
    await devnet.seal()
    const later = await sendTransfer(devnet, { nonce: 1 })
    await devnet.revert(snapshot)
    expect(devnet.transaction(hash)).toEqual(before)
    expect(devnet.transaction(later)).toEqual({ status: 'unknown', hash: later })
  })

  test('ends with its block, unless it goes back to the pool', async () => {
    await using devnet = await ownedDevnet()
    const hash = await devnet.send()
    await devnet.clock.advance(2_000)
    const block = await devnet.blocks.seal()
    const snapshot = await devnet.history.snapshot()
    await devnet.clock.advance(5)
    await devnet.rollback(1)
    const times = {
      pooledMs: at(0),
      preconfirmedMs: at(2_000),
      sealedMs: at(2_000),
      droppedMs: at(2_005),
    }
    const reorged = { reason: 'reorged', blockNumber: 1n, blockHash: block.hash } as const
    expect(devnet.statuses.find(hash)).toEqual({ status: 'dropped', hash, times, ...reorged })
    expect(await devnet.statuses.explain(hash)).toMatchObject({
      reason: 'dropped',
      details: reorged,
    })
    await devnet.history.revert(snapshot)
    expect(devnet.statuses.find(hash)).toMatchObject({ status: 'sealed', blockHash: block.hash })
    await devnet.clock.advance(5)
    await devnet.rollback(1, { requeue: true })
    expect(devnet.statuses.find(hash)).toEqual({
      status: 'pooled',
      hash,
      executable: true,
      times: { ...times, pooledMs: at(2_005) },
    })
  })

  test('ends when no block can take it', async () => {
    await using devnet = await ownedDevnet({ genesis: genesisWith(depositContract) })
    const hash = await devnet.send(0, { to: depositContract.address, data: '0x12' })
    await devnet.blocks.flashblock()
    const message = 'invalid deposit log: its data is not laid out as EIP-6110 says'
    expect(devnet.statuses.find(hash)).toMatchObject({
      status: 'dropped',
      reason: 'invalid',
      message,
    })
    expect(await devnet.statuses.explain(hash)).toMatchObject({
      reason: 'dropped',
      message: `no block can take it: ${message}`,
    })
  })
})

describe('an explanation', () => {
  test('says that the cadence is paused', async () => {
    await using devnet = await ownedDevnet({ mining: 'flashblocks' })
    const hash = await devnet.send()
    expect(await devnet.statuses.explain(hash)).toMatchObject({ reason: 'waiting' })
    devnet.schedule.pause()
    const { reason, details } = await devnet.statuses.explain(hash)
    expect({ reason, details }).toEqual({
      reason: 'cadence',
      details: { mining: 'flashblocks', paused: true },
    })
  })

  test('looks at the block that the pool would make where there are no flashblocks', async () => {
    await using devnet = await testDevnet({ mining: 'interval', gasLimit: 50_000 })
    const best = await sendTransfer(devnet, { from: 1, gas: 40_000n, tip: 2n })
    const second = await sendTransfer(devnet, { gas: 40_000n })
    expect(await devnet.explain(best)).toMatchObject({ reason: 'waiting' })
    expect(await devnet.explain(second)).toMatchObject({
      reason: 'blockGasExceeded',
      details: { gasLimit: 40_000n, gasLeft: 29_000n, blockGasLimit: 50_000n },
    })
  })
})
