import { labelOf } from '../files/declared/labels.ts'
import type { Hex } from '../lib/hex.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { LoadedFixture } from '../types/fixture.ts'
import type { TracedCall } from './callWords.ts'
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
        const words = await createWords(devnet.fixture)
        printFrame(output, words, frame, 1)
      })
    }
  })
}

/** Nothing when the block is gone again, as after a reorg, or the chain is closed. */
async function trace({ provider }: PreconfDevnet, hash: string): Promise<CallFrame | undefined> {
  const params = [hash, { tracer: 'callTracer' }]
  return provider.request({ method: 'debug_traceTransaction', params }).catch(() => undefined)
}

/** How calls are told to people. */
interface Words {
  place(address: string): string
  call(call: TracedCall): string | undefined
  result(call: TracedCall): string | undefined
  error(output: Hex): string | undefined
}

const noWords: Words = {
  place: (address) => address,
  call: () => undefined,
  result: () => undefined,
  error: () => undefined,
}

/** Where no fixture has named anything nobody waits for the code. */
async function createWords(fixture: LoadedFixture): Promise<Words> {
  if (Object.keys(fixture.labels).length === 0) return noWords
  const { callWords, errorWords, resultWords } = await import('./callWords.ts')
  return {
    place: (address) => labelOf(fixture.labels, address),
    call: (call) => callWords(fixture, call),
    result: (call) => resultWords(fixture, call),
    error: (output) => errorWords(fixture, output),
  }
}

function printFrame(output: Output, words: Words, frame: CallFrame, depth: number): void {
  const { type, to = '', value = '0x0', gasUsed, input, calls = [] } = frame
  const indent = '  '.repeat(depth)
  const wei = BigInt(value) === 0n ? '' : `  value ${thousands(BigInt(value))}`
  const gas = output.style('dim', `gas ${thousands(BigInt(gasUsed))}`)
  const data = inWords(words.call(callOf(frame))) ?? short(input)
  output.line(`${indent}${output.style('cyan', type)} ${words.place(to)}  ${gas}${wei}  ${data}`)
  for (const call of calls) printFrame(output, words, call, depth + 1)
  const result = resultOf(output, words, frame)
  if (result !== '') output.line(`${indent}${result}`)
}

function resultOf(output: Output, words: Words, frame: CallFrame): string {
  const { error, revertReason, output: data = '0x' } = frame
  if (error !== undefined) {
    const reason = revertReason ?? words.error(data as Hex) ?? error
    return output.style('red', `✗ ${printable(reason)}`)
  }
  return data === '0x' ? '' : `← ${inWords(words.result(callOf(frame))) ?? short(data)}`
}

function callOf({ to = '0x', input, output = '0x' }: CallFrame): TracedCall {
  return { to: to as Hex, input: input as Hex, output: output as Hex }
}

/** Arguments can be any text that somebody chose. */
function inWords(words: string | undefined): string | undefined {
  return words === undefined ? undefined : printable(words)
}

function short(data: string): string {
  return data.length > longestData ? `${data.slice(0, longestData)}…` : data
}
