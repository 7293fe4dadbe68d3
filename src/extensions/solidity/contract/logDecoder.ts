import { bytesToHex, type Hex, hexToBytes } from '../../../lib/hex.ts'
import type { LoadedFixture } from '../../../types/fixture.ts'
import type { Abi, DecodedLog } from '../../../types/solidity/contract.ts'

import type { StateTree } from '../../../types/state.ts'
import { decodeEvent } from '../../../wallet/abi.ts'
import { plainSignature } from '../../../wallet/selector.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import { abiLookup, formatArguments } from '../trace/abiLookup.ts'

import { proxyAt } from './proxy.ts'

/** A log as it is on the chain. */
export interface PlainLog {
  readonly address: Hex
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
}

/** Tells logs in words: by the contract that wrote them, by what it hands calls on to, or by any that is known. */
export class LogDecoder {
  readonly #state: StateTree
  readonly #index: Pick<ArtifactIndex, 'byCode' | 'contracts'>
  readonly #named: readonly Abi[]
  readonly #abis = new Map<Hex, readonly Abi[]>()

  constructor(
    state: StateTree,
    index: Pick<ArtifactIndex, 'byCode' | 'contracts'>,
    { contracts }: LoadedFixture,
  ) {
    this.#state = state
    this.#index = index
    this.#named = Object.values(contracts).map(({ abi }) => abi)
  }

  decode({ address, topics, data }: PlainLog): DecodedLog | undefined {
    const log = { topics: topics.map((topic) => bytesToHex(topic)), data: bytesToHex(data) }
    const [first = '0x'] = log.topics
    for (const abi of this.#abisOf(address)) {
      const items = abiLookup(abi).events.get(first)
      const found = items && decodeEvent(items, log)
      if (found === undefined) continue
      const { item, name, args } = found
      return {
        event: name,
        signature: plainSignature(item),
        args: formatArguments(item.inputs, args),
      }
    }
    return undefined
  }

  #abisOf(address: Hex): readonly Abi[] {
    const known = this.#abis.get(address)
    if (known !== undefined) return known
    const bytes = hexToBytes(address)
    const code = this.#state.code(bytes)
    const implementation = proxyAt(this.#state, bytes, code)?.implementation
    const codes = [code, ...(implementation ? [this.#state.code(hexToBytes(implementation))] : [])]
    const abis = [
      ...codes.map((one) => this.#index.byCode(one)?.abi ?? []),
      ...this.#named,
      ...this.#index.contracts.map(({ abi }) => abi),
    ]
    this.#abis.set(address, abis)
    return abis
  }
}
