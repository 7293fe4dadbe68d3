import { describe, expect, it } from 'vitest'
import { ExecutionTimeout } from '../../../src/ethereumjs/yieldIfDue.ts'
import { systemContracts } from '../../../src/execution/rules/systemContracts.ts'
import type { BlockPlan } from '../../../src/execution/simulate/sanitize.ts'
import {
  type SimulatedBlock,
  type SimulateOptions,
  simulateBlock,
} from '../../../src/execution/simulate/simulate.ts'
import { bytesToBigInt, bytesToHex, hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import type { BlockOverrides } from '../../../src/types/request.ts'
import { assemble, type Item, returning } from '../assemble.ts'
import {
  addressOf,
  contract,
  createEngine,
  type EngineOptions,
  funded,
  onMachine,
} from '../engine.ts'

const target = addressOf(1)
const zeroHash = new Uint8Array(32)

interface Scene extends EngineOptions {
  readonly plan?: Partial<BlockPlan>
  readonly options?: Partial<SimulateOptions>
  readonly code?: readonly Item[]
}

/** Simulates a block after the engine's block 7 at time 1000. */
async function simulated({
  plan,
  options,
  code = [],
  ...engineOptions
}: Scene = {}): Promise<SimulatedBlock> {
  const engine = await createEngine({
    ...engineOptions,
    accounts: [funded(9), contract(1, assemble(...code)), ...(engineOptions.accounts ?? [])],
  })
  const planned: BlockPlan = {
    number: 8n,
    timestamp: 1_012n,
    overrides: {},
    stateOverrides: [],
    calls: [],
    isFilling: false,
    ...plan,
  }
  return onMachine(engine, (machine) =>
    simulateBlock(machine, engine.context, planned, {
      validation: false,
      traceTransfers: false,
      gasLeft: 50_000_000n,
      turn: () => undefined,
      ...options,
    }),
  )
}

/** The word that a contract with this code returns in the block. */
async function word(items: readonly Item[], overrides: BlockOverrides = {}): Promise<bigint> {
  const code = [{ raw: returning(...items) }]
  const { calls } = await simulated({ code, plan: { overrides, calls: [{ to: target }] } })
  return bytesToBigInt(calls[0]?.returnData as Uint8Array)
}

describe('simulateBlock', () => {
  it('follows its parent in what is not overridden', async () => {
    const { header, hash, isFilling } = await simulated()
    expect(header).toMatchObject({
      number: 8n,
      timestamp: 1_012n,
      gasLimit: 30_000_000n,
      mixHash: zeroHash,
      baseFeePerGas: 0n,
      difficulty: 0n,
      gasUsed: 0n,
      blobGasUsed: 0n,
      excessBlobGas: 0n,
      extraData: new Uint8Array(),
      parentBeaconBlockRoot: zeroHash,
    })
    expect(bytesToHex(header.coinbase.bytes)).toBe(`0x${'c0'.repeat(20)}`)
    expect(hash).toBe(bytesToHex(header.hash()))
    expect(isFilling).toBe(false)
  })

  it('has the hash of its parent, or zero where that has none', async () => {
    const engine = await createEngine()
    const plan = {
      number: 8n,
      timestamp: 1_012n,
      overrides: {},
      stateOverrides: [],
      calls: [],
      isFilling: false,
    }
    const options = {
      validation: false,
      traceTransfers: false,
      gasLeft: 0n,
      turn: () => undefined,
    }
    const blockOn = (hash: Uint8Array) =>
      onMachine(engine, (machine) =>
        simulateBlock(machine, { header: engine.context.header, hash }, plan, options),
      )
    expect((await blockOn(engine.context.hash)).header.parentHash).toEqual(engine.context.hash)
    expect((await blockOn(zeroHash)).header.parentHash).toEqual(zeroHash)
  })

  it('has what is overridden in its header, and shows it to calls', async () => {
    const overrides: BlockOverrides = {
      gasLimit: 9_000_000n,
      feeRecipient: addressOf(4),
      prevRandao: numberToBytes(5, 32),
      baseFeePerGas: 66n,
      beaconRoot: numberToBytes(7, 32),
    }
    const { header } = await simulated({ plan: { overrides } })
    expect(header).toMatchObject({
      gasLimit: 9_000_000n,
      mixHash: numberToBytes(5, 32),
      baseFeePerGas: 66n,
      parentBeaconBlockRoot: numberToBytes(7, 32),
    })
    expect(await word(['GASLIMIT'], overrides)).toBe(9_000_000n)
    expect(await word(['COINBASE'], overrides)).toBe(bytesToBigInt(addressOf(4)))
    expect(await word(['PREVRANDAO'], overrides)).toBe(5n)
    // Unlike a plain call it sees the base fee, though it pays nothing.
    expect(await word(['BASEFEE'], overrides)).toBe(66n)
    expect(await word(['GASPRICE'], overrides)).toBe(0n)
  })

  it('overrides the blob base fee for calls, and not in the header', async () => {
    const overrides = { blobBaseFee: 99n }
    expect(await word(['BLOBBASEFEE'], overrides)).toBe(99n)
    expect(await word(['BLOBBASEFEE'])).toBe(1n)
    const { header } = await simulated({ plan: { overrides } })
    expect(header.excessBlobGas).toBe(0n)
  })

  it('has the base fee of EIP-1559 when it validates', async () => {
    const { header } = await simulated({ options: { validation: true }, baseFeePerGas: 8_000n })
    // An empty parent lowers it by an eighth.
    expect(header.baseFeePerGas).toBe(7_000n)
  })

  it('has the fields of its fork only', async () => {
    const headerIn = async (hardfork: EngineOptions['hardfork'] & string) =>
      (await simulated({ hardfork })).header
    expect((await headerIn('cancun')).requestsHash).toBeUndefined()
    expect(await headerIn('shanghai')).toMatchObject({
      excessBlobGas: undefined,
      parentBeaconBlockRoot: undefined,
    })
    expect((await headerIn('paris')).withdrawalsRoot).toBeUndefined()
    expect((await headerIn('berlin')).baseFeePerGas).toBeUndefined()
    expect(bytesToHex((await headerIn('prague')).requestsHash as Uint8Array)).toBe(
      '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })

  it('sums up its calls', async () => {
    const blob = new Uint8Array(32).fill(1)
    const blobs = { from: addressOf(9), to: target, blobVersionedHashes: [blob, blob] }
    const block = await simulated({
      code: [0, 0, 'LOG0'],
      plan: { calls: [{ to: target }, blobs] },
    })
    const { header, calls, transactions } = block
    expect(header.gasUsed).toBe(calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n))
    expect(header.blobGasUsed).toBe(2n * 131_072n)
    expect(header.logsBloom.some((byte) => byte > 0)).toBe(true)
    expect(transactions.map(({ envelope }) => envelope.type)).toEqual([2, 3])
    expect(header.stateRoot).toEqual(block.state.root())
    expect(block.size).toBeGreaterThan(500)
  })

  it('shows movements of ether in the logs of calls, and not in its bloom', async () => {
    const calls = [{ from: addressOf(9), to: target, value: 1n }]
    const { calls: done, header } = await simulated({
      plan: { calls },
      options: { traceTransfers: true },
    })
    expect(done[0]?.logs).toHaveLength(1)
    expect(header.logsBloom.every((byte) => byte === 0)).toBe(true)
  })

  it('applies overrides before everything else, and keeps them', async () => {
    const { state, calls } = await simulated({
      plan: {
        stateOverrides: [{ address: addressOf(3), balance: 5n }],
        calls: [{ from: addressOf(3), to: target, value: 2n }],
      },
    })
    expect(calls[0]?.status).toBe(1)
    expect(state.account(addressOf(3))).toMatchObject({ balance: 3n, nonce: 1n })
  })

  it('records beacon root and parent hash in the system contracts before its calls', async () => {
    const { context } = await createEngine()
    const common = context.commonAt(7n, 1_000n)
    const accounts = systemContracts(common)
    const plan = { overrides: { beaconRoot: numberToBytes(3, 32) } }
    const { state, header } = await simulated({ accounts, plan })
    const history = hexToBytes('0000f90827f1c53a10cb7a02335b175320002935')
    expect(state.storage(history, numberToBytes(7, 32))).toEqual(header.parentHash)
    const beacon = hexToBytes('000f3df6d732807ef1319fb7b8bb8522d0beac02')
    expect(state.storage(beacon, numberToBytes(1_012 + 8_191, 32))).toEqual(numberToBytes(3, 32))
  })

  it('pays withdrawals', async () => {
    const withdrawal = { index: 1n, validatorIndex: 2n, address: addressOf(6), amount: 3n }
    const plan = { overrides: { withdrawals: [withdrawal] } }
    const { state, header, withdrawals } = await simulated({ plan })
    expect(state.account(addressOf(6))?.balance).toBe(3_000_000_000n)
    expect(withdrawals.map((paid) => paid.toValue().amount)).toEqual([3n])
    expect(header.withdrawalsRoot).not.toEqual((await simulated()).header.withdrawalsRoot)
    await expect(simulated({ plan, hardfork: 'paris' })).rejects.toMatchObject({
      code: -32000,
      message: 'withdrawals set before Shanghai activation',
    })
  })

  it('fails as a whole for logs of the deposit contract that are no deposits', async () => {
    const deposits = hexToBytes('00000000219ab540356cbb839cbe05303d7705fa')
    const topic = hexToBytes('649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5')
    const code = assemble(topic, 0, 0, 'LOG1')
    const plan = { stateOverrides: [{ address: deposits, code }], calls: [{ to: deposits }] }
    await expect(simulated({ plan })).rejects.toMatchObject({ code: -32000 })
  })

  it('pauses after each call, and ends when a pause says so', async () => {
    let pauses = 0
    const pause = async () => {
      pauses++
      if (pauses === 2) throw new ExecutionTimeout()
    }
    const calls = [{ to: target }, { to: target }, { to: target }]
    await expect(simulated({ plan: { calls }, options: { turn: pause } })).rejects.toBeInstanceOf(
      ExecutionTimeout,
    )
    expect(pauses).toBe(2)
  })

  it('has precompiles in their place again after it', async () => {
    const engine = await createEngine()
    const identity = numberToBytes(4, 20)
    const move = { address: identity, movePrecompileToAddress: target }
    const plan: BlockPlan = {
      number: 8n,
      timestamp: 1_012n,
      overrides: {},
      stateOverrides: [move],
      calls: [{ to: target, data: Uint8Array.of(1) }],
      isFilling: false,
    }
    const options = {
      validation: false,
      traceTransfers: false,
      gasLeft: 50_000_000n,
      turn: () => undefined,
    }
    await onMachine(engine, async (machine) => {
      const first = await simulateBlock(machine, engine.context, plan, options)
      expect(first.calls[0]?.returnData).toEqual(Uint8Array.of(1))
      const next = { ...plan, stateOverrides: [] }
      const second = await simulateBlock(machine, engine.context, next, options)
      expect(second.calls[0]?.returnData).toEqual(new Uint8Array())
    })
  })
})
