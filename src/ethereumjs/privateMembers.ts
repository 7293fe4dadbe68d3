import type { BlockHeader } from '@ethereumjs/block'
import type { ChainConfig, Common } from '@ethereumjs/common'
import type { EVM, ExecResult, Message } from '@ethereumjs/evm'
import type { TypedTransaction } from '@ethereumjs/tx'

// All members of EthereumJS that are used without its promise: what its types call private or mark with an underscore,
// and what it does not export. Each member says which file uses it and why there is no other way.
// test/ethereumjs/privateMembers.test.ts has a test for each: a failure after an upgrade says what to check. No other
// file casts into EthereumJS.

/** What EthereumJS keeps of a frame that runs. */
export type RunState = NonNullable<ExecResult['runState']>

/** What a frame sees of the chain. */
export type Environment = RunState['env']

/** What a frame has done that its caller gets. */
export type RunResult = RunState['interpreter']['_result']

/** EthereumJS's facts about an opcode under its rules. */
export interface OpcodeEntry {
  /** gasSchedule.ts: the prices that the core charges by. */
  readonly opcodeInfo: {
    readonly fee: number
    readonly dynamicGas: boolean
    readonly isInvalid: boolean
    /** stockStep.ts: the opcode's facts in a step. */
    readonly code: number
    readonly fullName: string
    readonly isAsync: boolean
  }
  /** memoryLimit.ts: only here does EthereumJS grow the memory of a call; stockStep.ts: what a step costs. */
  readonly gasHandler?: (runState: RunState, ...rest: unknown[]) => Promise<bigint>
  /** stockInterpreterClass: only an opcode sees the interpreter at work. */
  readonly opHandler: unknown
}

export interface RunOptions {
  readonly pc?: number
  readonly initialLogs?: Environment['initialLogs']
}

/** EthereumJS waits for the result, whether it is a promise or not. */
type RunInterpreter = (message: Message, options?: RunOptions) => ExecResult | Promise<ExecResult>

export interface InsideEvm {
  /** topLevelCall.ts sets both for the call that it makes; the interpreter of ours and theirs reads them. */
  _block: Environment['block']
  _tx: { gasPrice: bigint; origin: Environment['origin'] }
  /** Opcodes by number: gasSchedule.ts, stockStep.ts, memoryLimit.ts. */
  _opcodeMap: OpcodeEntry[]
  /** nativeContracts.ts: the code that a message runs, unless it brings some. */
  _loadCode(message: Message): Promise<void>
  /** fastInterpreter.ts puts ours in its place, topLevelCall.ts calls it: all code is run through it. */
  runInterpreter: RunInterpreter
}

export function insideOf(evm: EVM): InsideEvm {
  return evm as unknown as InsideEvm
}

/**
 * The journal's members for hostState.ts and topLevelCall.ts, which read without copies. Addresses are 40 hex digits.
 */
export interface InsideJournal {
  readonly journal: ReadonlyMap<string, unknown>
  readonly alwaysWarmJournal: Pick<ReadonlySet<string>, 'has'>
  readonly touched: ReadonlySet<string>
  touchAccount(address: string): void
  /** A member of our own (warmJournal.ts): the same as `isWarmedStorage` and `addWarmedStorage`, with a packed slot. */
  isWarmSlot?(address: string, slot: string): boolean
  addWarmSlot?(address: string, slot: string): void
}

export function insideOfJournal(evm: EVM): InsideJournal {
  return evm.journal as unknown as InsideJournal
}

/** warmJournal.ts: lets an EVM use another journal, which has the methods of EthereumJS's. */
export function replaceJournal(evm: EVM, journal: InsideJournal): void {
  evm.journal = journal as unknown as EVM['journal']
}

/** EthereumJS's interpreter of one frame: stockStep.ts and result.ts run single opcodes on it. */
export interface StockInterpreter {
  readonly _runState: RunState
  readonly _env: Environment
  _result: RunResult
  runStep(entry: OpcodeEntry): Promise<void>
}

export type StockInterpreterClass = new (
  evm: EVM,
  stateManager: EVM['stateManager'],
  blockchain: EVM['blockchain'],
  environment: Environment,
  gasLeft: bigint,
  journal: EVM['journal'],
) => StockInterpreter

let stockInterpreter: StockInterpreterClass | undefined

const jumpDestination = 0x5b

/** EthereumJS does not export the class of its interpreter; an opcode sees one at work. */
export async function stockInterpreterClass(evm: EVM): Promise<StockInterpreterClass> {
  if (stockInterpreter !== undefined) return stockInterpreter
  const opcodes = insideOf(evm)._opcodeMap
  const entry = opcodes[jumpDestination] as OpcodeEntry
  const see = (runState: RunState) => {
    stockInterpreter = runState.interpreter.constructor as unknown as StockInterpreterClass
  }
  opcodes[jumpDestination] = { ...entry, opHandler: see }
  try {
    await evm.runCode({ code: Uint8Array.of(jumpDestination), gasLimit: 1n })
  } finally {
    opcodes[jumpDestination] = entry
  }
  return stockInterpreter as unknown as StockInterpreterClass
}

/** stockStep.ts: has EthereumJS's opcodes work on a stack and a memory of ours. */
export function lendStackAndMemory(
  { _runState }: StockInterpreter,
  stack: { length: number },
  memory: object,
): void {
  const lent = _runState as unknown as { stack: { length: number }; memory: object }
  lent.stack = stack
  lent.memory = memory
}

/** Sets the number of items on the stack, which EthereumJS's own class does not allow: stockStep.ts, result.ts. */
export function setStackLength({ stack }: RunState, length: number): void {
  const items = stack as unknown as { length: number }
  items.length = length
}

/** haltReason.ts and logTrace.ts: what a frame that failed had done, which its result leaves out. */
export function doneBy({ interpreter }: RunState): RunResult {
  return interpreter._result
}

/** instruction.ts: the memory at the end of a frame, which no step event reports; its end may be unpaid. */
export function memoryOf({ memory }: RunState): Uint8Array {
  return memory._store
}

/** hashHeader.ts: where a header looks for its hash before it computes it. */
export function hashCacheOf(header: BlockHeader): { hash?: Uint8Array } {
  return (header as unknown as { readonly cache: { hash?: Uint8Array } }).cache
}

/** decodeTransaction.ts: where a transaction looks for its hash and its signer's key before it computes them. */
export function cacheOf(envelope: TypedTransaction): {
  hash?: Uint8Array
  senderPubKey?: Uint8Array
} {
  return envelope.cache
}

/** deposits.ts: the settings of the chain, of which `Common` lacks one: the deposit contract. */
export function chainParamsOf(common: Common): ChainConfig {
  return (common as unknown as { readonly _chainParams: ChainConfig })._chainParams
}
