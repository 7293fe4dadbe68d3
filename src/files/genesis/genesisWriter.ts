import { type BlockHeader, createBlock, type HeaderData } from '@ethereumjs/block'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { encodeAccessList } from '../../execution/rules/blockAccessList.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import { bytesToHex, hexToBytes, quantity } from '../../lib/hex.ts'
import { emptyState, type PersistentState } from '../../state/persistentState.ts'
import type { AnyHardforkName, ChainRules, Genesis, Hardfork } from '../../types/genesis.ts'
import type { BlobSchedule } from '../../types/hardforkSchedule.ts'
import type { GenesisAccount, StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { encoded, jsonText } from '../jsonText.ts'
import { storageText } from '../state/historyWriter.ts'
import { blobForks, forksByBlock, forksByTime } from './genesisConfig.ts'

export interface GenesisParts {
  readonly rules: ChainRules
  /** The block that the new chain has as genesis; its state must be there. */
  readonly block: SealedBlock
  /** What holds for blobs from a fork on, where the rules say nothing of it. */
  readonly blobSchedule: (fork: Hardfork) => BlobSchedule | undefined
}

/**
 * geth's `genesis.json`, in pieces: a chain that begins with the accounts of a block, and goes on as
 * from that block. Of the first block of a chain it is that chain's own.
 */
export function genesisBytes(parts: GenesisParts): Generator<Uint8Array, void> {
  return encoded(texts(parts))
}

function* texts({ rules, block, blobSchedule }: GenesisParts): Generator<string, void> {
  const { header, state } = block
  const config = configOf(rules, header, blobSchedule)
  yield `{"config":${JSON.stringify(config)},${jsonText(fieldsOf(header)).slice(1, -1)}`
  yield ',"alloc":{'
  let isFirst = true
  const tree = state as PersistentState
  for (const { address, nonce, balance, code } of tree.accounts()) {
    const fields = `"balance":"${quantity(balance)}","nonce":"${quantity(nonce)}"`
    const own = code.length === 0 ? fields : `${fields},"code":"${bytesToHex(code)}"`
    yield `${isFirst ? '' : ','}"${bytesToHex(address)}":{${own},"storage":`
    yield* storageText(tree.slots(address))
    yield '}'
    isFirst = false
  }
  yield '}}'
}

/**
 * Returns the fields of a header; of a later block than the first all but the parent, so that the next base fee is the
 * same.
 */
function fieldsOf(header: BlockHeader): object {
  return {
    nonce: header.nonce,
    timestamp: header.timestamp,
    extraData: header.extraData,
    gasLimit: header.gasLimit,
    difficulty: header.difficulty,
    mixHash: header.mixHash,
    coinbase: header.coinbase.bytes,
    number: 0n,
    gasUsed: header.gasUsed,
    ...(header.number === 0n && { parentHash: header.parentHash }),
    baseFeePerGas: header.baseFeePerGas,
    excessBlobGas: header.excessBlobGas,
    blobGasUsed: header.blobGasUsed,
  }
}

/** Returns the configuration in JSON numbers, the only ones that geth reads there. */
function configOf(
  { chainId, forks, blobSchedules, depositContract }: ChainRules,
  { number, timestamp }: BlockHeader,
  blobSchedule: GenesisParts['blobSchedule'],
): object {
  const fields = forks.flatMap(({ name, block, time }): readonly (readonly [string, number])[] =>
    keysOf(name, block === undefined).map((key) => [
      key,
      block === undefined ? Number(time) : Number(block > number ? block - number : 0n),
    ]),
  )
  const merge = forks.find(({ name }) => name === 'paris')
  const isMerged =
    merge?.block === undefined
      ? (merge?.time ?? timestamp + 1n) <= timestamp
      : merge.block <= number
  const schedules = forks
    .filter(({ name }) => isBlobFork(name))
    .map((fork) => [fork.name, blobSchedules[fork.name] ?? blobSchedule(fork)] as const)
  return {
    chainId,
    ...Object.fromEntries(fields),
    ...(isMerged && { terminalTotalDifficulty: 0 }),
    ...(schedules.length > 0 && { blobSchedule: Object.fromEntries(schedules) }),
    ...(depositContract && { depositContractAddress: depositContract }),
  }
}

/** Spurious Dragon has two; what holds from the start, and a merge that comes by time, none. */
function keysOf(name: AnyHardforkName, isByTime: boolean): readonly string[] {
  if (name === 'spuriousDragon') return ['eip155Block', 'eip158Block']
  return (isByTime ? forksByTime : forksByBlock)
    .filter((field) => field.name === name)
    .map(({ key }) => key)
}

function isBlobFork(name: AnyHardforkName): boolean {
  return blobForks.some((fork) => fork === name)
}

/** The state that holds these accounts and no others. */
export function buildState(accounts: readonly GenesisAccount[]): StateTree {
  const state = emptyState().fork()
  for (const { address, balance = 0n, nonce = 0n, code, storage = [] } of accounts) {
    const bytes = hexToBytes(address)
    state.writeAccount(bytes, { balance, nonce })
    if (code !== undefined) state.writeCode(bytes, code)
    for (const [slot, value] of storage) state.writeStorage(bytes, slot, value)
  }
  return state.tree()
}

/** The first block of a chain, with the accounts in its state. */
export function genesisBlock(
  { header, accounts }: Pick<Genesis, 'header' | 'accounts'>,
  protocol: Protocol,
): SealedBlock {
  const common = protocol.commonAt(0n, header.timestamp)
  const state = buildState(accounts)
  const { baseFeePerGas, excessBlobGas, blobGasUsed, ...fields } = header
  const data = {
    ...fields,
    number: 0n,
    stateRoot: state.root(),
    ...(common.isActivatedEIP(1559) && {
      baseFeePerGas: baseFeePerGas ?? common.param('initialBaseFee'),
    }),
    ...(common.isActivatedEIP(4844) && { excessBlobGas, blobGasUsed }),
    ...(common.isActivatedEIP(7928) && { blockAccessListHash: keccak256(encodeAccessList([])) }),
  }
  const block = createBlock(
    {
      // EthereumJS takes `undefined` for absent, though its types do not say so.
      header: data as HeaderData,
      ...(common.isActivatedEIP(4895) && { withdrawals: [] }),
    },
    { common, skipConsensusFormatValidation: true },
  )
  return sealedBlock(block, { transactions: [], receipts: [], state })
}
