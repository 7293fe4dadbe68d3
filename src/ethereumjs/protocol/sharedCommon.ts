import { paramsBlock } from '@ethereumjs/block'
import { Common, type CommonOpts, type HardforkByOpts, type ParamsDict } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { TypeOutput, toType } from '@ethereumjs/util'
import { paramsVM } from '@ethereumjs/vm'
import { Memo } from '../../lib/memo.ts'
import type { AnyHardforkName, Hardfork } from '../../types/genesis.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { type LaterField, laterFields } from '../header.ts'
import { hardforkAt } from './hardforks.ts'

/** First byte of a deposit transaction of the OP stack, and its type. */
export const depositType = 0x7e

/** Whether a transaction came from the chain below, which no pool takes. */
export function isDeposit({ type }: { readonly type: number }): boolean {
  return type === depositType
}

/**
 * Contracts that a network's nodes have built in. Their code is ours and runs whatever code their accounts have;
 * EXTCODESIZE and the like see only that of the account.
 */
export interface NativeContracts {
  /** Returns the code that runs at an address of 20 bytes, if there is such a contract. */
  codeAt(address: Uint8Array): Uint8Array | undefined
  /** Returns the code that the account has once a call that may write has succeeded; none: it stays without. */
  markerAt(address: Uint8Array): Uint8Array | undefined
}

/** Rules of a network that Ethereum does not have, which the `Common` of its blocks carries. */
export interface NetworkExtension {
  /** Contracts that the network's nodes have built in. */
  readonly natives?: NativeContracts | undefined
  /** Prices and limits that are not Ethereum's, by the names that EthereumJS gives them. */
  readonly params?: Readonly<Record<string, number>> | undefined
  /** Whether precompiles are cold until a transaction has used them, as all other accounts (EIP-2929). */
  readonly hasColdPrecompiles?: boolean | undefined
  /** Gas to which that for the size of the data is added (EIP-7623); none: that of every transaction. */
  readonly floorBaseGas?: bigint | undefined
  /**
   * A transaction of a type of the network's own; `undefined` when the bytes are none. `nonce`: the one
   * with which it ran, where its bytes do not say it.
   */
  decode?(bytes: Uint8Array, common: Common, nonce?: bigint): SignedTransaction | undefined
}

/** The parameters of all parts of EthereumJS. */
export const parameters: readonly ParamsDict[] = [paramsBlock, paramsTx, paramsEVM, paramsVM]

/**
 * Returns the options with the parameters of all parts of EthereumJS, and `overrides`. The result equals that of
 * `updateParams`, which builds the whole table again for each part.
 */
function withParameters(options: CommonOpts, overrides: ParamsDict = {}): CommonOpts {
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
const maxAnswers = 1_000

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
  readonly #reached = new Memo<boolean>(maxAnswers)
  readonly #values = new Memo<bigint>(maxAnswers)
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
    // The rules never change, and a listener would keep its EVM in memory as long as the rules.
    this.events.on = () => this.events
  }

  /** Makes headers have exactly these of the fields that EIPs have added. */
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

/** The native contracts of a network that has some. */
export function nativesOf(common: Common): NativeContracts | undefined {
  return common instanceof SharedCommon ? common.extension?.natives : undefined
}

/**
 * A `Common` that EthereumJS may set to another hardfork as it goes along the chain. Its table of
 * parameters is whole from the start: EthereumJS has it rebuilt for each header that it decodes.
 */
export class ChainCommon extends Common {
  readonly forks: readonly Hardfork[]

  constructor(options: CommonOpts, forks: readonly Hardfork[]) {
    super(withParameters(options))
    this.forks = forks
  }

  override updateParams(_params: ParamsDict): void {}

  /** EthereumJS's own throws where a fork by time holds before one by block does. */
  override getHardforkBy({ blockNumber = 0n, timestamp }: HardforkByOpts): string {
    const time = timestamp === undefined ? -1n : toType(timestamp, TypeOutput.BigInt)
    return hardforkAt(this.forks, toType(blockNumber, TypeOutput.BigInt), time)
  }
}
