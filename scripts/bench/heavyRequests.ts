import { encodeFunctionData } from 'viem'
import { endlessLoops, loopsAbi, loopsCode } from './evmLoops.ts'
import { callerCode, callerData, works } from './precompileCalls.ts'

const loopsAt = `0x${'aa'.repeat(20)}`
const precompilesAt = `0x${'bb'.repeat(20)}`
const memoryAt = `0x${'cc'.repeat(20)}`
/** Stores at offsets that double until the gas is gone, in calls of itself. */
const memoryBomb = '0x60015b8052600160011b805956'
const gas = '0x2faf080'
const repeats = 1_000_000

export type Request = readonly [method: string, params: readonly unknown[]]

const [arithmetic, keccak, storage, calls, payments] = endlessLoops
if (!arithmetic || !keccak || !storage || !calls || !payments) throw new Error('no loops')
const loopCall = (data: string) => ({ to: loopsAt, data, gas })
const traced = (functionName: string, count: bigint, options: object): Request => {
  const data = encodeFunctionData({ abi: loopsAbi, functionName, args: [count] })
  return ['debug_traceCall', [loopCall(data), 'latest', options]]
}
const precompile = (kind: RegExp): Request => {
  const work = works.find(({ name }) => kind.test(name))
  if (work === undefined) throw new Error(`no precompile ${kind}`)
  const data = callerData(work.calls(0), repeats)
  return ['eth_call', [{ to: precompilesAt, data, gas }, 'latest']]
}

/** One for each of ten clients. */
export const heavyRequests: readonly Request[] = [
  ['eth_call', [loopCall(arithmetic.data), 'latest']],
  ['eth_call', [loopCall(storage.data), 'latest']],
  ['eth_call', [{ to: memoryAt, gas }, 'latest']],
  precompile(/modexp/i),
  precompile(/pairing/i),
  traced('call', 15_000n, { tracer: 'callTracer' }),
  traced('transfer', 3_000n, { tracer: 'prestateTracer' }),
  traced('arithmetic', 800n, {}),
  ['eth_createAccessList', [loopCall(storage.data), 'latest']],
  ['trace_call', [loopCall(payments.data), ['trace'], 'latest']],
]

/** The contracts that they call. */
export const heavyCode: readonly (readonly [address: string, code: string])[] = [
  [loopsAt, loopsCode],
  [precompilesAt, callerCode],
  [memoryAt, memoryBomb],
]
