import {
  createEVM,
  type EVM,
  type EVMMockBlockchainInterface,
  type ExecResult,
} from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { haltReason } from '../../../src/ethereumjs/haltReason.ts'
import { installFastInterpreter } from '../../../src/ethereumjs/interpreter/fastInterpreter.ts'
import { installTopLevelCall } from '../../../src/ethereumjs/interpreter/topLevelCall.ts'
import { limitMemory } from '../../../src/ethereumjs/machine.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { installWarmJournal } from '../../../src/ethereumjs/warmJournal.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { MutableState, StateTree } from '../../../src/types/state.ts'

/** A call or, without `to`, a creation. */
export interface Sent {
  readonly hardfork: HardforkName
  readonly tree: StateTree
  readonly to?: Uint8Array | undefined
  readonly data: Uint8Array
  readonly value: bigint
  readonly gas: bigint
  readonly isStatic?: boolean
}

/**
 * Who runs it: EthereumJS, the fast interpreter, that with someone who listens to messages, that with
 * slots left to EthereumJS, or that where the outermost call and the journal are not EthereumJS's either.
 */
export type Kind = 'stock' | 'fast' | 'listened to' | 'without slots' | 'called'

/** Gas with which code is run before it is translated: never, all of it first, or what has been run by then. */
const hotGasOf = { interpreted: Number.POSITIVE_INFINITY, translated: 0, warming: 150 } as const

export type Tier = keyof typeof hotGasOf

interface Runner {
  readonly evm: EVM
  readonly state: MutableState
}

/** Bytes of memory that a call can use in both. */
const memoryLimit = 2 ** 21

export const sender: Uint8Array = hexToBytes('5e'.repeat(20))
export const coinbase: Uint8Array = hexToBytes('c0'.repeat(20))

const blockHash = { hash: () => new Uint8Array(32).fill(0xb1) }
const blockchain: EVMMockBlockchainInterface = {
  getBlock: async () => blockHash,
  putBlock: async () => {},
  shallowCopy: () => blockchain,
}

async function createRunner(hardfork: HardforkName, kind: Kind, tier: Tier): Promise<Runner> {
  const protocol = createProtocol({ chainId: 31_337, hardfork, transactionGasCap: false })
  const common = protocol.commonAt(0n, 0n)
  const state = emptyState().fork()
  const evm = (await createEVM({ common, stateManager: state, blockchain })) as EVM
  limitMemory(evm, memoryLimit)
  if (kind !== 'stock') {
    const maxGasOfSlots = kind === 'without slots' ? -1n : undefined
    const yieldIfDue = () => undefined
    const hotGas = hotGasOf[tier]
    await installFastInterpreter(evm, { state, yieldIfDue, memoryLimit, maxGasOfSlots, hotGas })
  }
  if (kind === 'called') {
    installWarmJournal(evm, state)
    installTopLevelCall(evm, { state, onCall: () => undefined })
  }
  if (kind === 'listened to') evm.events.on('afterMessage', () => {})
  return { evm, state }
}

/** What EthereumJS does not tell of its journal. */
interface InsideJournal {
  readonly journal: ReadonlyMap<string, ReadonlySet<string>>
  readonly touched: ReadonlySet<string>
}

const runners = new Map<string, Promise<Runner>>()

function runnerOf(hardfork: HardforkName, kind: Kind, tier: Tier): Promise<Runner> {
  const name = `${hardfork} ${kind} ${tier}`
  const runner = runners.get(name) ?? createRunner(hardfork, kind, tier)
  runners.set(name, runner)
  return runner
}

/** What can be told of an execution from outside, as text. */
export interface Outcome {
  readonly gasUsed: bigint
  readonly text: string
}

export async function outcomeOf(
  sent: Sent,
  kind: Kind,
  tier: Tier = 'interpreted',
): Promise<Outcome> {
  const { evm, state } = await runnerOf(sent.hardfork, kind, tier)
  const { common, journal, transientStorage } = evm
  const inside = journal as unknown as InsideJournal
  state.load(sent.tree)
  state.originalStorageCache.clear()
  if (common.isActivatedEIP(2929)) {
    for (const address of evm.precompiles.keys()) journal.addAlwaysWarmAddress(address)
    journal.addAlwaysWarmAddress(bytesToHex(sender))
    if (sent.to !== undefined) journal.addAlwaysWarmAddress(bytesToHex(sent.to))
  }
  // Enough: EthereumJS passes on less than EIP-8037 says where a call's own gas pays for an account.
  evm.stateGasReservoir = 10n ** 8n
  evm.executionStateGasUsed = 0n
  try {
    const { execResult, createdAddress } = await evm.runCall({
      block: {
        header: {
          number: 300n,
          timestamp: 1_700_000_000n,
          gasLimit: 30_000_000n,
          coinbase: new Address(coinbase),
          prevRandao: new Uint8Array(32).fill(0x77),
          difficulty: 17n,
          baseFeePerGas: 7n,
          getBlobGasPrice: () => 3n,
        },
      },
      caller: new Address(sender),
      ...(sent.to && { to: new Address(sent.to) }),
      data: sent.data,
      value: sent.value,
      gasLimit: sent.gas,
      gasPrice: 9n,
      isStatic: sent.isStatic ?? false,
      blobVersionedHashes: [`0x01${'ab'.repeat(31)}`, `0x01${'cd'.repeat(31)}`],
    })
    const { exceptionError, logs = [], selfdestruct, createdAddresses } = execResult
    // EthereumJS looks for other hindrances first where more than one ends a frame.
    const isHalted = exceptionError !== undefined && exceptionError.error !== 'revert'
    const isPlain = isHalted && common.isActivatedEIP(8037)
    return {
      gasUsed: execResult.executionGasUsed,
      text: plain({
        createdAddress: createdAddress?.toString(),
        error: isPlain ? 'halted' : exceptionError?.error,
        reason: isPlain ? undefined : reasonOf(execResult),
        stateGas: [evm.stateGasReservoir, evm.executionStateGasUsed],
        gasUsed: execResult.executionGasUsed,
        // Over the limit of memory there can be gas left by EthereumJS.
        gas: isPlain || exceptionError?.error === 'out of gas' ? 0n : execResult.gas,
        gasRefund: execResult.gasRefund,
        returned: execResult.returnValue,
        logs,
        selfdestruct: [...(selfdestruct ?? [])],
        createdAddresses: [...(createdAddresses ?? [])].sort(),
        warm: [...inside.journal].map(([address, slots]) => [address, [...slots].sort()]).sort(),
        touched: [...inside.touched].sort(),
        transient: transientStorage.toJSON(),
        root: state.tree().root(),
      }),
    }
  } catch (error) {
    return { gasUsed: sent.gas, text: `thrown: ${error instanceof Error ? error.message : error}` }
  } finally {
    journal.cleanJournal()
    transientStorage.clear()
  }
}

/**
 * Why it failed, as far as EthereumJS tells: it names an opcode that is none on a hardfork by chance,
 * counts the stack of LOG when the data are off it, and takes too much memory at RETURNDATACOPY for too
 * few returned bytes.
 */
function reasonOf(result: ExecResult): string | undefined {
  if (result.exceptionError?.error === 'out of gas') return undefined
  return haltReason(result)?.replace(/^(invalid opcode|stack underflow).*/, '$1')
}

function plain(value: unknown): string {
  return JSON.stringify(
    value,
    (_, item) => {
      if (typeof item === 'bigint') return String(item)
      return item instanceof Uint8Array ? bytesToHex(item) : item
    },
    1,
  )
}
