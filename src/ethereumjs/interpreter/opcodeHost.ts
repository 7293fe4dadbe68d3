import type { Common } from '@ethereumjs/common'
import type { EVM } from '@ethereumjs/evm'
import type { AddressId } from '../../wasm/interpreter/addressIds.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import type { StockInterpreterClass } from '../privateMembers.ts'
import { startHardforks, timedHardforks } from '../protocol/hardforks.ts'
import { p256 } from '../protocol/protocol.ts'
import { type NativeContracts, nativesOf } from '../protocol/sharedCommon.ts'
import type { Frame, StateGas } from './frame.ts'
import type { Prices } from './gasSchedule.ts'
import type { HostState } from './hostState.ts'
import type { Watcher } from './watcher.ts'

export interface OpcodeHostOptions {
  readonly evm: EVM
  readonly stockClass: StockInterpreterClass
  readonly core: Core
  readonly hostState: HostState
  readonly prices: Prices
  readonly watcher: Watcher | undefined
  /** Whether code may stand for other code (EIP-7702). */
  readonly delegates: boolean
  /** Gets the accounts that calls and selfdestructs name, by their bytes as text. */
  readonly called: Map<string, Uint8Array> | undefined
}

/** What the opcodes of an execution work with that are done outside of the core. */
export class OpcodeHost {
  readonly evm: EVM
  readonly stockClass: StockInterpreterClass
  readonly core: Core
  readonly hostState: HostState
  readonly prices: Prices
  readonly called: Map<string, Uint8Array> | undefined
  watcher: Watcher | undefined
  /** Receives the calls that are made here while steps are logged. */
  stepLog: { calls(caller: Frame, gas: number): void } | undefined
  /** Whether frames have made logs that they may have lost since: they failed, or were creations. */
  hasLostLogs = false
  /** Gas spent since others were given a turn, as far as it is not counted in the core. */
  gasSinceYield = 0
  /** Whether movements of ether are logs (EIP-7708). */
  readonly logsTransfers: boolean
  readonly #delegates: boolean
  readonly #natives: NativeContracts | undefined

  constructor(options: OpcodeHostOptions) {
    const { evm, stockClass, core, hostState, prices, watcher, delegates, called } = options
    this.evm = evm
    this.stockClass = stockClass
    this.core = core
    this.hostState = hostState
    this.prices = prices
    this.watcher = watcher
    this.called = called
    this.#delegates = delegates
    this.#natives = nativesOf(evm.common)
    this.logsTransfers = evm.common.isActivatedEIP(7708)
  }

  /** Begins another execution. */
  renew(watcher: Watcher | undefined): void {
    this.watcher = watcher
    this.stepLog = undefined
    this.hasLostLogs = false
    this.gasSinceYield = 0
    this.hostState.renew()
  }

  /** The state gas now; nothing where gas is of one kind. */
  stateGas(): StateGas | undefined {
    if (this.prices.newAccountState === 0) return undefined
    const { exports } = this.core
    return { left: exports.stateGasLeft(), used: exports.stateGasUsed() }
  }

  /** Takes the state gas over from EthereumJS, which has it between frames. */
  takeStateGas(): void {
    if (this.prices.newAccountState === 0) return
    const { stateGasReservoir, executionStateGasUsed } = this.evm
    this.core.exports.setStateGas(Number(stateGasReservoir), Number(executionStateGasUsed))
  }

  giveStateGas(): void {
    const stateGas = this.stateGas()
    if (stateGas === undefined) return
    this.evm.stateGasReservoir = BigInt(stateGas.left)
    this.evm.executionStateGasUsed = BigInt(stateGas.used)
  }

  /** What it costs to access an account, which is warm from then on (EIP-2929). */
  access(account: AddressId): number {
    return this.hostState.warm(account) ? this.prices.warmAccess : this.prices.coldAccess
  }

  /** Returns the code of a contract that the network's nodes have built in. */
  nativeCodeOf(account: AddressId): Uint8Array | undefined {
    return this.#natives?.codeAt(account.bytes)
  }

  /** Whose code stands for this (EIP-7702); unknown for what looks like a delegation and is none. */
  delegateOf(code: Uint8Array): AddressId | 'unknown' | undefined {
    if (!this.#delegates || code[0] !== 0xef || code[1] !== 1 || code[2] !== 0) return undefined
    return code.length === 23 ? this.core.addressIds.of(code.subarray(3)) : 'unknown'
  }
}

/** Hardforks whose every rule the fast interpreter knows. */
const knownHardforks: ReadonlySet<string> = new Set([
  ...startHardforks,
  'dao',
  'mergeNetsplitBlock',
  ...timedHardforks,
])

/** Prices that the core has built in. */
const builtInPrices = {
  memoryGas: 3n,
  quadCoefficientDivGas: 512n,
  copyGas: 3n,
  keccak256WordGas: 6n,
} as const

/** Whether all rules are ones that the fast interpreter knows. */
export function knowsRules(common: Common): boolean {
  return (
    knownHardforks.has(common.hardfork()) &&
    // EIPs of no hardfork: containers, witnesses, gas of state. A precompile is no opcode.
    common.eips().every((eip) => eip === p256) &&
    Object.entries(builtInPrices).every(([name, price]) => common.param(name) === price)
  )
}
