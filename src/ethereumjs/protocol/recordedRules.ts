import type { Common } from '@ethereumjs/common'
import type { AnyHardforkName, ChainRules } from '../../types/genesis.ts'
import { type LaterField, laterFields } from '../header.ts'
import { startHardforks } from './hardforks.ts'
import { type Protocol, type ProtocolLimits, protocolOf } from './protocol.ts'
import { type RecordedRules, SharedCommon } from './sharedCommon.ts'

/** The rules, as `Protocol.recorded` makes them again. */
export function rulesOf(common: Common): RecordedRules {
  const [chainId, hardfork] = [Number(common.chainId()), common.hardfork() as AnyHardforkName]
  const recorded = common instanceof SharedCommon ? common.recorded : undefined
  return recorded ?? { chainId, hardfork }
}

/** What decides the rules of a header. */
export interface RecordedHeader {
  readonly number: bigint
  readonly timestamp: bigint
  /** The later fields, added by EIPs, that its header has. */
  readonly fields: readonly LaterField[]
  /** The chain id of the transactions in its block. @default that of the protocol */
  readonly chainId?: number | undefined
}

/**
 * Returns the rules of a header that has exactly these of the later fields: those of the chain at its
 * number and time where they fit, else those of the newest hardfork that has them.
 */
export function headerRules(
  protocol: Protocol,
  { number, timestamp, fields, chainId = Number(protocol.chainId) }: RecordedHeader,
): Common {
  const usual = protocol.commonAt(number, timestamp)
  const has = (field: LaterField): boolean => fields.includes(field)
  if (laterFields.every(([eip, field]) => usual.isActivatedEIP(eip) === has(field))) {
    if (usual.chainId() === BigInt(chainId)) return usual
    return protocol.recorded({ chainId, hardfork: usual.hardfork() as AnyHardforkName })
  }
  const [, , newest] = laterFields.filter(([, field]) => has(field)).at(-1) ?? [
    0,
    '',
    'chainstart' as const,
  ]
  const [, , next] = laterFields.find(([, , fork]) => orderOf(fork) > orderOf(newest)) ?? []
  const hardfork = startHardforks[orderOf(next) - 1] ?? newest
  const isUsual = laterFields.every(
    ([, field, fork]) => orderOf(fork) <= orderOf(hardfork) === has(field),
  )
  return protocol.recorded({ chainId, hardfork, ...(!isUsual && { fields }) })
}

/** Returns the position of a hardfork by age; unknown ones come last. */
function orderOf(hardfork: AnyHardforkName | undefined): number {
  const order = (startHardforks as readonly AnyHardforkName[]).indexOf(hardfork ?? 'bpo5')
  return order === -1 ? startHardforks.length : order
}

/** The hardforks that have brought the types of transactions. */
const typeForks = ['chainstart', 'berlin', 'london', 'cancun', 'prague'] as const

/** What a transaction says of the rules under which it was taken in. */
export interface RecordedTransaction {
  readonly type: number
  /** None: it is good on any chain. */
  readonly chainId: bigint | undefined
}

/**
 * Decodes a transaction of a block in a file: under the rules of the block, and where they do not
 * allow it, under those of its own chain and type, without limits. Throws what the second attempt throws.
 */
export function decodeRecorded<Decoded>(
  { type, chainId }: RecordedTransaction,
  { common, protocol }: { readonly common: Common; readonly protocol: Protocol },
  decode: (common: Common) => Decoded,
): Decoded {
  try {
    return decode(common)
  } catch {
    const [own, needed] = [common.hardfork() as AnyHardforkName, typeForks[type] ?? 'chainstart']
    const hardfork = orderOf(needed) > orderOf(own) ? needed : own
    const id = Number(chainId ?? common.chainId())
    return decode(protocol.recorded({ chainId: id, hardfork, isUnlimited: true }))
  }
}

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

  /** Sets the chain id, at most 2^53 - 1. */
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
