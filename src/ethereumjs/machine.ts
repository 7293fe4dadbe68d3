import type { Common } from '@ethereumjs/common'
import { EVM, EVMError, type EVMMockBlockchainInterface } from '@ethereumjs/evm'
import type { Address } from '@ethereumjs/util'
import { createVM, type VM } from '@ethereumjs/vm'
import type { PaceClock, YieldIfDue } from '../clock/pace.ts'
import { latin1Text } from '../lib/encodings.ts'
import { equalBytes, type Hex } from '../lib/hex.ts'
import { Memo } from '../lib/memo.ts'
import { explore, settled } from '../state/explore.ts'
import { ForkedState } from '../state/forkedState.ts'
import { StateMiss } from '../state/stateMiss.ts'
import type { CallRequest } from '../types/request.ts'
import type { MutableState, StateTree } from '../types/state.ts'
import { CodeCoverage } from './interpreter/codeCoverage.ts'
import { installFastInterpreter } from './interpreter/fastInterpreter.ts'
import { knowsRules } from './interpreter/opcodeHost.ts'
import { installTopLevelCall, type RunTopLevelCall } from './interpreter/topLevelCall.ts'
import type { Watching } from './interpreter/watcher.ts'
import { consoleAddress } from './knownAddress.ts'
import { installNativeContracts } from './nativeContracts.ts'
import { bls, bn254 } from './precompiles/curves.ts'
import { lazyPrecompiles } from './precompiles/lazyPrecompiles.ts'
import { insideOf } from './privateMembers.ts'
import { installWarmJournal, type WarmJournal } from './warmJournal.ts'
import {
  createYieldIfDue,
  type ExecutionTiming,
  everyFewSteps,
  jumpDestination,
} from './yieldIfDue.ts'

const bytesPerWord = 32n

/**
 * Ends calls that use more memory than a number of bytes, as calls without gas end. EthereumJS grows the memory of a
 * call where it computes the gas of an opcode, which is the only place to check it.
 */
export function limitMemory(evm: EVM, bytes: number): void {
  const opcodes = insideOf(evm)._opcodeMap
  const maxWords = BigInt(bytes) / bytesPerWord
  for (const [code, opcode] of opcodes.entries()) {
    const { gasHandler } = opcode
    if (gasHandler === undefined) continue
    opcodes[code] = {
      ...opcode,
      gasHandler: async (runState, ...rest) => {
        const gas = await gasHandler(runState, ...rest)
        if (runState.memoryWordCount > maxWords) {
          throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
        }
        return gas
      },
    }
  }
}

const noAccounts: readonly Uint8Array[] = []

/** Takes the accounts that the transaction's calls have named from the machine; none where not all are known. */
export function takeCalled({ isFast, called }: Machine): readonly Uint8Array[] | undefined {
  if (!isFast) return undefined
  if (called.size === 0) return noAccounts
  const accounts = [...called.values()]
  called.clear()
  return accounts
}

/** The hash of a block by its number, 32 bytes, as the BLOCKHASH opcode sees it. */
export type BlockHashes = (number: bigint) => Uint8Array | undefined

/** An EVM ready to run on a state of its own. */
export interface Machine {
  readonly vm: VM
  readonly evm: EVM
  /** The EVM's own `runCall`, or a faster one. */
  readonly runTopLevelCall: RunTopLevelCall
  readonly common: Common
  readonly state: MutableState
  /** The journal of the EVM. */
  readonly journal: WarmJournal
  /** Where the hardfork has its precompiles, as 40 hex digits. */
  readonly precompiles: ReadonlySet<string>
  /** Whether its code is run by the fast interpreter, where there are no listeners. */
  readonly isFast: boolean
  /** Yields to the event loop, and ends executions whose time is over. */
  readonly yieldIfDue: YieldIfDue
  /** The watcher of what code does on a fast machine, to be removed afterwards. */
  readonly watching: Watching
  /** Calldata of calls to the console address since the machine was lent out, also of those undone. */
  readonly printed: Uint8Array[]
  /** Which accounts calls, creations and selfdestructs of a fast machine named since then, by their bytes as text. */
  readonly called: Map<string, Uint8Array>
}

export interface MachineOptions {
  /** Bytes of memory that a call can use. */
  readonly memoryLimit?: number | undefined
  /** Whether it is collected what of all code is run; a text is where others write it. */
  readonly coverage?: boolean | string | undefined
}

/** What a machine is lent out for. */
interface Lent {
  readonly common: Common
  readonly tree: StateTree
  readonly blockHashes: BlockHashes
  readonly limitMs?: number | undefined
}

interface KeptMachine extends Machine {
  readonly blockHashes: { current: BlockHashes }
  readonly timing: ExecutionTiming
}

const noBlockHashes: BlockHashes = () => undefined

/**
 * Lends out machines. Making one costs milliseconds and using one again nothing,
 * so each is kept for the next run under the same rules, with an empty state meanwhile.
 */
export class EvmPool {
  readonly #idle = new Map<Common, KeptMachine[]>()
  readonly #empty: StateTree
  readonly #clock: PaceClock
  readonly #options: MachineOptions
  /** Whom ECRECOVER takes signatures for, by the signature's 65 bytes; for all machines. */
  readonly signers = new Map<Hex, Uint8Array>()
  /** Gas that functions have wanted beyond what a run of them shows, by contract and selector; for estimates. */
  readonly demands = new Memo<bigint>(1_000)
  /** What of all code has been run, where that was asked for. */
  readonly coverage: CodeCoverage | undefined

  /** `empty` is any state; machines rest on it so that they hold no other in memory. */
  constructor(empty: StateTree, clock: PaceClock, options: MachineOptions = {}) {
    this.#empty = empty
    this.#clock = clock
    this.#options = options
    this.coverage = options.coverage ? new CodeCoverage() : undefined
  }

  /** The clock by which executions yield, for callers that run many in a row. */
  get clock(): PaceClock {
    return this.#clock
  }

  /**
   * Runs `task` on a machine whose state starts at `tree`; what it writes is dropped afterwards
   * unless the task takes it with `machine.state.tree()`. With `limitMs` the execution is ended
   * after that time by an `ExecutionTimeout`.
   */
  async use<Result>(on: Lent, task: (machine: Machine) => Promise<Result>): Promise<Result> {
    const idle = this.#idle.get(on.common) ?? []
    this.#idle.set(on.common, idle)
    const machine = idle.pop() ?? (await this.#make(on.common))
    machine.state.load(on.tree)
    machine.printed.length = 0
    machine.called.clear()
    machine.blockHashes.current = on.blockHashes
    machine.timing.deadlineMs =
      on.limitMs === undefined ? undefined : this.#clock.realMs() + on.limitMs
    try {
      return await task(machine)
    } finally {
      machine.journal.cleanJournal()
      machine.evm.transientStorage.clear()
      machine.state.load(this.#empty)
      machine.blockHashes.current = noBlockHashes
      idle.push(machine)
    }
  }

  /**
   * The same as `use`, for a task that changes nothing outside: on a fork of a live chain it may run several times,
   * see `explore`. `likely`: the call that it makes.
   */
  explore<Result>(
    on: Lent,
    task: (machine: Machine) => Promise<Result>,
    likely?: CallRequest | undefined,
  ): Promise<Result> {
    if (!(on.tree instanceof ForkedState)) return this.use(on, task)
    return explore(on.tree, (tree) => this.use({ ...on, tree }, task), likely)
  }

  /** The same as `explore`, on forks of live chains only: fetches what the task needs, whatever its outcome. */
  async warm(
    on: Lent,
    task: (machine: Machine) => Promise<unknown>,
    likely?: CallRequest | undefined,
  ): Promise<void> {
    if (!(on.tree instanceof ForkedState)) return
    const warmed = async (machine: Machine) => {
      const outcome = await settled(task(machine))
      if ('error' in outcome && outcome.error instanceof StateMiss) throw outcome.error
    }
    await this.explore(on, warmed, likely)
  }

  async #make(common: Common): Promise<KeptMachine> {
    const state = this.#empty.fork()
    const timing: ExecutionTiming = { clock: this.#clock, deadlineMs: undefined }
    const yieldIfDue = createYieldIfDue(timing)
    const yieldAtStep = everyFewSteps(yieldIfDue)
    const blockHashes = { current: noBlockHashes }
    const blockchain = blockHashSource((number) => blockHashes.current(number))
    // Not by createEVM, which puts bn254 in JavaScript over the one that is given.
    const evm = new EVM({
      common,
      stateManager: state,
      blockchain,
      customOpcodes: [jumpDestination(yieldAtStep)],
      customPrecompiles: lazyPrecompiles(common, yieldIfDue, this.signers),
      bn254,
      bls,
    })
    const { memoryLimit } = this.#options
    if (memoryLimit !== undefined) limitMemory(evm, memoryLimit)
    const journal = installWarmJournal(evm, state)
    const precompiles = new Set(evm.precompiles.keys())
    const printed: Uint8Array[] = []
    const called = new Map<string, Uint8Array>()
    const call = ({ bytes }: Address) => called.set(latin1Text(bytes), bytes)
    const onCall = (to: Address | undefined, data: Uint8Array) => {
      if (to !== undefined && isConsole(to.bytes)) printed.push(data.slice())
      return yieldAtStep()
    }
    evm.events.on('beforeMessage', ({ to, data, depth }, resume) => {
      if (to !== undefined && depth > 0) call(to)
      const turn = onCall(to, data)
      if (turn === undefined) resume?.()
      else void turn.then(() => resume?.())
    })
    evm.events.on('newContract', ({ address }) => void call(address))
    const watching = watchable(evm)
    await installFastInterpreter(evm, {
      state,
      yieldIfDue,
      watching,
      memoryLimit,
      coverage: this.coverage,
      called,
    })
    installNativeContracts(evm, state)
    const runTopLevelCall = installTopLevelCall(evm, { state, onCall, watching })
    const vm = await createVM({ common, stateManager: state, blockchain, evm })
    const isFast = knowsRules(common)
    const own = { journal, precompiles, printed, called, isFast, watching, yieldIfDue }
    return { vm, evm, runTopLevelCall, common, state, ...own, blockHashes, timing }
  }
}

/** Makes the EVM report the messages that it sends to its watcher. */
function watchable({ events }: EVM): Watching {
  const watching: Watching = { watcher: undefined }
  events.on('beforeMessage', (message) => watching.watcher?.message(message))
  events.on('afterMessage', (result) => watching.watcher?.messageEnded(result))
  return watching
}

function isConsole(address: Uint8Array): boolean {
  // Most addresses differ in the first byte.
  return address[0] === 0 && equalBytes(address, consoleAddress)
}

/** The three-method chain that an EVM asks for block hashes. */
function blockHashSource(hashOf: BlockHashes): EVMMockBlockchainInterface {
  const source: EVMMockBlockchainInterface = {
    getBlock: async (number) => ({ hash: () => hashOf(BigInt(number)) ?? new Uint8Array(32) }),
    putBlock: async () => {},
    shallowCopy: () => source,
  }
  return source
}
