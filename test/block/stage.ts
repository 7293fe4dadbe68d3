import { type Block, createBlock } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { type Engine, PendingBlock } from '../../src/block/pendingBlock.ts'
import { addressOfKey, initCrypto } from '../../src/ethereumjs/crypto.ts'
import { EvmPool } from '../../src/ethereumjs/machine.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import type { HeaderFields } from '../../src/execution/rules/header.ts'
import { systemContracts } from '../../src/execution/rules/systemContracts.ts'
import { buildState } from '../../src/files/genesis/genesisWriter.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { HardforkName } from '../../src/types/options/options.ts'
import type { GenesisAccount } from '../../src/types/state.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import {
  depositContract,
  destructor,
  invalid,
  logger,
  looper,
  reverter,
  storer,
  witness,
} from './contracts.ts'
import { keys } from './workload.ts'

const ether = 10n ** 18n

/** A genesis and what blocks on it run on. */
export interface Stage {
  readonly common: Common
  /** Rules for EthereumJS's own builder, which changes what it is given. */
  readonly refereeCommon: Common
  readonly machines: EvmPool
  readonly accounts: readonly GenesisAccount[]
  readonly genesis: SealedBlock
  readonly genesisBlock: Block
}

export async function createStage(
  hardfork: HardforkName,
  { gasLimit = 30_000_000n, baseFee = 10n ** 9n, transactionGasCap = true } = {},
): Promise<Stage> {
  await initCrypto()
  const protocol = createProtocol({ chainId: 31337, hardfork, transactionGasCap })
  const common = protocol.commonAt(0n, 0n)
  const accounts: readonly GenesisAccount[] = [
    ...systemContracts(common),
    ...keys.map((key) => ({ address: bytesToHex(addressOfKey(key)), balance: 1000n * ether })),
    ...[storer, logger, reverter, looper, destructor, invalid, depositContract],
    witness(common),
  ]
  const state = buildState(accounts)
  const genesisBlock = createBlock(
    {
      header: {
        number: 0n,
        timestamp: 1_700_000_000n,
        gasLimit,
        stateRoot: state.root(),
        ...(common.isActivatedEIP(1559) && { baseFeePerGas: baseFee }),
      },
    },
    { common, skipConsensusFormatValidation: true },
  )
  return {
    common,
    refereeCommon: protocol.separateCommon(0n, 0n),
    machines: new EvmPool(emptyState(), { realMs: () => 0, yield: async () => {} }),
    accounts,
    genesisBlock,
    genesis: {
      kind: 'sealed',
      hash: bytesToHex(genesisBlock.hash()),
      number: 0n,
      block: genesisBlock,
      header: genesisBlock.header,
      transactions: [],
      receipts: [],
      state,
      size: genesisBlock.serialize().length,
    },
  }
}

/** Fields for the block with this number, all of them unlike their defaults. */
export function fieldsOf({ common, genesis }: Stage, number: number): HeaderFields {
  return {
    timestamp: 1_700_000_000n + BigInt(number * 2),
    gasLimit: genesis.header.gasLimit,
    coinbase: numberToBytes(0xfee, 20),
    prevRandao: new Uint8Array(32).fill(number),
    extraData: Uint8Array.of(number),
    ...(common.isActivatedEIP(4788) && { parentBeaconBlockRoot: new Uint8Array(32).fill(0xbe) }),
  }
}

export function engineOf({ common, machines }: Stage, chain: readonly SealedBlock[]): Engine {
  const blockHashes = (number: bigint) => chain[Number(number)]?.header.hash()
  return { machines, common, blockHashes }
}

/** The pending block after the last of `chain`. */
export function openOn(
  stage: Stage,
  chain: readonly SealedBlock[],
  fields: Partial<Parameters<typeof PendingBlock.open>[2]> = {},
): Promise<PendingBlock> {
  const parent = chain.at(-1) as SealedBlock
  return PendingBlock.open(engineOf(stage, chain), parent, {
    ...fieldsOf(stage, chain.length),
    ...fields,
  })
}
