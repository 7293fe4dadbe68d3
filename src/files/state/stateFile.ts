import { createBlock, type HeaderData } from '@ethereumjs/block'
import { createPace, onceIn, type PaceClock } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import type { Hex } from '../../lib/hex.ts'
import { RepeatedAccount } from '../../state/bulkAccounts.ts'
import { hashInTurns } from '../../state/hashInTurns.ts'
import type { PersistentState } from '../../state/persistentState.ts'
import type { ChainRules } from '../../types/genesis.ts'
import type { StateTree } from '../../types/state.ts'
import type { StoredChain } from '../../types/stateFile.ts'
import type { SealedBlock } from '../../types/view.ts'
import { blocksOf } from '../anvil/anvilBlock.ts'
import { createOutcomes, outcomeOf } from '../anvil/anvilReceipt.ts'
import { readStates, statesText } from '../anvil/anvilStates.ts'
import { blocksText, headAndAccounts } from '../anvil/anvilWriter.ts'
import type { FileSource } from '../fileSource.ts'
import { JsonReader } from '../jsonReader.ts'
import { encoded } from '../jsonText.ts'
import { type Section, wholeNumber } from '../section.ts'
import { type ReadChain, readHistory } from './historyReader.ts'
import { historyText } from './historyWriter.ts'
import { accountReader, highestNonce, isAddress, isNull } from './stateAccounts.ts'

/**
 * A block in place of the head of a chain whose file has no blocks, only the environment that the
 * head gave to its transactions (`block`). `number` is the head's, where the file says it apart.
 */
function checkpointBlock(
  environment: Section,
  number: bigint | undefined,
  state: StateTree,
  protocol: Protocol,
): SealedBlock {
  const own = environment.number('number') ?? 0n
  const timestamp = environment.number('timestamp') ?? 1n
  const common = protocol.commonAt(number ?? own, timestamp)
  const blobs = environment.section('blob_excess_gas_and_price')
  const header = {
    number: number ?? own,
    timestamp,
    coinbase: environment.bytes('beneficiary', 20) ?? environment.bytes('coinbase', 20),
    gasLimit: environment.number('gas_limit') ?? 30_000_000n,
    difficulty: environment.number('difficulty'),
    mixHash: environment.bytes('prevrandao', 32),
    stateRoot: state.root(),
    ...(common.isActivatedEIP(1559) && { baseFeePerGas: environment.number('basefee') ?? 0n }),
    ...(common.isActivatedEIP(4844) && {
      excessBlobGas: blobs?.number('excess_blob_gas') ?? 0n,
      blobGasUsed: 0n,
    }),
  }
  const withdrawals = common.isActivatedEIP(4895) ? { withdrawals: [] } : {}
  const block = createBlock(
    // EthereumJS takes `undefined` for absent, though its types do not say so.
    { header: header as HeaderData, ...withdrawals },
    { common, skipConsensusFormatValidation: true },
  )
  return sealedBlock(block, { transactions: [], receipts: [], state })
}

export interface StateFileDeps {
  /** The state over which the accounts of the file are put. */
  readonly base: StateTree
  /** Accounts for where neither the base nor the file has any; a whole chain gets none of them. */
  readonly beneath?: StateTree | undefined
  /** The rules of blocks, unless the file says its own. */
  readonly protocol: Protocol
  /** The protocol with the rules that the file says. */
  readonly protocolOf: (rules: ChainRules) => Protocol
  readonly clock: PaceClock
}

/** What a state file holds. */
export interface StateFile {
  /** The base with the accounts of the file. */
  readonly state: StateTree
  /**
   * The chain up to the head, oldest first, each block the parent of the next; the first may have
   * any number. The state after the newest is `state` unless the file has another. None
   * when the file has accounts only, or `chain`.
   */
  readonly blocks: readonly SealedBlock[]
  /** A whole chain, when preconf wrote the file. */
  readonly chain: ReadChain | undefined
}

/** The number of entries after which the time is looked at: slots are short, and blocks have more than that. */
const entriesAtOnce = 8

/** Fields of each item of `transactions` that are not read here, and may take gigabytes. */
const notRead = ['traces']

/**
 * Reads a state file: of any version of Anvil, with or without what preconf adds to it, or the
 * accounts alone, as a `genesis.json` and Foundry's `vm.dumpState` have them. Throws an
 * `UnreadableFile` or an `InvalidStateFile`; nothing has changed then.
 */
export async function readStateFile(source: FileSource, deps: StateFileDeps): Promise<StateFile> {
  try {
    return await read(source, deps, true)
  } catch (error) {
    if (error instanceof RepeatedAccount) return read(source, deps, false)
    throw error
  }
}

async function read(
  source: FileSource,
  deps: StateFileDeps,
  mayKeepRecords: boolean,
): Promise<StateFile> {
  const pace = onceIn(entriesAtOnce, createPace(deps.clock))
  const json = new JsonReader(source.chunks(), source.name, pace)
  try {
    const { part } = source
    const read =
      part === undefined
        ? await readParts(json, deps, mayKeepRecords)
        : await readBeside(json, part, () => readParts(json, deps, mayKeepRecords))
    await json.finish()
    const hashing = hashInTurns(read.state)
    // A chain knows its roots: this one is for the first block to come, which waits for it.
    if (read.chain === undefined) await hashing
    return read
  } finally {
    await json.close()
  }
}

/** Reads the state of a chain beside the one at the top. */
async function readBeside(
  json: JsonReader,
  chainId: number,
  read: () => Promise<StateFile>,
): Promise<StateFile> {
  let found: StateFile | undefined
  await json.object(async (key) => {
    if (key !== 'beside') return json.skip()
    await json.object(async (id) => {
      if (id === String(chainId)) found = await read()
      else await json.skip()
    })
  })
  const problem = `it has no chain ${chainId} beside its own: give a file of these chains, or start without l1`
  return found ?? json.refuse(problem)
}

async function readParts(
  json: JsonReader,
  { base, beneath, protocol, protocolOf }: StateFileDeps,
  mayKeepRecords: boolean,
): Promise<StateFile> {
  const accounts = accountReader(json, base, highestNonce, mayKeepRecords)
  const outcomes = createOutcomes()
  let environment: Section | undefined
  let head: bigint | undefined
  let blocks: Section[] = []
  let states: ReadonlyMap<Hex, StateTree> = new Map()
  let chain: ReadChain | undefined
  let hasAccounts = false
  await json.object(async (key) => {
    if (isAddress(key)) {
      hasAccounts = true
      await accounts.account(key)
    } else if (key === 'accounts' || key === 'alloc') {
      hasAccounts = true
      await accounts.accounts()
    } else if (key === 'preconf') {
      if (!hasAccounts) json.refuse('comes before the accounts: put it after them')
      chain = await readHistory(json, accounts.tree(), protocolOf)
      blocks = []
    } else if (chain !== undefined) await json.skip()
    else if (key === 'block') environment = (await isNull(json)) ? undefined : await json.section()
    else if (key === 'best_block_number') head = wholeNumber(await json.scalar())
    else if (key === 'blocks') await json.array(async () => blocks.push(await json.section()))
    else if (key === 'transactions') {
      await json.array(async () => {
        outcomes.add(outcomeOf(await json.section(notRead)))
      })
    } else if (key === 'historical_states') {
      states = await readStates(json, accounts.tree() as PersistentState)
    } else await json.skip()
  })
  if (!hasAccounts) json.refuse('it has no accounts, so it is not a state file')
  if (chain !== undefined) return { state: accounts.tree(), blocks: [], chain }
  const state = withAccountsOf(accounts.tree(), beneath)
  const number = head ?? environment?.number('number')
  const stored = await blocksOf({ head: number, blocks, outcomes, states }, protocol)
  const newest = stored.at(-1)
  if (newest !== undefined) {
    return { state, blocks: [...stored.slice(0, -1), { ...newest, state }], chain: undefined }
  }
  if (environment !== undefined) await hashInTurns(state)
  const checkpoint = environment && checkpointBlock(environment, head, state, protocol)
  return { state, blocks: checkpoint ? [checkpoint] : [], chain: undefined }
}

/** The state with those accounts of another that it lacks. */
function withAccountsOf(tree: StateTree, beneath: StateTree | undefined): StateTree {
  if (beneath === undefined) return tree
  const state = tree.fork()
  const lower = beneath as PersistentState
  for (const { address, nonce, balance, code } of lower.accounts()) {
    if (tree.account(address) !== undefined) continue
    state.writeAccount(address, { nonce, balance })
    state.writeCode(address, code)
    for (const { slot, value } of lower.slots(address)) state.writeStorage(address, slot, value)
  }
  return state.tree()
}

/** A chain, and how it is written. */
export interface WrittenChain {
  readonly chain: StoredChain
  readonly head: SealedBlock
  /**
   * Whether Anvil gets the states of all blocks, each of them whole. We read them out of our part.
   * @default false
   */
  readonly historicalStates?: boolean | undefined
  /** The chains that belong to it, which Anvil passes over. @default [] */
  readonly beside?: readonly WrittenChain[] | undefined
}

/**
 * A state file, in pieces: the one that Anvil 1.7 writes and reads, with a part of its own
 * (`preconf`) that Anvil passes over and that makes the chain whole. The same chain gives the same
 * bytes. Its accounts are those of the head, whose state must be there. Of blocks in runs Anvil gets
 * the head only.
 */
export function stateFileBytes(written: WrittenChain): Generator<Uint8Array, void> {
  return encoded(texts(written))
}

function* texts({
  chain,
  head,
  historicalStates = false,
  beside = [],
}: WrittenChain): Generator<string | Uint8Array, void> {
  const blocks = chain.blocks.filter((part) => part.kind === 'sealed')
  if (blocks.at(-1)?.number !== head.number) blocks.push(head)
  const state = head.state as PersistentState
  yield* headAndAccounts(head, state)
  // Before the blocks, so that a reader who knows this part can pass over them.
  yield ',"preconf":'
  yield* historyText(chain, state)
  yield* blocksText(blocks)
  yield* statesText(historicalStates ? blocks : undefined)
  let separator = ',"beside":{'
  for (const other of beside) {
    yield `${separator}"${other.chain.rules.chainId}":`
    yield* texts(other)
    separator = ','
  }
  yield beside.length > 0 ? '}}' : '}'
}
