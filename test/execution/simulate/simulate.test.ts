import { paramsBlock } from '@ethereumjs/block'
import { type Common, createCommonFromGethGenesis } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { paramsVM } from '@ethereumjs/vm'
import { describe, expect, it } from 'vitest'
import { customCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { type SimulatedBlock, simulate } from '../../../src/execution/simulate/simulate.ts'

import { bytesToBigInt, bytesToHex, hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import type { ExecutionContext } from '../../../src/types/execution.ts'
import type { BlockStateCall, SimulatePayload } from '../../../src/types/request.ts'
import { assemble, type Item, returning, sending } from '../assemble.ts'
import { addressOf, contract, createEngine, type EngineOptions, funded } from '../engine.ts'

const sender = addressOf(9)
const target = addressOf(1)

interface Scene extends EngineOptions, Omit<SimulatePayload, 'blockStateCalls'> {
  readonly code?: readonly Item[]
}

async function simulated(
  blockStateCalls: readonly BlockStateCall[],
  { code = [], validation, traceTransfers, ...options }: Scene = {},
): Promise<readonly SimulatedBlock[]> {
  const { machines, context } = await createEngine({
    ...options,
    accounts: [funded(9), contract(1, assemble(...code)), ...(options.accounts ?? [])],
  })
  return simulate(machines, context, { blockStateCalls, validation, traceTransfers })
}

/** Rules of a chain that comes to London at this block. */
function commonFromLondonOn(block: bigint): Common {
  const early = ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople']
  const blocks = [...early, 'petersburg', 'istanbul', 'berlin'].map((name) => [`${name}Block`, 0])
  const config = { chainId: 31337, ...Object.fromEntries(blocks), londonBlock: Number(block) }
  const genesis = {
    config,
    difficulty: '0x0',
    gasLimit: '0x1',
    nonce: '0x0',
    timestamp: '0x0',
    alloc: {},
  } as const
  const common = createCommonFromGethGenesis(genesis, { chain: 'test', customCrypto })
  common.setHardfork('london')
  for (const params of [paramsBlock, paramsTx, paramsEVM, paramsVM]) common.updateParams(params)
  return common
}

function returnedIn(block: SimulatedBlock | undefined, call = 0): bigint {
  return bytesToBigInt(block?.calls[call]?.returnData as Uint8Array)
}

/** Adds one to slot 0 and returns it. */
const counting: readonly Item[] = [0, 'SLOAD', 1, 'ADD', 'DUP1', 0, 'SSTORE', { raw: returning() }]

describe('simulate', () => {
  it('builds blocks on each other, each with the state that the one before leaves', async () => {
    const call = { to: target }
    const blocks = await simulated([{ calls: [call, call] }, {}, { calls: [call] }], {
      code: counting,
    })
    expect(blocks.map(({ header }) => header.number)).toEqual([8n, 9n, 10n])
    expect([returnedIn(blocks[0]), returnedIn(blocks[0], 1), returnedIn(blocks[2])]).toEqual([
      1n,
      2n,
      3n,
    ])
    blocks.slice(1).forEach(({ header }, index) => {
      expect(bytesToHex(header.parentHash)).toBe(blocks[index]?.hash)
    })
  })

  it('keeps nothing', async () => {
    const { machines, context } = await createEngine({
      accounts: [contract(1, assemble(...counting))],
    })
    const payload = { blockStateCalls: [{ calls: [{ to: target }] }] }
    const [first] = await simulate(machines, context, payload)
    const [again] = await simulate(machines, context, payload)
    expect(again?.hash).toBe(first?.hash)
    expect(returnedIn(again)).toBe(1n)
  })

  it('fills gaps with empty blocks that say so', async () => {
    const blocks = await simulated([{ blockOverrides: { number: 10n } }, {}])
    expect(blocks.map(({ header, isFilling }) => [header.number, isFilling])).toEqual([
      [8n, true],
      [9n, true],
      [10n, false],
      [11n, false],
    ])
  })

  it('inherits gas limit and fee recipient from overrides, and nothing else', async () => {
    const blockOverrides = {
      number: 9n,
      gasLimit: 5_000_000n,
      feeRecipient: addressOf(4),
      prevRandao: numberToBytes(1, 32),
      baseFeePerGas: 7n,
      beaconRoot: numberToBytes(2, 32),
    }
    const blocks = await simulated([{ blockOverrides }, { blockOverrides: { number: 11n } }])
    const [filling, overridden, later, last] = blocks.map(({ header }) => header)
    expect(filling).toMatchObject({ gasLimit: 30_000_000n })
    expect(overridden).toMatchObject({ gasLimit: 5_000_000n, baseFeePerGas: 7n })
    for (const header of [later, last]) {
      expect(header).toMatchObject({
        gasLimit: 5_000_000n,
        mixHash: new Uint8Array(32),
        baseFeePerGas: 0n,
        parentBeaconBlockRoot: new Uint8Array(32),
      })
      expect(header?.coinbase.bytes).toEqual(addressOf(4))
    }
  })

  it('tells calls the hashes of the chain below and of simulated blocks', async () => {
    const { machines, context } = await createEngine({
      accounts: [contract(1, returning(0, 'CALLDATALOAD', 'BLOCKHASH'))],
    })
    const chain = { ...context, blockHashes: (number: bigint) => numberToBytes(number + 100n, 32) }
    const asking = (number: number) => ({ to: target, data: numberToBytes(number, 32) })
    const calls = [5, 7, 8, 9].map(asking)
    const [first, second] = await simulate(machines, chain, {
      blockStateCalls: [{}, { calls }],
    })
    expect(returnedIn(second, 0)).toBe(105n)
    expect(returnedIn(second, 1)).toBe(bytesToBigInt(context.hash))
    expect(returnedIn(second, 2)).toBe(bytesToBigInt(hexToBytes(first?.hash as string)))
    expect(returnedIn(second, 3)).toBe(0n)
  })

  it('builds on a block without a hash, as a pending one', async () => {
    const { machines, context } = await createEngine()
    const pending = { ...context, hash: new Uint8Array(32) }
    const [block] = await simulate(machines, pending, { blockStateCalls: [{}] })
    expect(block?.header.parentHash).toEqual(new Uint8Array(32))
    expect(block?.header.number).toBe(8n)
  })

  it('keeps overrides of accounts for later blocks, and moves of precompiles not', async () => {
    const identity = numberToBytes(4, 20)
    const call = { from: addressOf(3), to: addressOf(5), value: 4n, data: Uint8Array.of(6) }
    const stateOverrides = [
      { address: addressOf(3), balance: 10n },
      { address: identity, movePrecompileToAddress: addressOf(5) },
    ]
    const blocks = await simulated([{ stateOverrides, calls: [call] }, { calls: [call] }])
    expect(blocks[0]?.calls[0]?.returnData).toEqual(Uint8Array.of(6))
    expect(blocks[1]?.calls[0]).toMatchObject({ status: 1, returnData: new Uint8Array() })
    expect(blocks[1]?.state.account(addressOf(3))?.balance).toBe(2n)
  })

  it('has 50 million gas for all blocks together', async () => {
    const burning = { to: addressOf(2), gas: 29_000_000n }
    const accounts = [contract(2, assemble('INVALID'))]
    const code: readonly Item[] = [{ raw: returning('GAS') }]
    const blocks = await simulated(
      [{ calls: [burning] }, { calls: [{ to: target }] }, { calls: [burning] }],
      { accounts, code },
    )
    const left = 50_000_000n - 29_000_000n
    expect(blocks[1]?.transactions[0]?.envelope.gasLimit).toBe(left)
    expect(blocks[2]?.transactions[0]?.envelope.gasLimit).toBe(
      left - (blocks[1]?.header.gasUsed as bigint),
    )
  })

  it('goes on after calls that fail, and ends as a whole when one cannot run', async () => {
    const failing = { to: target, from: sender }
    const blocks = await simulated([{ calls: [failing, failing] }], {
      code: ['INVALID'],
      gasLimit: 60_000n,
    }).catch((error: unknown) => error)
    // The first uses all gas of the block, so nothing is left for the second.
    expect(blocks).toMatchObject({ code: -38013 })
    const limited = { ...failing, gas: 30_000n }
    const [block] = await simulated([{ calls: [limited, limited] }], { code: ['INVALID'] })
    expect(block?.calls.map(({ status, failure }) => [status, failure?.code])).toEqual([
      [0, -32015],
      [0, -32015],
    ])
  })

  it('checks numbers of all blocks before it runs any', async () => {
    const calls = [{ value: 10n ** 30n, from: sender, to: target }]
    await expect(simulated([{ calls }, { blockOverrides: { number: 3n } }])).rejects.toMatchObject({
      code: -38020,
    })
  })

  it('validates nonces and fees when it is asked to', async () => {
    const paying = { from: sender, to: target, maxFeePerGas: 2_000n, gas: 50_000n }
    const fees = { validation: true, baseFeePerGas: 1_000n }
    const [block] = await simulated([{ calls: [paying, paying] }], fees)
    expect(block?.calls.map(({ status }) => status)).toEqual([1, 1])
    const wrong = (call: object) => simulated([{ calls: [{ ...paying, ...call }] }], fees)
    await expect(wrong({ nonce: 1n })).rejects.toMatchObject({ code: -38011 })
    await expect(wrong({ maxFeePerGas: 0n })).rejects.toMatchObject({ code: -38012 })
    const twice = [paying, { ...paying, nonce: 0n }]
    await expect(simulated([{ calls: twice }], fees)).rejects.toMatchObject({ code: -38010 })
  })

  it('shows later calls what earlier ones paid', async () => {
    const paying = {
      from: sender,
      to: addressOf(7),
      maxFeePerGas: 2_000n,
      maxPriorityFeePerGas: 3n,
      gas: 50_000n,
    }
    const coinbase = hexToBytes('c0'.repeat(20))
    const [block] = await simulated([{ calls: [paying, { to: target }] }], {
      code: [{ raw: returning(coinbase, 'BALANCE') }],
    })
    expect(returnedIn(block, 1)).toBe(63_000n)
  })

  it('traces transfers of every block, numbered from zero in each', async () => {
    const call = { from: sender, to: target, value: 5n }
    const blocks = await simulated([{ calls: [call, call] }, { calls: [call] }], {
      traceTransfers: true,
      code: [...sending(addressOf(6), 1), 'POP'],
    })
    const indexes = blocks.map(({ calls }) =>
      calls.map(({ logs }) => logs.map(({ logIndex }) => logIndex)),
    )
    expect(indexes).toEqual([
      [
        [0, 1],
        [2, 3],
      ],
      [[0, 1]],
    ])
  })

  it('takes the rules of each block by its number and time', async () => {
    const { machines, context } = await createEngine({ hardfork: 'shanghai' })
    const osaka = createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false })
    const commonAt: typeof context.commonAt = (number, timestamp) =>
      timestamp >= 1_020n ? osaka.commonAt(number, timestamp) : context.commonAt(number, timestamp)
    const blocks = await simulate(machines, { ...context, commonAt }, { blockStateCalls: [{}, {}] })
    expect(blocks.map(({ header }) => header.excessBlobGas)).toEqual([undefined, 0n])
    expect(blocks.map(({ header }) => header.requestsHash?.length)).toEqual([undefined, 32])
  })

  it('needs no base fee in London’s first block either', async () => {
    const { machines, context } = await createEngine({ hardfork: 'berlin' })
    const london = commonFromLondonOn(8n)
    const chain: ExecutionContext = {
      ...context,
      commonAt: (number, timestamp) =>
        number >= 8n ? london : context.commonAt(number, timestamp),
    }
    const baseFees = async (validation: boolean) => {
      const payload = { blockStateCalls: [{}, {}], validation }
      const blocks = await simulate(machines, chain, payload)
      return blocks.map(({ header }) => header.baseFeePerGas)
    }
    expect(await baseFees(false)).toEqual([0n, 0n])
    expect(await baseFees(true)).toEqual([1_000_000_000n, 875_000_000n])
  })

  it('ends after five seconds', async () => {
    const calls = Array.from({ length: 50 }, () => ({ to: target }))
    const slow = simulated([{ calls }], { elapsedMs: (looks) => looks * 100 })
    await expect(slow).rejects.toMatchObject({
      code: -32000,
      message: 'execution aborted (timeout = 5s)',
    })
  })

  it('gives others their turn while it runs', async () => {
    let turns = 0
    const { machines, context } = await createEngine({
      accounts: [contract(1, assemble(...counting))],
      elapsedMs: (looks) => looks,
      onYield: () => turns++,
    })
    const calls = Array.from({ length: 100 }, () => ({ to: target }))
    await simulate(machines, context, { blockStateCalls: [{ calls }] })
    expect(turns).toBeGreaterThan(5)
  })
})
