import { paramsBlock } from '@ethereumjs/block'
import { Common, type CommonOpts, type ParamsDict } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { paramsVM } from '@ethereumjs/vm'
import { Memo } from '../../lib/memo.ts'
import type { AnyHardforkName } from '../../types/genesis.ts'
import { type LaterField, laterFields } from '../header/hashHeader.ts'
import type { NetworkExtension } from './networkExtension.ts'

/** The parameters of all parts of EthereumJS. */
export const parameters: readonly ParamsDict[] = [paramsBlock, paramsTx, paramsEVM, paramsVM]

/**
 * With the parameters of all parts of EthereumJS too, and others in their place: as `updateParams`
 * would have it, which builds the whole table again for each part.
 */
export function withParameters(options: CommonOpts, overrides: ParamsDict = {}): CommonOpts {
  const params: ParamsDict = {}
  for (const part of [options.params ?? {}, ...parameters, overrides]) {
    for (const [eip, values] of Object.entries(part)) {
      const others = params[eip]
      // Most have one part only, and EthereumJS copies them all.
      params[eip] = others === undefined ? values : { ...others, ...values }
    }
  }
  return { ...options, params }
}

/**
 * The rules under which a block or a transaction in a file was made, as plain data. They may differ
 * from those that the chain has at its number and time.
 */
export interface RecordedRules {
  readonly chainId: number
  readonly hardfork: AnyHardforkName
  /** Header fields that EIPs have brought, where no hardfork has exactly these. */
  readonly fields?: readonly LaterField[] | undefined
  /** Whether transactions may have more gas and code than the chain allows. */
  readonly isUnlimited?: boolean | undefined
}

/** More than there are hardforks or parameters. */
const mostAnswers = 1_000

/**
 * A `Common` that all transactions, headers and machines of a hardfork share.
 * EthereumJS copies its `Common` and rebuilds the parameter table for each object it makes, which
 * costs more than running a transfer; here the table is built once and nothing changes afterwards.
 */
export class SharedCommon extends Common {
  /** What the network has besides Ethereum's rules. */
  readonly extension: NetworkExtension | undefined
  /** Set when a file says them and the chain's own are others. */
  readonly recorded: RecordedRules | undefined
  #frozen = false
  // EthereumJS makes the list of all hardforks for each answer of the first, and a bigint for each of the second.
  readonly #reached = new Memo<boolean>(mostAnswers)
  readonly #values = new Memo<bigint>(mostAnswers)
  readonly #reach = (hardfork: string) => super.gteHardfork(hardfork)
  readonly #valueOf = (name: string) => super.param(name)

  constructor(
    options: CommonOpts,
    overrides: ParamsDict,
    extension?: NetworkExtension | undefined,
    recorded?: RecordedRules | undefined,
  ) {
    super(withParameters(options, overrides))
    this.extension = extension
    this.recorded = recorded
    if (recorded?.fields !== undefined) this.#setFields(recorded.fields)
    this.#frozen = true
    // Nothing changes that it could tell of, and it would keep each EVM that listens for as long as there are such rules.
    this.events.on = () => this.events
  }

  /** Has headers just these of the fields that EIPs have brought. */
  #setFields(fields: readonly LaterField[]): void {
    const active = new Map<number, boolean>(
      laterFields.map(([eip, field]) => [eip, fields.includes(field)]),
    )
    this.isActivatedEIP = (eip) => active.get(eip) ?? super.isActivatedEIP(eip)
  }

  override copy(): Common {
    return this
  }

  override gteHardfork(hardfork: string): boolean {
    if (!(#frozen in this) || !this.#frozen) return super.gteHardfork(hardfork)
    return this.#reached.get(hardfork, this.#reach)
  }

  override param(name: string): bigint {
    if (!(#frozen in this) || !this.#frozen) return super.param(name)
    return this.#values.get(name, this.#valueOf)
  }

  override updateParams(_params: ParamsDict): void {}

  override setHardfork(hardfork: string): void {
    // Private fields are not there yet while the base constructor runs.
    if (!(#frozen in this) || !this.#frozen) {
      super.setHardfork(hardfork)
    } else if (hardfork !== this.hardfork()) {
      throw new Error(`shared rules of ${this.hardfork()} cannot be set to ${hardfork}`)
    }
  }
}
