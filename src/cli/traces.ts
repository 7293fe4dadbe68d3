import type { PreconfDevnet } from '../types/devnet.ts'
import type { Output } from './output.ts'
import { printable } from './reporter.ts'
import { thousands } from './units.ts'

/** What the call tracer says of a call. */
interface CallFrame {
  readonly type: string
  readonly to?: string | undefined
  readonly value?: string | undefined
  readonly gasUsed: string
  readonly input: string
  readonly output?: string | undefined
  readonly error?: string | undefined
  readonly revertReason?: string | undefined
  readonly calls?: readonly CallFrame[] | undefined
}

/** Calldata and results are shown up to so many characters. */
const longestData = 138

/** Prints the calls of all transactions of each block, in the order of the blocks. */
export function reportTraces(output: Output, devnet: PreconfDevnet): void {
  let printed = Promise.resolve()
  devnet.on('block', ({ transactions }) => {
    for (const hash of transactions) {
      const traced = trace(devnet, hash)
      printed = printed.then(async () => {
        const frame = await traced
        if (frame === undefined) return
        output.line(`trace ${hash}`)
        printFrame(output, frame, 1)
      })
    }
  })
}

/** Nothing when the block is gone again, as after a reorg, or the chain is closed. */
async function trace({ provider }: PreconfDevnet, hash: string): Promise<CallFrame | undefined> {
  const params = [hash, { tracer: 'callTracer' }]
  return provider.request({ method: 'debug_traceTransaction', params }).catch(() => undefined)
}

function printFrame(output: Output, frame: CallFrame, depth: number): void {
  const { type, to = '', value = '0x0', gasUsed, input, calls = [] } = frame
  const indent = '  '.repeat(depth)
  const wei = BigInt(value) === 0n ? '' : `  value ${thousands(BigInt(value))}`
  const gas = output.style('dim', `gas ${thousands(BigInt(gasUsed))}`)
  output.line(`${indent}${output.style('cyan', type)} ${to}  ${gas}${wei}  ${short(input)}`)
  for (const call of calls) printFrame(output, call, depth + 1)
  const result = resultOf(output, frame)
  if (result !== '') output.line(`${indent}${result}`)
}

function resultOf(output: Output, { error, revertReason, output: data }: CallFrame): string {
  if (error !== undefined) {
    return output.style('red', `✗ ${printable(revertReason ?? error)}`)
  }
  return data === undefined || data === '0x' ? '' : `← ${short(data)}`
}

function short(data: string): string {
  return data.length > longestData ? `${data.slice(0, longestData)}…` : data
}
