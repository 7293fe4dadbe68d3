import type { Common } from '@ethereumjs/common'
import { type CustomPrecompile, getActivePrecompiles, type PrecompileFunc } from '@ethereumjs/evm'
import type { YieldIfDue } from '../yieldIfDue.ts'
import { fasterBlake2f } from './blake2f.ts'
import { loadCurves } from './curves.ts'
import type { Faster } from './faster.ts'
import { ecrecoverWith, fasterRipemd160, fasterSha256, type SignerOverrides } from './hashes.ts'
import { loadKzg } from './kzg.ts'
import { fasterModexp } from './modexp.ts'
import { fasterP256verify } from './p256verify.ts'
import { fasterPairing } from './pairing.ts'
import { fasterPointEvaluation } from './pointEvaluation.ts'

/** EthereumJS's own, which loads its cryptography when it is first called. */
function loading(load: () => Promise<void>): Faster {
  let isLoaded = false
  return (stock) => (input) => {
    if (isLoaded) return stock(input)
    return load().then(() => {
      isLoaded = true
      return stock(input)
    })
  }
}

const onCurves = loading(loadCurves)

/** Precompiles that are not EthereumJS's as they are, by their addresses. */
const faster: readonly (readonly [address: number, faster: Faster])[] = [
  [0x02, fasterSha256],
  [0x03, fasterRipemd160],
  [0x05, fasterModexp],
  [0x09, fasterBlake2f],
  [
    0x0a,
    (stock, yieldIfDue) => fasterPointEvaluation(loading(loadKzg)(stock, yieldIfDue), yieldIfDue),
  ],
  [0x08, (stock, yieldIfDue) => fasterPairing(onCurves(stock, yieldIfDue), yieldIfDue)],
  ...[0x06, 0x07, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11].map(
    (address) => [address, onCurves] as const,
  ),
  [0x100, fasterP256verify],
]

/** Those of the hardfork; what runs long calls `yieldIfDue` now and then. */
export function lazyPrecompiles(
  common: Common,
  yieldIfDue: YieldIfDue,
  signers: SignerOverrides,
): CustomPrecompile[] {
  const active = getActivePrecompiles(common)
  return [[0x01, ecrecoverWith(signers)] as const, ...faster].flatMap(([number, make]) => {
    const address = number.toString(16).padStart(40, '0')
    const stock: PrecompileFunc | undefined = active.get(address)
    if (stock === undefined) return []
    return [{ address: `0x${address}` as const, function: make(stock, yieldIfDue) }]
  })
}
