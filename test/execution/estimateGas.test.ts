import { describe, expect, it, vi } from 'vitest'
import { call } from '../../src/execution/call.ts'
import {
  type EstimateHabits,
  estimateGas,
  exactEstimates,
  nearEstimates,
} from '../../src/execution/estimateGas.ts'
import { ExecutionFailed, ExecutionReverted } from '../../src/execution/executionErrors.ts'
import { inSandbox } from '../../src/execution/sandbox.ts'
import { hexToBytes } from '../../src/lib/hex.ts'
import type { CallRequest, Overrides } from '../../src/types/request.ts'
import { assemble, deploying, type Item } from './assemble.ts'
import {
  addressOf,
  contract,
  createEngine,
  type Engine,
  type EngineOptions,
  funded,
} from './engine.ts'

const sender = addressOf(9)
const target = addressOf(1)

async function estimated(
  items: readonly Item[],
  request: CallRequest = {},
  {
    overrides,
    habits,
    ...options
  }: EngineOptions & { overrides?: Overrides; habits?: EstimateHabits } = {},
): Promise<bigint> {
  const { machines, context } = await createEngine({
    ...options,
    accounts: [funded(9), contract(1, assemble(...items)), ...(options.accounts ?? [])],
  })
  return estimateGas(machines, context, { from: sender, to: target, ...request }, overrides, habits)
}

/** Fails unless at least so much gas is left: it jumps to where no code is. */
function needing(gas: number): readonly Item[] {
  return [gas, 'GAS', 'LT', 0, 'JUMPI']
}

/** Fails unless at least as much gas is left as its call data say, behind a selector, and writes a slot. */
const asking = assemble(4, 'CALLDATALOAD', 'GAS', 'LT', 0, 'JUMPI', 1, 0, 'SSTORE')

/** Call data for it. */
function leaving(gas: number): Uint8Array {
  const data = new Uint8Array(36)
  new DataView(data.buffer).setUint32(32, gas)
  return data
}

function estimate({ machines, context }: Engine, request: CallRequest): Promise<bigint> {
  return estimateGas(machines, context, { from: sender, to: target, ...request })
}

/** Counts runs of the machine that the pool lends out next. */
function runsOf({ machines, context }: Engine) {
  return inSandbox(machines, context, { overrides: {} }, async ({ machine }) =>
    vi.spyOn(machine, 'runTopLevelCall'),
  )
}

/** More gas than any call can have: a gigabyte of memory. */
const endless: readonly Item[] = [0, 1_000_000_000, 'MSTORE']

describe('estimateGas', () => {
  it('is 21,000 for a transfer', async () => {
    expect(await estimated([], { to: addressOf(5), value: 1n })).toBe(21_000n)
  })

  it("has a value of its own for a transfer by others' habits", async () => {
    const habits = { ...exactEstimates, transferGas: 21_001n }
    expect(await estimated([], { to: addressOf(5), value: 1n }, { habits })).toBe(21_001n)
    expect(await estimated([1, 0, 'SSTORE'], {}, { habits })).toBe(43_106n)
  })

  it('is more than that for a transfer with an access list', async () => {
    const request = { to: addressOf(5), accessList: [[addressOf(6), []]] as const }
    const gas = await estimated([], request)
    expect(gas).toBe(23_400n)
  })

  it('is at least the floor for data', async () => {
    const request = { to: addressOf(5), data: new Uint8Array(1_000).fill(1) }
    expect(await estimated([], request)).toBe(61_000n)
  })

  it('is what a contract uses', async () => {
    // 20,000 for the new slot, 2,100 because it is cold, 6 to push.
    expect(await estimated([1, 0, 'SSTORE'])).toBe(43_106n)
  })

  it("is 1.5 % more at most by geth's habits", async () => {
    const gas = await estimated([1, 0, 'SSTORE'], {}, { habits: nearEstimates })
    expect(gas).toBeGreaterThanOrEqual(43_106n)
    expect(gas).toBeLessThanOrEqual((43_106n * 1_016n) / 1_000n)
  })

  it('is for the peak, not for what is left after refunds', async () => {
    const items: readonly Item[] = [1, 0, 'SSTORE', 0, 0, 'SSTORE']
    const { machines, context } = await createEngine({
      accounts: [contract(1, assemble(...items))],
    })
    const gas = await estimateGas(machines, context, { to: target })
    await call(machines, context, { to: target, gas })
    // 43,112 are used before the second store, which wants more than 2,300 left (EIP-2200).
    expect(gas).toBe(45_413n)
  })

  it('leaves inner calls the gas that they need', async () => {
    // The inner contract gets 63/64 of what is left and needs 3 million of it.
    const inner = contract(2, assemble(...needing(3_000_000)))
    const outer = [0, 0, 0, 0, 0, addressOf(2), 'GAS', 'CALL', 'ISZERO', 0, 'JUMPI'] as const
    const gas = await estimated(outer, {}, { accounts: [inner] })
    expect(gas).toBeGreaterThan(3_000_000n)
    expect(gas).toBeLessThan(3_200_000n)
  })

  it('takes three runs when the function wants what it wanted before', async () => {
    const engine = await createEngine({ accounts: [funded(9), contract(1, asking)] })
    const run = await runsOf(engine)
    const first = await estimate(engine, { data: leaving(400_000) })
    expect(run.mock.calls.length).toBeGreaterThan(15)
    run.mockClear()
    const longer = [...leaving(400_000), 1, 1, 1]
    expect(await estimate(engine, { data: Uint8Array.from(longer) })).toBe(first + 3n * 16n)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('gives the answer of a new node, whatever was estimated before', async () => {
    const engine = await createEngine({ accounts: [funded(9), contract(1, asking)] })
    for (const gas of [300_000, 300_001, 299_990, 90_000, 700_000, 0, 250_000, 250_000]) {
      const unknowing = await createEngine({ accounts: [funded(9), contract(1, asking)] })
      const request = { data: leaving(gas) }
      const answer = await estimate(engine, request)
      expect(answer).toBe(await estimate(unknowing, request))
      await expect(
        call(engine.machines, engine.context, { to: target, ...request, gas: answer }),
      ).resolves.toBeDefined()
    }
  })

  it('fails as the call fails', async () => {
    const reverting = estimated([0xab, 0, 'MSTORE', 1, 31, 'REVERT'])
    await expect(reverting).rejects.toBeInstanceOf(ExecutionReverted)
    await expect(reverting).rejects.toMatchObject({ code: 3, data: hexToBytes('ab') })
    const halting = estimated(['INVALID'])
    await expect(halting).rejects.toBeInstanceOf(ExecutionFailed)
    await expect(halting).rejects.toMatchObject({ message: 'invalid opcode: INVALID' })
  })

  it.each<[string, CallRequest, EngineOptions, bigint]>([
    ['its block', {}, { gasLimit: 700_000n }, 700_000n],
    ['its own limit', { gas: 123_456n }, {}, 123_456n],
    ['the cap of calls', {}, { gasLimit: 80_000_000n }, 50_000_000n],
    ['EIP-7825', {}, { transactionGasCap: true }, 16_777_216n],
    ['what it can pay', { maxFeePerGas: 10n ** 13n }, {}, 100_000n],
  ])('tries no more gas than %s allows', async (_case, request, options, allowed) => {
    const forever = estimated(endless, request, options)
    await expect(forever).rejects.toThrow(`gas required exceeds allowance (${allowed})`)
  })

  it('does not take a limit below a transfer for one', async () => {
    expect(await estimated([], { gas: 5n, to: addressOf(5) })).toBe(21_000n)
  })

  it('fails for who cannot pay', async () => {
    const poor = addressOf(8)
    await expect(estimated([], { from: poor, value: 1n })).rejects.toThrow(
      'failed with 30000000 gas: insufficient funds for gas * price + value',
    )
    await expect(estimated([], { from: poor, gasPrice: 5_000n })).rejects.toThrow(
      'insufficient funds for transfer',
    )
    const blobs = {
      blobVersionedHashes: [new Uint8Array(32).fill(1)],
      maxFeePerBlobGas: 10n ** 18n,
    }
    await expect(estimated([], { ...blobs, gasPrice: 5_000n })).rejects.toThrow(
      'insufficient funds for gas * price + value',
    )
  })

  it('tells the gas that a refused call was tried with', async () => {
    await expect(estimated([1, 'POP'], { maxFeePerGas: 999n, gas: 60_000n })).rejects.toMatchObject(
      {
        code: -32000,
        message: expect.stringMatching(
          /^failed with 60000 gas: max fee per gas less than block base fee/,
        ),
      },
    )
  })

  it('sees overridden accounts and blocks', async () => {
    const overrides = { state: [{ address: target, code: assemble(1, 0, 'SSTORE') }] }
    expect(await estimated(['INVALID'], {}, { overrides })).toBeGreaterThan(43_000n)
    const limit = { block: { gasLimit: 200_000n } }
    const forever = estimated(endless, {}, { overrides: limit })
    await expect(forever).rejects.toThrow('gas required exceeds allowance (200000)')
  })

  it('is enough for a creation', async () => {
    const data = deploying(new Uint8Array(500))
    const { machines, context } = await createEngine({ accounts: [funded(9)] })
    const gas = await estimateGas(machines, context, { from: sender, data })
    expect(await call(machines, context, { from: sender, data, gas })).toHaveLength(500)
    const less = call(machines, context, { from: sender, data, gas: (gas * 98n) / 100n })
    await expect(less).rejects.toThrow('contract creation code storage out of gas')
  })
})
