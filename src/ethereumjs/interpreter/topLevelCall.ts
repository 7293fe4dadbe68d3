import type { EVM, EVMResult, EVMRunCallOpts, ExecResult, Message } from '@ethereumjs/evm'
import { type Address, createZeroAddress } from '@ethereumjs/util'
import { digitsOf } from '../../lib/hex.ts'
import type { MutableState } from '../../types/state.ts'
import { asKnown, type KnownAddress } from '../knownAddress.ts'
import { type InsideEvm, insideOf, insideOfJournal } from '../privateMembers.ts'
import { type NativeContracts, nativesOf } from '../protocol/sharedCommon.ts'
import { maxGas } from './fastInterpreter.ts'
import { none } from './frame.ts'
import { knowsRules } from './opcodeHost.ts'
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

  constructor(evm: EVM, options: TopLevelCallOptions) {
    this.#evm = evm
    this.#inside = insideOf(evm)
    this.#journal = insideOfJournal(evm)
    this.#options = options
    this.#delegates = evm.common.isActivatedEIP(7702)
    this.#natives = nativesOf(evm.common)
  }

  /** Nothing where the call is left to EthereumJS: nothing has been done then. */
  run(call: Call): EVMResult | Promise<EVMResult> | undefined {
    const { value = 0n, data = none } = call
    const { state, onCall } = this.#options
    const to = asKnown(call.to)
    const caller = asKnown(call.caller ?? zeroAddress)
    if (this.#evm.precompiles.has(to.digits) || !canMove(state, caller, to, value)) return undefined
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
      ? this.#execute(call, caller, to, code)
      : turn.then(() => this.#execute(call, caller, to, code))
  }

  #execute(
    call: Call,
    caller: KnownAddress,
    to: KnownAddress,
    code: Uint8Array,
  ): EVMResult | Promise<EVMResult> {
    const { value = 0n } = call
    const { journal } = this.#evm
    // It is done when the call comes back.
    void journal.checkpoint()
    this.#journal.touchAccount(caller.digits)
    this.#journal.touchAccount(to.digits)
    move(this.#options.state, caller, to, value)
    if (code.length === 0) {
      void journal.commit()
      return { execResult: { executionGasUsed: 0n, gasRefund: 0n, returnValue: new Uint8Array() } }
    }
    const result = this.#inside.runInterpreter(messageOf(call, code, caller, to))
    return result instanceof Promise
      ? result.then((settled) => this.#ended(settled))
      : this.#ended(result)
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

  #ended(result: ExecResult): EVMResult {
    const { journal, transientStorage } = this.#evm
    transientStorage.clear()
    if (result.exceptionError === undefined) {
      void journal.commit()
    } else {
      result.gasRefund = 0n
      void journal.revert()
    }
    return { execResult: result }
  }
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

function messageOf(call: Call, code: Uint8Array, caller: KnownAddress, to: KnownAddress): Message {
  const { gasLimit, value = 0n, data = none, isStatic = false } = call
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
