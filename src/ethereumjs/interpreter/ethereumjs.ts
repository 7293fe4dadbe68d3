import type { Common } from '@ethereumjs/common'
import type { EVM, ExecResult, Message } from '@ethereumjs/evm'

/** What EthereumJS knows of an opcode under its rules. */
export interface OpcodeEntry {
  readonly opcodeInfo: {
    readonly fee: number
    readonly dynamicGas: boolean
    readonly isInvalid: boolean
  }
}

/** What EthereumJS keeps of a frame that runs. */
export type RunState = NonNullable<ExecResult['runState']>

/** What a frame sees of the chain. */
export type Environment = RunState['env']

/** What a frame has done that its caller gets. */
export type RunResult = RunState['interpreter']['_result']

/** EthereumJS's interpreter of one frame, with what it does not tell of itself. */
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

export interface RunOptions {
  readonly pc?: number
  readonly initialLogs?: Environment['initialLogs']
}

/** EthereumJS waits for the result, whether it is a promise or not. */
type RunInterpreter = (message: Message, options?: RunOptions) => ExecResult | Promise<ExecResult>

/** What of an EVM EthereumJS does not show. */
export interface InsideEvm {
  /** Of the execution at work. */
  _block: Environment['block']
  _tx: { gasPrice: bigint; origin: Environment['origin'] }
  _opcodeMap: (OpcodeEntry & { opHandler: unknown })[]
  runInterpreter: RunInterpreter
}

export function insideOf(evm: EVM): InsideEvm {
  return evm as unknown as InsideEvm
}

/** What of a journal EthereumJS does not show. Addresses are 40 hex digits. */
export interface InsideJournal {
  readonly journal: ReadonlyMap<string, unknown>
  readonly alwaysWarmJournal: Pick<ReadonlySet<string>, 'has'>
  readonly touched: ReadonlySet<string>
  touchAccount(address: string): void
}

export function insideOfJournal(evm: EVM): InsideJournal {
  return evm.journal as unknown as InsideJournal
}

let stockInterpreter: StockInterpreterClass | undefined

const jumpDestination = 0x5b

/** EthereumJS does not export the class of its interpreter; an opcode sees one at work. */
export async function stockInterpreterClass(evm: EVM): Promise<StockInterpreterClass> {
  if (stockInterpreter !== undefined) return stockInterpreter
  const opcodes = insideOf(evm)._opcodeMap
  const entry = opcodes[jumpDestination] as (typeof opcodes)[number]
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

/** Hardforks whose every rule the fast interpreter knows. */
const knownHardforks = new Set([
  'chainstart',
  'homestead',
  'dao',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'mergeNetsplitBlock',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
  'bpo1',
  'bpo2',
  'bpo3',
  'bpo4',
  'bpo5',
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
    // EIPs of no hardfork: containers, witnesses, gas of state.
    common.eips().length === 0 &&
    Object.entries(builtInPrices).every(([name, price]) => common.param(name) === price)
  )
}
