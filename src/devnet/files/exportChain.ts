import type { Chain } from '../../chain/chain.ts'
import { createPace, type PaceClock } from '../../clock/pace.ts'
import { hardforkAt, hardforks } from '../../ethereumjs/protocol/hardforks.ts'
import { protocolOf } from '../../ethereumjs/protocol/protocol.ts'
import { chainIdOf } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { blobScheduleOf } from '../../execution/forkConfig.ts'
import { checkHeader } from '../../execution/rules/header.ts'
import { InvalidBlock } from '../../execution/rules/invalidBlock.ts'
import { systemContracts } from '../../execution/rules/systemContracts.ts'
import { fixtureBytes } from '../../files/fixture/fixtureWriter.ts'
import { genesisBytes } from '../../files/genesis/genesisWriter.ts'
import { equalBytes } from '../../lib/hex.ts'
import { ForkedState } from '../../state/forkedState.ts'
import { PersistentState } from '../../state/persistentState.ts'
import type { ExportedChain, ExportFormat, ExportRequest } from '../../types/export.ts'
import type { ChainRules, Hardfork } from '../../types/genesis.ts'
import type { BlobSchedule } from '../../types/hardforkSchedule.ts'
import type { SealedBlock } from '../../types/view.ts'
import { oneOf } from '../options/optionValues.ts'
import {
  type ExportDeps,
  exportFormats,
  fixtureNotes,
  genesisNotes,
  replayNotes,
  waitingNotes,
} from './exportFormats.ts'
import { InvalidExport } from './invalidExport.ts'
import { collected } from './stateFiles.ts'

/**
 * The blocks after genesis up to one, if running them on genesis gives the same head. Throws
 * an `InvalidExport` about the first that they would not come past.
 */
async function replayable(
  chain: Chain,
  rules: ChainRules,
  { to, clock }: { readonly to: bigint; readonly clock: PaceClock },
): Promise<readonly SealedBlock[]> {
  if (!rules.proofOfWork && rules.forks.every(({ name }) => name !== 'paris')) {
    throw new InvalidExport('cannot export rlp: before the merge blocks need proof of work')
  }
  let parent = chain.genesis
  if (parent.number !== 0n) refuse(0n, 'is not available')
  refuseAmended(parent)
  if (to === 0n) throw new InvalidExport('cannot export rlp: there are no blocks after genesis')
  const yieldIfDue = createPace(clock)
  const blocks: SealedBlock[] = []
  for (let number = parent.number + 1n; number <= to; number++) {
    if (chain.isInRun(number)) refuse(number, 'is part of a run of empty blocks (anvil_mine)')
    const block = chain.blockByNumber(number) ?? refuse(number, 'is not available')
    refuseBlock(block, parent, rules)
    blocks.push(block)
    parent = block
    await yieldIfDue()
  }
  return blocks
}

function refuse(number: bigint, problem: string): never {
  throw new InvalidExport(
    `cannot export rlp: block ${number} ${problem}, so running the blocks would not lead to this state; export to another format`,
  )
}

function refuseBlock(block: SealedBlock, parent: SealedBlock, rules: ChainRules): void {
  const { number, header, transactions, edited } = block
  if (edited !== undefined) refuse(number, 'was edited while it was open (as by anvil_setBalance)')
  for (const [index, { isImpersonated, envelope }] of transactions.entries()) {
    if (isImpersonated) refuse(number, `has transaction ${index} of an impersonated account`)
    const chainId = chainIdOf(envelope) ?? BigInt(rules.chainId)
    if (chainId !== BigInt(rules.chainId)) {
      refuse(number, `has transaction ${index} for chain ${chainId}`)
    }
  }
  try {
    checkHeader(header, parent.header)
  } catch (cause) {
    if (!(cause instanceof InvalidBlock)) throw cause
    refuse(number, `does not follow from its parent (${cause.message})`)
  }
  refuseAmended(block)
}

/** Edits of the head are in its state, and not in its header. */
function refuseAmended({ number, header, state }: SealedBlock): void {
  if (!(state instanceof PersistentState) || equalBytes(state.root(), header.stateRoot)) return
  refuse(number, 'has accounts that were changed without a transaction (as by anvil_setBalance)')
}

/** A chain as a file in pieces, which are made as they are read, of the chain as it was. */
export interface ChainExport {
  readonly content: Iterable<Uint8Array>
  /** See `ExportedChain`. */
  readonly notes: readonly string[]
}

/** Writes a chain up to a block. Throws an `InvalidExport`, or a `StateUnavailableError`. */
type Writer = (deps: ExportDeps, block: SealedBlock) => Promise<ChainExport>

/** The chain in a format, see there. Throws an `InvalidOption`, or as a `Writer` does. */
export async function exportChain(
  deps: ExportDeps,
  format: ExportFormat,
  { block: number }: ExportRequest = {},
): Promise<ChainExport> {
  const writer = writers.get(oneOf('format', format, exportFormats))
  if (writer === undefined) {
    if (number !== undefined)
      throw new InvalidExport('a state file always has all blocks: leave the block out')
    return { content: await deps.stateFiles.content(), notes: [] }
  }
  if (deps.chain.head.state instanceof ForkedState) {
    throw new InvalidExport(
      `a fork cannot be written as ${format}, as most of its accounts are on the live chain: give the format anvil, which has what was changed`,
    )
  }
  const { content, notes } = await writer(deps, blockOf(deps, number))
  return { content, notes: [...notes, ...waitingNotes(deps)] }
}

function blockOf({ chain }: ExportDeps, number: ExportRequest['block']): SealedBlock {
  if (number === undefined) return chain.head
  const isWhole = typeof number === 'bigint' || Number.isSafeInteger(number)
  const block = isWhole ? chain.blockByNumber(BigInt(number)) : undefined
  if (block !== undefined) return block
  throw new InvalidExport(`there is no block ${number} to export: the head is ${chain.head.number}`)
}

/** The same as `exportChain`, with the whole content. */
export async function exportedChain(
  deps: ExportDeps,
  format: ExportFormat,
  request?: ExportRequest,
): Promise<ExportedChain> {
  const { content, notes } = await exportChain(deps, format, request)
  return { content: await collected(content, deps.clock), notes }
}

const exportGenesis: Writer = async ({ protocol: { rules }, settings }, block) => {
  requireState(block)
  const blobSchedule = (fork: Hardfork) => blobScheduleAt(rules, fork)
  return {
    content: genesisBytes({ rules, block, blobSchedule }),
    notes: genesisNotes(block, rules, settings),
  }
}

const exportBlocks: Writer = async ({ chain, protocol, settings, clock }, { number }) => {
  const blocks = await replayable(chain.fork(), protocol.rules, { to: number, clock })
  return { content: encodings(blocks), notes: replayNotes(blocks, settings) }
}

function* encodings(blocks: readonly SealedBlock[]): Generator<Uint8Array, void> {
  for (const { block } of blocks) yield block.serialize()
}

const exportFixture: Writer = async ({ protocol, names, impersonation, clock }, block) => {
  requireState(block)
  const { number, header } = block
  const { chainId, forks } = protocol.rules
  const fork = hardforkAt(forks, number, header.timestamp)
  return {
    content: fixtureBytes({
      chainId,
      // After it come forks of blobs only.
      hardfork: hardforks.find((name) => name === fork) ?? 'osaka',
      block,
      predeploys: systemContracts(header.common),
      names: names.known,
      impersonated: impersonation.addresses,
    }),
    notes: await fixtureNotes(block, fork, { names, impersonation, clock }),
  }
}

/** The writers of all formats but the state file. */
const writers: ReadonlyMap<ExportFormat, Writer> = new Map([
  ['genesis', exportGenesis],
  ['rlp', exportBlocks],
  ['fixture', exportFixture],
])

/** Throws a `StateUnavailableError` unless the state after the block is there. */
function requireState({ state }: SealedBlock): void {
  if (!(state instanceof PersistentState)) state.root()
}

/** Higher than all forks by block. */
const anyBlock = 2n ** 64n - 1n

/** What holds for blobs from a fork on, were it the last. */
function blobScheduleAt(rules: ChainRules, fork: Hardfork): BlobSchedule | undefined {
  const forks = rules.forks.slice(0, rules.forks.indexOf(fork) + 1)
  const protocol = protocolOf({ ...rules, forks }, { transactionGasCap: true })
  return blobScheduleOf(protocol.commonAt(anyBlock, fork.time ?? 0n))
}
