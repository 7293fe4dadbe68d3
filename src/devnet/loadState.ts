import { createBlock, type HeaderData } from '@ethereumjs/block'
import type { Chain } from '../chain/chain.ts'
import { type Protocol, protocolOf } from '../evm/protocol.ts'
import { sealedBlock } from '../execution/rules/sealedBlock.ts'
import { InvalidStateFile } from '../fixtures/fileErrors.ts'
import type { FileSource } from '../fixtures/fileSource.ts'
import { readStateFile, type StateFile } from '../fixtures/stateFile.ts'
import { emptyState } from '../state/persistentState.ts'
import type { StateTree } from '../types/state.ts'
import type { SealedBlock } from '../types/view.ts'
import { chainOf } from './storedChain.ts'

/** What is there before a state file is read. */
export interface LoadParts {
  readonly protocol: Protocol
  /** See `ProtocolOptions`. */
  readonly transactionGasCap: boolean
}

/** A chain out of a file, to begin with. */
export interface OpenState {
  readonly file: StateFile
  readonly protocol: Protocol
  readonly chain: Chain
}

/**
 * The chain that a state file holds: all of it when preconf wrote the file; otherwise its blocks, or
 * its accounts alone, over the accounts of `genesis`. Throws as `readStateFile` does.
 */
export async function openState(
  source: FileSource,
  genesis: SealedBlock,
  { protocol, transactionGasCap }: LoadParts,
): Promise<OpenState> {
  const file = await readStateFile(source, {
    base: emptyState(),
    beneath: genesis.state,
    protocol,
    protocolOf: (rules) => protocolOf(rules, { transactionGasCap }),
  })
  const rules = file.chain?.protocol ?? protocol
  if (file.blocks.length === 0) {
    return { file, protocol: rules, chain: await chainOf([withState(genesis, file.state)], rules) }
  }
  const chain = await chainOf(file.blocks, rules, genesis)
  chain.amendHead(file.state)
  return { file, protocol: rules, chain }
}

/** Genesis with other accounts, and the root that they give. */
function withState({ header, block }: SealedBlock, state: StateTree): SealedBlock {
  const { common } = header
  const changed = createBlock(
    {
      header: { ...header, stateRoot: state.root() } as unknown as HeaderData,
      ...(block.withdrawals && { withdrawals: [] }),
    },
    { common, skipConsensusFormatValidation: true },
  )
  return sealedBlock(changed, { transactions: [], receipts: [], state })
}

/**
 * Puts a state file over a chain that is there already: accounts and slots are added or written
 * over; the blocks of the file, where it has some, take the place of the chain's. All is as before
 * when it throws, as `readStateFile` does.
 */
export async function loadState(
  source: FileSource,
  chain: Chain,
  { protocol, transactionGasCap }: LoadParts,
): Promise<StateFile> {
  const file = await readStateFile(source, {
    base: chain.head.state,
    protocol,
    protocolOf: (rules) => protocolOf(rules, { transactionGasCap }),
  })
  const chainId = file.chain?.rules.chainId ?? protocol.rules.chainId
  if (chainId !== protocol.rules.chainId) {
    const problem = `it is of chain ${chainId}, and here is chain ${protocol.rules.chainId}`
    throw new InvalidStateFile(source.name, undefined, `${problem}: start preconf with it`)
  }
  if (file.blocks.length > 0) {
    const loaded = await chainOf(file.blocks, protocol, chain.genesis)
    chain.restore(loaded.snapshot())
    chain.finalize()
  }
  chain.amendHead(file.state)
  return file
}
