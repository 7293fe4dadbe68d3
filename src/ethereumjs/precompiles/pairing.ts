import type { ExecResult } from '@ethereumjs/evm'
import type { YieldIfDue } from '../../clock/pace.ts'
import { numberToBytes } from '../../lib/hex.ts'
import { Pairing, pairBytes, pairsAtOnce } from '../../wasm/precompiles/precompiles.ts'
import { type Faster, failed } from './faster.ts'

// Beside mcl, which has this check too: measured with Node 20 (CPU time for each call, npm run
// bench -- precompiles), four pairs that come again take 0.7 ms here and 7.6 ms by mcl, those of a Groth16
// verifier with a new proof each time 1.2 ms and 7.3 ms. mcl adds and multiplies points of this curve (6 µs
// and 150 µs; noble, which EthereumJS would use, 45 µs and 2.8 ms) and says which points are refused.

let kept: Pairing | undefined

/** The pairing check on alt_bn128 (EIP-197) in WebAssembly; many pairs let others in. */
export const fasterPairing: Faster = (stock, yieldIfDue) => (input) => {
  const { data, common, gasLimit } = input
  const count = data.length / pairBytes
  if (!Number.isInteger(count)) return stock(input)
  const gas = common.param('bn254PairingGas') + common.param('bn254PairingWordGas') * BigInt(count)
  if (gasLimit < gas) return failed(input)
  const answer = (isOne: boolean | undefined): ExecResult | Promise<ExecResult> =>
    // Which points are refused, and how, EthereumJS's says.
    isOne === undefined
      ? stock(input)
      : { executionGasUsed: gas, returnValue: numberToBytes(isOne ? 1n : 0n, 32) }
  // One of its own, as others may run meanwhile.
  if (count > pairsAtOnce) return checkInTurns(new Pairing(), data, yieldIfDue).then(answer)
  kept ??= new Pairing()
  return answer(check(kept, data))
}

/** Whether the product of the pairs is 1; nothing for points that may have to be refused. */
function check(pairing: Pairing, pairs: Uint8Array): boolean | undefined {
  pairing.begin()
  return pairing.multiply(pairs) ? pairing.isOne() : undefined
}

async function checkInTurns(
  pairing: Pairing,
  pairs: Uint8Array,
  yieldIfDue: YieldIfDue,
): Promise<boolean | undefined> {
  pairing.begin()
  const stretch = pairsAtOnce * pairBytes
  for (let at = 0; at < pairs.length; at += stretch) {
    if (!pairing.multiply(pairs.subarray(at, at + stretch))) return undefined
    const turn = yieldIfDue()
    if (turn !== undefined) await turn
  }
  return pairing.isOne()
}
