import type { BlockHeader } from '@ethereumjs/block'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { PersistentState } from '../../state/persistentState.ts'
import type { AnyHardforkName, BlobSchedule, ChainRules, Hardfork } from '../../types/genesis.ts'
import type { SealedBlock } from '../../types/view.ts'
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

/** Of a later block than the first all but the parent, so that the next base fee is the same. */
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

/** In numbers, as geth reads no others there. */
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
