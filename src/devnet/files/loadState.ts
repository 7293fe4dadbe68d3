import { createBlock, type HeaderData } from '@ethereumjs/block'
import type { Chain } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chainErrors.ts'
import { TimestampTooHighError } from '../../clock/clockErrors.ts'
import type { PaceClock } from '../../clock/pace.ts'
import {
  type Protocol,
  type ProtocolLimits,
  protocolOf,
} from '../../ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import { InvalidStateFile } from '../../files/fileErrors.ts'
import type { FileSource } from '../../files/fileSource.ts'
import { readStateFile, type StateFile } from '../../files/state/stateFile.ts'
import { explore } from '../../state/explore.ts'
import { emptyState } from '../../state/persistentState.ts'
import type { StateTree } from '../../types/state.ts'
import type { ForkPoint, StoredChain } from '../../types/stateFile.ts'
import type { SealedBlock } from '../../types/view.ts'
import { type ChainOfOptions, chainOf } from './storedChain.ts'

/**
 * A file that preconf wrote on a fork has only what was changed there, so it is for the same fork, and
 * a whole chain is for none. Throws an `InvalidStateFile` that says where it belongs.
 */
function assertSameFork(
  name: string,
  stored: Pick<StoredChain, 'fork'> | undefined,
  here: ForkPoint | undefined,
): void {
  if (stored === undefined) return
  const { fork } = stored
  if (fork?.hash === here?.hash && fork?.chainId === here?.chainId) return
  const now = here === undefined ? 'no fork' : forkWords(here)
  const problem =
    fork === undefined
      ? `it has a whole chain, and here is ${now}: load it without the fork`
      : `it has what was changed on ${forkWords(fork)}, and here is ${now}: ` +
        `begin from that block (fork.blockNumber, --fork-block-number ${fork.number})`
  throw new InvalidStateFile(name, undefined, problem)
}

function forkWords({ chainId, number, hash }: ForkPoint): string {
  return `a fork of chain ${chainId} after block ${number} (${hash})`
}

/** What is there before a state file is read. */
export interface LoadDeps extends ProtocolLimits {
  readonly protocol: Protocol
  readonly clock: PaceClock
  readonly slotsInAnEpoch?: number | undefined
  readonly finalizedLag?: number | undefined
  /** Where the chain was forked, if it was. */
  readonly fork?: ForkPoint | undefined
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
  { protocol, clock, slotsInAnEpoch, finalizedLag, ...limits }: LoadDeps,
): Promise<OpenState> {
  const file = await readStateFile(source, {
    base: emptyState(),
    beneath: genesis.state,
    protocol,
    protocolOf: (rules) => protocolOf(rules, limits),
    clock,
  })
  assertSameFork(source.name, file.chain, undefined)
  const rules = file.chain?.protocol ?? protocol
  const deps = { protocol: rules, slotsInAnEpoch, finalizedLag }
  if (blocksOf(file).length === 0) {
    const chain = await chainOf([withState(genesis, file.state)], {
      ...deps,
      genesis,
      isWhole: true,
    })
    return { file, protocol: rules, chain }
  }
  const chain = await chainOfFile(source, file, { ...deps, genesis })
  chain.amendHead(file.state)
  return { file, protocol: rules, chain }
}

/** Oldest first; none in a file of accounts alone. */
export function blocksOf({ chain, blocks }: StateFile): StoredChain['blocks'] {
  return chain?.blocks ?? blocks
}

async function chainOfFile(
  source: FileSource,
  file: StateFile,
  deps: Omit<ChainOfOptions, 'isWhole' | 'final'>,
): Promise<Chain> {
  try {
    const isWhole = file.chain !== undefined
    return await chainOf(blocksOf(file), { ...deps, isWhole, final: file.chain?.final })
  } catch (cause) {
    if (!(cause instanceof ChainError || cause instanceof TimestampTooHighError)) throw cause
    throw new InvalidStateFile(source.name, undefined, cause.message, { cause })
  }
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

/** What a state file holds, its accounts over those of a chain's head. Throws as `readStateFile` does. */
export function readOver(
  source: FileSource,
  chain: Chain,
  { protocol, clock, ...limits }: Omit<LoadDeps, 'slotsInAnEpoch' | 'fork'>,
): Promise<StateFile> {
  return explore(chain.head.state, (base) =>
    readStateFile(source, {
      base,
      protocol,
      protocolOf: (rules) => protocolOf(rules, limits),
      clock,
    }),
  )
}

/** A state file that fits the chain it was read for. */
export interface LoadedState {
  readonly file: StateFile
  /** Puts it over the chain, which must be as it was when the file was read. */
  readonly apply: () => void
}

/**
 * Reads a state file for a chain that is there already: accounts and slots are added or written
 * over; the blocks of the file, where it has some, take the place of the chain's. Changes nothing
 * yet. Throws as `readStateFile` does.
 */
export async function loadState(
  source: FileSource,
  chain: Chain,
  { protocol, fork, ...limits }: LoadDeps,
): Promise<LoadedState> {
  const file = await readOver(source, chain, { protocol, ...limits })
  assertSameFork(source.name, file.chain, fork)
  const chainId = file.chain?.rules.chainId ?? protocol.rules.chainId
  if (chainId !== protocol.rules.chainId) {
    const problem = `it is of chain ${chainId}, and here is chain ${protocol.rules.chainId}`
    throw new InvalidStateFile(source.name, undefined, `${problem}: start preconf with it`)
  }
  const loaded =
    blocksOf(file).length === 0
      ? undefined
      : await chainOfFile(source, file, { protocol, genesis: chain.genesis })
  const apply = () => {
    if (loaded !== undefined) {
      chain.restore(loaded.snapshot())
      chain.finalize(loaded.finalNumber)
    }
    chain.amendHead(file.state)
  }
  return { file, apply }
}
