import type { Common } from '@ethereumjs/common'
import type { ChainRules } from '../../types/genesis.ts'
import { type Protocol, type ProtocolLimits, protocolOf } from './protocol.ts'
import type { RecordedRules } from './sharedCommon.ts'

/** The protocol of a chain whose id changes while it runs: who holds this one goes along. */
export class CurrentProtocol implements Protocol {
  readonly #limits: ProtocolLimits
  #protocol: Protocol

  constructor(protocol: Protocol, limits: ProtocolLimits) {
    this.#protocol = protocol
    this.#limits = limits
  }

  get chainId(): bigint {
    return this.#protocol.chainId
  }

  get rules(): ChainRules {
    return this.#protocol.rules
  }

  commonAt(number: bigint, timestamp: bigint): Common {
    return this.#protocol.commonAt(number, timestamp)
  }

  separateCommon(number: bigint, timestamp: bigint): Common {
    return this.#protocol.separateCommon(number, timestamp)
  }

  recorded(rules: RecordedRules): Common {
    return this.#protocol.recorded(rules)
  }

  /** At most 2^53 - 1. */
  setChainId(chainId: number): void {
    if (BigInt(chainId) === this.chainId) return
    this.#protocol = protocolOf({ ...this.rules, chainId }, this.#limits)
  }

  snapshot(): Protocol {
    return this.#protocol
  }

  restore(protocol: Protocol): void {
    this.#protocol = protocol
  }
}
