import type { ExecResult } from '@ethereumjs/evm'
import { Compression, inputBytes } from '../../wasm/precompiles/blake2f.ts'
import { type Faster, failed, type PrecompileInput } from './faster.ts'

/** Rounds between two turns of others: about a millisecond. */
const stretch = 50_000

// Not EthereumJS's own: measured with Node 20 (CPU time for each call, npm run bench -- precompiles), it takes
// 6 µs for 12 rounds and 2.7 s at a stretch for 5,000,000, which cost 5,000,000 gas; this 0.7 µs and 69 ms.

let kept: Compression | undefined

/** BLAKE2F (EIP-152) in WebAssembly; a long run lets others in. */
export const fasterBlake2f: Faster = (_stock, yieldIfDue) => (input) => {
  const { data, common, gasLimit } = input
  if (data.length !== inputBytes) return failed(input, 'OUT_OF_RANGE')
  const flag = data[inputBytes - 1] as number
  if (flag > 1) return failed(input, 'OUT_OF_RANGE')
  const rounds = new DataView(data.buffer, data.byteOffset).getUint32(0)
  const gas = common.param('blake2RoundGas') * BigInt(rounds)
  if (gasLimit < gas) return failed(input)
  if (rounds > stretch) return runLong(input, rounds, gas, yieldIfDue)
  kept ??= new Compression()
  kept.begin(data)
  kept.mix(rounds)
  return { executionGasUsed: gas, returnValue: kept.end() }
}

async function runLong(
  { data }: PrecompileInput,
  rounds: number,
  gas: bigint,
  yieldIfDue: Parameters<Faster>[1],
): Promise<ExecResult> {
  // One of its own, as others may run meanwhile.
  const compression = new Compression()
  compression.begin(data)
  for (let left = rounds; left > 0; left -= stretch) {
    compression.mix(Math.min(left, stretch))
    const turn = yieldIfDue()
    if (turn !== undefined) await turn
  }
  return { executionGasUsed: gas, returnValue: compression.end() }
}
