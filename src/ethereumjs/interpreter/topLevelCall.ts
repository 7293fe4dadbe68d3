import {
  type EVM,
  EVMError,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  type Message,
} from '@ethereumjs/evm'
import { type Address, createZeroAddress } from '@ethereumjs/util'
import { digitsOf } from '../../lib/hex.ts'
import { pack } from '../../state/trie/packed.ts'
import type { MutableState, PlainAccount } from '../../types/state.ts'
import { AccessLog } from '../accessLog.ts'
import { asKnown, type KnownAddress } from '../knownAddress.ts'
import { type InsideEvm, insideOf, insideOfJournal } from '../privateMembers.ts'
import { type NativeContracts, nativesOf } from '../protocol/sharedCommon.ts'
import { maxGas } from './fastInterpreter.ts'
import { none } from './frame.ts'
import { type Prices, pricesOf } from './gasSchedule.ts'
import { knowsRules } from './opcodeHost.ts'
import { transferLog } from './transferLog.ts'
import type { Watching } from './watcher.ts'

export interface TopLevelCallOptions {
  /** What the EVM's state manager is. */
  readonly state: MutableState
  /** Told of each call as listeners are of messages; gives a promise to wait for. */
  readonly onCall: (to: Address, data: Uint8Array) => Promise<void> | undefined
  /** The watcher of messages, which EthereumJS sends meanwhile. */
  readonly watching?: Watching | undefined
}

/** A call as it is made here. */
type Call = EVMRunCallOpts & Required<Pick<EVMRunCallOpts, 'block' | 'to' | 'gasLimit'>>

const maxBalance = 2n ** 256n - 1n

const zeroAddress = createZeroAddress()

const missing = { nonce: 0n, balance: 0n }

type UsualOptions = 'block' | 'caller' | 'gasLimit' | 'gasPrice' | 'value' | 'data'

/** What a transaction or a request calls with. */
type UsualCall = Required<Pick<EVMRunCallOpts, UsualOptions | 'blobVersionedHashes'>> & {
  readonly skipNonceIncrement: true
  /** None: it creates a contract. */
  readonly to: Address | undefined
}

/** Makes a call: gives a promise only where something has to be waited for. */
export type RunTopLevelCall = (call: UsualCall) => EVMResult | Promise<EVMResult>

/**
 * Lets an EVM make the calls that transactions and requests begin with without the promises and copies
 * of EthereumJS. Its own stays what is rare, and everything where others listen than those by now: those
 * hear nothing of a call that is made here. Gives the same without the promise that `runCall` has.
 */
export function installTopLevelCall(evm: EVM, options: TopLevelCallOptions): RunTopLevelCall {
  const stock = evm.runCall.bind(evm) as (call: object) => Promise<EVMResult>
  if (!knowsRules(evm.common)) return stock
  const ownListeners = listenersOf(evm)
  const topLevelCall = new TopLevelCall(evm, options)
  const run = (call: Call) => {
    const isWatched = options.watching?.watcher !== undefined
    const isUsual = !isWatched && listenersOf(evm) === ownListeners
    return (isUsual ? topLevelCall.run(call) : undefined) ?? stock(call)
  }
  evm.runCall = async (call) => (isCall(call) ? run(call) : stock(call))
  return (call) =>
    call.to === undefined || call.gasLimit >= maxGas ? stock(call) : run(call as Call)
}

/** Whether it has what a call of a transaction has, and nothing else, nor more gas than is counted here. */
function isCall(call: EVMRunCallOpts): call is Call {
  return (
    call.block !== undefined &&
    call.to !== undefined &&
    call.gasLimit !== undefined &&
    call.gasLimit < maxGas &&
    call.message === undefined &&
    call.code === undefined &&
    call.depth === undefined &&
    call.isCompiled === undefined &&
    call.salt === undefined &&
    call.selfdestruct === undefined &&
    call.createdAddresses === undefined &&
    call.skipBalance === undefined &&
    call.delegatecall === undefined &&
    call.gasRefund === undefined &&
    call.accessWitness === undefined
  )
}

function listenersOf({ events }: EVM): number {
  return (
    events.listenerCount('step') +
    events.listenerCount('beforeMessage') +
    events.listenerCount('afterMessage')
  )
}

/** Makes calls under the rules of one EVM. */
class TopLevelCall {
  readonly #evm: EVM
  readonly #inside: InsideEvm
  readonly #journal: ReturnType<typeof insideOfJournal>
  readonly #options: TopLevelCallOptions
  readonly #delegates: boolean
  readonly #natives: NativeContracts | undefined
  readonly #logsTransfers: boolean
  /** What is due before code runs, where gas is of two kinds (EIP-2780, EIP-8037). */
  readonly #prices: Pick<Prices, 'newAccountState' | 'coldAccess' | 'warmAccess'>

  constructor(evm: EVM, options: TopLevelCallOptions) {
    this.#evm = evm
    this.#inside = insideOf(evm)
    this.#journal = insideOfJournal(evm)
    this.#options = options
    this.#delegates = evm.common.isActivatedEIP(7702)
    this.#natives = nativesOf(evm.common)
    this.#logsTransfers = evm.common.isActivatedEIP(7708)
    this.#prices = pricesOf(evm.common)
  }

  /** Nothing where the call is left to EthereumJS: nothing has been done then. */
  run(call: Call): EVMResult | Promise<EVMResult> | undefined {
    const { value = 0n, data = none } = call
    const { state, onCall } = this.#options
    const to = asKnown(call.to)
    const caller = asKnown(call.caller ?? zeroAddress)
    if (this.#evm.precompiles.has(to.digits) || !canMove(state, caller, to, value)) return undefined
    const begin = this.#enter(to, value, call.gasLimit)
    if (begin === 'outOfGas') return this.#outOfGas(call)
    const code = this.#codeAt(to)
    if (code === undefined) return undefined
    if (call.skipNonceIncrement !== true) {
      const { nonce, balance } = state.fieldsOf(caller.packed) ?? missing
      state.setAmounts(caller.packed, nonce + 1n, balance)
      this.#journal.touchAccount(caller.digits)
    }
    this.#inside._block = call.block
    this.#inside._tx = { gasPrice: call.gasPrice ?? 0n, origin: call.origin ?? caller }
    const turn = onCall(to, data)
    return turn === undefined
      ? this.#execute(call, caller, to, code, begin)
      : turn.then(() => this.#execute(call, caller, to, code, begin))
  }

  #execute(
    call: Call,
    caller: KnownAddress,
    to: KnownAddress,
    code: Uint8Array,
    begin: Begin,
  ): EVMResult | Promise<EVMResult> {
    const { value = 0n } = call
    const isMoved = this.#logsTransfers && value > 0n && caller.digits !== to.digits
    const logs = isMoved ? [transferLog(caller.bytes, to.bytes, value)] : undefined
    const { journal } = this.#evm
    // It is done when the call comes back.
    void journal.checkpoint()
    this.#journal.touchAccount(caller.digits)
    this.#journal.touchAccount(to.digits)
    move(this.#options.state, caller, to, value)
    if (code.length === 0) {
      void journal.commit()
      const execResult = {
        executionGasUsed: call.gasLimit - begin.gas,
        gasRefund: 0n,
        returnValue: new Uint8Array(),
        ...(logs && { logs }),
      }
      return { execResult }
    }
    const message = messageOf(call, begin.gas, code, caller, to)
    const result = this.#inside.runInterpreter(message, logs && { initialLogs: logs })
    return result instanceof Promise
      ? result.then((settled) => this.#ended(settled, call, begin))
      : this.#ended(result, call, begin)
  }

  /** What is run at an address; its delegate is warm then (EIP-7702). Nothing for what only looks like a delegation. */
  #codeAt(address: KnownAddress): Uint8Array | undefined {
    const { state } = this.#options
    const native = this.#natives?.codeAt(address.bytes)
    if (native !== undefined) return native
    const code = state.fieldsOf(address.packed)?.code ?? none
    if (!this.#delegates || code[0] !== 0xef || code[1] !== 1 || code[2] !== 0) return code
    if (code.length !== 23) return undefined
    const delegate = code.subarray(3)
    this.#evm.journal.addAlwaysWarmAddress(digitsOf(delegate))
    return state.readCode(delegate)
  }

  /**
   * Pays what the account that is called costs (EIP-2780), and notes it in the block's access list. Gives the gas that
   * the code gets.
   */
  #enter(to: KnownAddress, value: bigint, gasLimit: bigint): Begin | 'outOfGas' {
    const { newAccountState, coldAccess, warmAccess } = this.#prices
    if (newAccountState === 0) return { gas: gasLimit, stateGas: undefined, spent: 0n }
    const evm = this.#evm
    const stateGas = { left: evm.stateGasReservoir, used: evm.executionStateGasUsed }
    const list = evm.blockLevelAccessList
    const accesses = list instanceof AccessLog ? list : undefined
    accesses?.record(to.packed)
    const known = this.#options.state.fieldsOf(to.packed)
    let gas = gasLimit
    let spent = 0n
    if (value > 0n && isVoid(known)) {
      const amount = BigInt(newAccountState)
      spent = amount > stateGas.left ? amount - stateGas.left : 0n
      if (spent > gas) return 'outOfGas'
      evm.stateGasReservoir -= amount - spent
      evm.executionStateGasUsed += amount
      gas -= spent
    }
    const delegate = known && delegateIn(known.code)
    if (delegate !== undefined) {
      gas -= BigInt(evm.journal.isWarmedAddress(delegate) ? warmAccess : coldAccess)
      if (gas < 0n) return 'outOfGas'
      accesses?.record(pack(delegate))
    }
    return { gas, stateGas, spent }
  }

  /** The result of a call that could not pay for the account that it calls. */
  #outOfGas({ gasLimit }: Call): EVMResult {
    this.#evm.eip2780PrepOog = true
    const exceptionError = new EVMError(EVMError.errorMessages.OUT_OF_GAS)
    return { execResult: { executionGasUsed: gasLimit, exceptionError, returnValue: none } }
  }

  #ended(result: ExecResult, call: Call, begin: Begin): EVMResult {
    result.executionGasUsed += call.gasLimit - begin.gas
    const { journal, transientStorage } = this.#evm
    transientStorage.clear()
    if (result.exceptionError === undefined) {
      void journal.commit()
    } else {
      result.gasRefund = 0n
      this.#giveBack(result, begin)
      void journal.revert()
    }
    return { execResult: result }
  }

  /** Gives back the state gas of a call that has failed: to its own gas first, which is lost unless it has reverted. */
  #giveBack(result: ExecResult, { stateGas, spent }: Begin): void {
    if (stateGas === undefined) return
    this.#evm.stateGasReservoir = stateGas.left
    this.#evm.executionStateGasUsed = stateGas.used
    if (result.exceptionError?.error !== EVMError.errorMessages.REVERT) return
    result.executionGasUsed -= spent + (result.stateGasSpilled ?? 0n)
  }
}

/** The gas with which code begins, and the state gas before. */
interface Begin {
  readonly gas: bigint
  readonly stateGas: { readonly left: bigint; readonly used: bigint } | undefined
  /** State gas that was paid from the call's own gas. */
  readonly spent: bigint
}

/** Whether there is no such account, or nothing on it (EIP-161). */
function isVoid(account: PlainAccount | undefined): boolean {
  if (account === undefined) return true
  return account.nonce === 0n && account.balance === 0n && account.code.length === 0
}

/** Whose code stands for this (EIP-7702). */
function delegateIn(code: Uint8Array): Uint8Array | undefined {
  const isDelegation = code.length === 23 && code[0] === 0xef && code[1] === 1 && code[2] === 0
  return isDelegation ? code.subarray(3) : undefined
}

/** Whether so much wei can go from one account to another. */
function canMove(
  state: MutableState,
  from: KnownAddress,
  to: KnownAddress,
  value: bigint,
): boolean {
  if (value === 0n) return true
  const sent = state.fieldsOf(from.packed)?.balance ?? 0n
  const received = state.fieldsOf(to.packed)?.balance ?? 0n
  return value > 0n && sent >= value && received + value <= maxBalance
}

/** Makes the accounts that are not there yet. */
function move(state: MutableState, from: KnownAddress, to: KnownAddress, value: bigint): void {
  const known = state.fieldsOf(from.packed)
  if (value === 0n && known !== undefined && state.fieldsOf(to.packed) !== undefined) return
  const sender = known ?? missing
  state.setAmounts(from.packed, sender.nonce, sender.balance - value)
  // Only now: it may be the same account.
  const receiver = state.fieldsOf(to.packed) ?? missing
  state.setAmounts(to.packed, receiver.nonce, receiver.balance + value)
}

function messageOf(
  call: Call,
  gasLimit: bigint,
  code: Uint8Array,
  caller: KnownAddress,
  to: KnownAddress,
): Message {
  const { value = 0n, data = none, isStatic = false } = call
  return {
    caller,
    to,
    codeAddress: to,
    code,
    gasLimit,
    value,
    data,
    isStatic,
    depth: 0,
    gasRefund: 0n,
    isCompiled: false,
    delegatecall: false,
    blobVersionedHashes: call.blobVersionedHashes,
  } as Message
}
