import { concatBytes } from '@ethereumjs/util'
import type { NativeContracts } from '../../../ethereumjs/protocol/sharedCommon.ts'
import { equalBytes, hexToBytes, numberToBytes } from '../../../lib/hex.ts'
import type { GenesisAccount } from '../../../types/state.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'

/** Base's tokens and their registries: what runs them, and what a fresh chain begins with. */
export interface B20 {
  readonly natives: NativeContracts
  readonly accounts: readonly GenesisAccount[]
}

const activationRegistry = '0x8453000000000000000000000000000000000001'
const policyRegistry = '0x8453000000000000000000000000000000000002'

const factory = hexToBytes('0xb20f000000000000000000000000000000000000')
const registryPrefix = hexToBytes(activationRegistry).subarray(0, 19)
/** The variant follows: an asset or a stablecoin. */
const tokenPrefix = hexToBytes('0xb2000000000000000000')

/** The code of accounts whose contracts are built in; the factory's has none. */
const marker = Uint8Array.of(0xef)

const features = ['base.b20_asset', 'base.b20_stablecoin', 'base.policy_registry']

/** Where the registry has what is active: ERC-7201, base.activation_registry. */
const activations = hexToBytes('0x43ee1bbe25e988521cccd8b2c8fbd38c8287ebff8e074e825a70dfd3885cce00')

/** The registries as on a chain where all features are active. */
const accounts: readonly GenesisAccount[] = [
  {
    address: activationRegistry,
    code: marker,
    storage: features.map((feature) => {
      const id = keccak256(new TextEncoder().encode(feature))
      return [keccak256(concatBytes(id, activations)), numberToBytes(1, 32)]
    }),
  },
  { address: policyRegistry, code: marker },
]

/** Loads the contracts. */
export async function loadB20(): Promise<B20> {
  // A file of its own in the package, loaded only for Base.
  const { nativeCode } = await import('./nativeCode.ts')
  const registries = [nativeCode.ActivationRegistry, nativeCode.PolicyRegistry].map(hexToBytes)
  const codes = {
    factory: hexToBytes(nativeCode.B20Factory),
    token: hexToBytes(nativeCode.B20Token),
  }
  const codeAt = (address: Uint8Array) => {
    // Most addresses differ in the first byte.
    if (address[0] === registryPrefix[0]) {
      if (!equalBytes(address.subarray(0, 19), registryPrefix)) return undefined
      return registries[(address[19] as number) - 1]
    }
    if (address[0] !== tokenPrefix[0]) return undefined
    if (equalBytes(address, factory)) return codes.factory
    const isToken = equalBytes(address.subarray(0, 10), tokenPrefix) && (address[10] as number) < 2
    return isToken ? codes.token : undefined
  }
  const markerAt = (address: Uint8Array) => {
    const code = codeAt(address)
    return code === undefined || code === codes.factory ? undefined : marker
  }
  return { natives: { codeAt, markerAt }, accounts }
}
