import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { environmentOf } from '../../../src/execution/blockEnvironment.ts'
import { LogTrace } from '../../../src/execution/simulate/logTrace.ts'
import {
  type OpenBlock,
  type SimulatedCall,
  simulateCall,
} from '../../../src/execution/simulate/simulateCall.ts'
import { SimulateError } from '../../../src/execution/simulate/simulateErrors.ts'
import { bytesToBigInt, hexToBytes } from '../../../src/lib/hex.ts'
import type { CallRequest } from '../../../src/types/request.ts'
import type { Receipt } from '../../../src/types/transaction.ts'
import { assemble, deploying, type Item, returning } from '../assemble.ts'
import {
  addressOf,
  contract,
  createEngine,
  type EngineOptions,
  funded,
  onMachine,
} from '../engine.ts'

const sender = addressOf(9)
const target = addressOf(1)

interface Scene extends EngineOptions {
  readonly code?: readonly Item[]
  readonly validation?: boolean
  /** Gas that the request as a whole has left. */
  readonly gasLeft?: bigint
}

/** Runs calls of one block after the other, in a block without base fee unless it says so. */
function simulated(
  requests: readonly CallRequest[],
  { code = [], validation = false, gasLeft = 50_000_000n, ...options }: Scene = {},
) {
  return inBlock(options, code, async (block) => {
    const calls: SimulatedCall[] = []
    const receipts: Receipt[] = []
    for (const request of requests) {
      const open = { ...block, validation, receipts, gasLeft }
      const { call, receipt } = await simulateCall(open, { from: sender, to: target, ...request })
      calls.push(call)
      receipts.push(receipt)
    }
    return { calls, receipts }
  })
}

async function inBlock<Result>(
  options: EngineOptions,
  code: readonly Item[],
  task: (block: Omit<OpenBlock, 'receipts' | 'gasLeft' | 'validation'>) => Promise<Result>,
): Promise<Result> {
  const engine = await createEngine({
    baseFeePerGas: 0n,
    ...options,
    accounts: [funded(9), contract(1, assemble(...code))],
  })
  return onMachine(engine, async (machine) => {
    const trace = new LogTrace(machine.evm, { transfers: false })
    const environment = environmentOf(engine.context.header)
    return task({ machine, environment, trace, transfers: false })
  })
}

async function only(request: CallRequest, scene: Scene = {}): Promise<SimulatedCall> {
  return (await simulated([request], scene)).calls[0] as SimulatedCall
}

async function refusal(requests: readonly CallRequest[], scene: Scene = {}) {
  const error = await simulated(requests, scene).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(SimulateError)
  return error as SimulateError
}

describe('simulateCall', () => {
  it('tells what a call returns and uses', async () => {
    expect(await only({}, { code: [{ raw: returning(5) }] })).toEqual({
      status: 1,
      gasUsed: 21_000n + 3n * 5n + 3n,
      maxUsedGas: 21_000n + 3n * 5n + 3n,
      returnData: hexToBytes('05'.padStart(64, '0')),
      logs: [],
    })
  })

  it('tells the code that a creation deploys', async () => {
    const code = assemble('CALLER')
    const call = await only({ to: undefined, data: deploying(code) })
    expect(call.returnData).toEqual(code)
  })

  it('tells a revert with its data and reason, and returns nothing', async () => {
    const abi = parseAbi(['error Error(string)'])
    const data = hexToBytes(encodeErrorResult({ abi, errorName: 'Error', args: ['no way'] }))
    const code: Item[] = ['CALLDATASIZE', 0, 0, 'CALLDATACOPY', 'CALLDATASIZE', 0, 'REVERT']
    expect(await only({ data }, { code })).toMatchObject({
      status: 0,
      returnData: new Uint8Array(),
      logs: [],
      failure: { code: 3, message: 'execution reverted: no way', reason: 'no way', data },
    })
    expect(await only({}, { code })).toMatchObject({
      failure: { code: 3, message: 'execution reverted', data: new Uint8Array() },
    })
  })

  it('tells another failure without data', async () => {
    const { failure } = await only({}, { code: ['INVALID'] })
    expect(failure).toEqual({ code: -32015, message: 'invalid opcode: INVALID' })
  })

  it('counts nonces on, whatever the calls before said', async () => {
    const { receipts } = await simulated([{}, { nonce: 77n }, {}])
    expect(receipts.map(({ transaction }) => transaction.envelope.nonce)).toEqual([0n, 77n, 2n])
  })

  it('adds up gas and logs in the receipts', async () => {
    const { receipts, calls } = await simulated([{}, {}], { code: [0, 0, 'LOG0', 0, 0, 'LOG0'] })
    const [{ gasUsed }] = calls as [SimulatedCall]
    expect(receipts).toMatchObject([
      { index: 0, status: 1, gasUsed, cumulativeGasUsed: gasUsed, firstLogIndex: 0 },
      { index: 1, status: 1, gasUsed, cumulativeGasUsed: 2n * gasUsed, firstLogIndex: 2 },
    ])
    expect(calls[1]?.logs.map(({ logIndex }) => logIndex)).toEqual([2, 3])
  })

  it('has the gas that its block has left, or the whole request', async () => {
    const gas = async (scene: Scene, requests: readonly CallRequest[] = [{}]) => {
      const code = [{ raw: returning('GAS') }]
      const { calls, receipts } = await simulated(requests, { ...scene, code })
      const limit = receipts.at(-1)?.transaction.envelope.gasLimit
      const seen = bytesToBigInt((calls.at(-1) as SimulatedCall).returnData)
      expect(seen).toBe((limit as bigint) - 21_002n)
      return limit
    }
    expect(await gas({ gasLimit: 1_000_000n })).toBe(1_000_000n)
    expect(await gas({ gasLimit: 10n ** 9n })).toBe(50_000_000n)
    expect(await gas({ gasLeft: 60_000n })).toBe(60_000n)
    expect(await gas({ gasLimit: 100_000n }, [{}, {}])).toBe(78_983n)
    expect(await gas({ gasLeft: 100_000n }, [{ gas: 30_000n }, { gas: 90_000n }])).toBe(78_983n)
  })

  it('refuses gas that the block has not left, even if the request would have less', async () => {
    expect(await refusal([{ gas: 1_000_001n }], { gasLimit: 1_000_000n })).toMatchObject({
      code: -38015,
      message: 'block gas limit reached: 1000001 > 1000000',
    })
    const second = await refusal([{}, { gas: 79_001n }], { gasLimit: 100_000n })
    expect(second).toMatchObject({
      code: -38015,
      message: 'block gas limit reached: 100001 > 100000',
    })
  })

  it.each<[number, CallRequest, Scene]>([
    [-38015, { gas: 10n ** 9n, gasPrice: 1n, maxFeePerGas: 1n }, {}],
    [-32000, { gasPrice: 1n, maxFeePerGas: 1n, chainId: 5n }, {}],
    [-32000, { chainId: 5n }, {}],
    [-38011, { nonce: 4n, maxPriorityFeePerGas: 1n }, { validation: true }],
    [-32602, { maxFeePerGas: 1n, maxPriorityFeePerGas: 2n, value: 10n ** 30n }, {}],
    [-38012, { maxFeePerGas: 6n, value: 10n ** 30n }, { baseFeePerGas: 7n }],
    [-38012, { value: 10n ** 30n }, { baseFeePerGas: 7n, validation: true }],
    [-38014, { value: 10n ** 30n, gas: 1n }, {}],
    [-38013, { gas: 20_000n }, {}],
    // The intrinsic gas of a zero byte is 21,004, its floor 21,010.
    [-38013, { gas: 21_005n, data: Uint8Array.of(0) }, {}],
  ])('refuses with %i', async (code, request, scene) => {
    expect((await refusal([request], scene)).code).toBe(code)
  })

  it('skips fee checks for fees of zero, and pays nothing then', async () => {
    const { receipts } = await simulated([{}], { baseFeePerGas: 7n })
    expect(receipts[0]?.effectiveGasPrice).toBe(0n)
  })

  it('is a legacy transaction when it offers a gas price, or before London', async () => {
    const typeOf = async (request: CallRequest, scene: Scene = {}) =>
      (await simulated([request], scene)).receipts[0]?.transaction.envelope.type
    expect(await typeOf({})).toBe(2)
    expect(await typeOf({ gasPrice: 1n, gas: 30_000n })).toBe(0)
    expect(await typeOf({}, { hardfork: 'berlin' })).toBe(0)
  })

  it('has the state after it in its receipt before Byzantium', async () => {
    const early = await simulated([{}], { hardfork: 'homestead' })
    expect(early.receipts[0]?.stateRoot).toHaveLength(32)
    const late = await simulated([{}], { hardfork: 'byzantium' })
    expect(late.receipts[0]?.stateRoot).toBeUndefined()
  })
})
