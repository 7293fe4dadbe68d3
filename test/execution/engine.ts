import { createBlockHeader } from '@ethereumjs/block'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { EvmPool, type Machine } from '../../src/ethereumjs/machine.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { buildState } from '../../src/files/genesis/genesisWriter.ts'
import { type Hex, hexToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { ExecutionContext } from '../../src/types/execution.ts'
import type { HardforkName } from '../../src/types/options/options.ts'
import type { GenesisAccount } from '../../src/types/state.ts'

/** What calls run on: machines, and a block with its state. */
export interface Engine {
  readonly machines: EvmPool
  readonly context: ExecutionContext
}

export interface EngineOptions {
  readonly accounts?: readonly GenesisAccount[]
  readonly hardfork?: HardforkName
  readonly transactionGasCap?: boolean
  readonly baseFeePerGas?: bigint
  readonly gasLimit?: bigint
  /** The time when executions look at the clock for the so-manieth time. */
  readonly elapsedMs?: (looks: number) => number
  /** Called when executions let others run. */
  readonly onYield?: () => void
}

/** Block 7 at time 1000 of chain 31337, over a state with these accounts. */
export async function createEngine({
  accounts = [],
  hardfork = 'osaka',
  transactionGasCap = false,
  baseFeePerGas = 1_000n,
  gasLimit = 30_000_000n,
  elapsedMs = () => 0,
  onYield = () => {},
}: EngineOptions = {}): Promise<Engine> {
  await initCrypto()
  const protocol = createProtocol({ chainId: 31337, hardfork, transactionGasCap })
  const common = protocol.commonAt(7n, 1_000n)
  const state = buildState(accounts)
  const header = createBlockHeader(
    {
      number: 7n,
      timestamp: 1_000n,
      gasLimit,
      coinbase: hexToBytes('c0'.repeat(20)),
      mixHash: hexToBytes('77'.repeat(32)),
      stateRoot: state.root(),
      ...(common.isActivatedEIP(1559) && { baseFeePerGas }),
    },
    { common, skipConsensusFormatValidation: true },
  )
  let looks = 0
  return {
    machines: new EvmPool(emptyState(), {
      realMs: () => elapsedMs(looks++),
      yield: async () => onYield(),
    }),
    context: {
      header,
      hash: header.hash(),
      state,
      blockHashes: (number) => (number === 7n ? header.hash() : undefined),
      commonAt: protocol.commonAt,
      callRules: { gasCap: 50_000_000n, payment: 'asOfTransactions' },
    },
  }
}

/** The address with this byte last. */
export function addressOf(byte: number): Uint8Array {
  const address = new Uint8Array(20)
  address[0] = 0xaa
  address[19] = byte
  return address
}

/** A contract with this code at `addressOf(byte)`. */
export function contract(byte: number, code: Uint8Array, balance = 0n): GenesisAccount {
  return { address: hexOf(addressOf(byte)), code, balance, nonce: 1n }
}

/** An account with ether at `addressOf(byte)`. */
export function funded(byte: number, balance = 10n ** 18n): GenesisAccount {
  return { address: hexOf(addressOf(byte)), balance }
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** Runs `task` on a machine that stands at the engine's block. */
export function onMachine<Result>(
  { machines, context }: Engine,
  task: (machine: Machine) => Promise<Result>,
): Promise<Result> {
  const { header, state, blockHashes, commonAt } = context
  const common = commonAt(header.number, header.timestamp)
  return machines.use({ common, tree: state, blockHashes }, task)
}
