import { createBlock, type HeaderData } from '@ethereumjs/block'
import { type NestedUint8Array, RLP } from '@ethereumjs/rlp'
import { PendingBlock } from '../../src/block/pendingBlock.ts'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { EvmPool } from '../../src/ethereumjs/machine.ts'
import { protocolOf } from '../../src/ethereumjs/protocol/protocol.ts'
import { decodeWithoutBlobs } from '../../src/ethereumjs/transaction/decodeTransaction.ts'
import { decodeAccessList } from '../../src/execution/rules/blockAccessList.ts'
import { sealedBlock } from '../../src/execution/rules/closeBlock.ts'
import type { HeaderFields } from '../../src/execution/rules/header.ts'
import {
  builderDeposits,
  builderExits,
  systemContracts,
} from '../../src/execution/rules/systemContracts.ts'
import { parseGenesis } from '../../src/files/genesis/genesisFile.ts'
import { buildState } from '../../src/files/genesis/genesisWriter.ts'
import { reasonOf } from '../../src/lib/errors.ts'
import { bytesToBigInt, hexToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { pack } from '../../src/state/trie/packed.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { Referee } from '../../test/block/referee.ts'
import type { BlockchainTest } from './vectorFile.ts'

/** What EthereumJS does otherwise. */
export interface Difference {
  readonly problem: string
  readonly known: string | undefined
}

/** Where an encoded header has these fields. */
const at = { coinbase: 2, gasLimit: 9, timestamp: 11, extraData: 12, mixHash: 13, beaconRoot: 19 }

/**
 * Runs the transactions of a test by the present rules, whatever the test expects: EthereumJS must run the blocks to
 * the same. Gives what differs, and why that is no fault where the EIPs say otherwise than EthereumJS does.
 */
export async function compareWithReferee(
  name: string,
  { genesisBlockHeader, pre, blocks }: BlockchainTest,
  config: object,
): Promise<Difference | undefined> {
  await initCrypto()
  const { gasLimit, baseFeePerGas, timestamp, excessBlobGas } = genesisBlockHeader
  const parsed = parseGenesis({ config, gasLimit, difficulty: '0x0', alloc: pre })
  const protocol = protocolOf(parsed.rules, { transactionGasCap: true })
  const common = protocol.commonAt(0n, BigInt(timestamp ?? 0))
  const known = new Set(parsed.accounts.map(({ address }) => address.toLowerCase()))
  const missing = systemContracts(common).filter(({ address }) => !known.has(address))
  const accounts = [...parsed.accounts, ...missing]
  const state = buildState(accounts)
  const header = { number: 0n, timestamp, gasLimit, baseFeePerGas, excessBlobGas, blobGasUsed: 0n }
  const genesis = createBlock(
    { header: { ...header, stateRoot: state.root() } as HeaderData },
    { common, skipConsensusFormatValidation: true },
  )
  const referee = await Referee.create(protocol.separateCommon(0n, 0n), accounts, genesis)
  const chain = [sealedBlock(genesis, { transactions: [], receipts: [], state })]
  const machines = new EvmPool(emptyState(), { realMs: () => 0, yield: async () => {} })
  const blockHashes = (number: bigint) => chain[Number(number)]?.header.hash()
  for (const { rlp, blockAccessList } of blocks) {
    const decoded = partsOf(hexToBytes(rlp))
    if (decoded === undefined) return undefined
    const engine = { machines, common, blockHashes }
    const pending = await PendingBlock.open(engine, chain.at(-1) as SealedBlock, decoded.fields)
    for (const raw of decoded.transactions) {
      // What cannot be in the block is left out of it.
      await addTo(pending, () => decodeWithoutBlobs(raw, common))
    }
    const sealed = await pending.seal().catch(reasonOf)
    // Its access list can be too long for its gas limit.
    if (typeof sealed === 'string') return undefined
    const problem = await referee
      .validate(sealed.block.serialize(), sealed.accessList)
      .then(() => undefined, reasonOf)
    if (problem !== undefined) {
      return {
        problem: `EthereumJS: ${problem}`,
        known: knownDifference(name, problem, sealed, blockAccessList),
      }
    }
    chain.push(sealed)
  }
  return undefined
}

/** Why EthereumJS's access list is another one than the EIPs say; nothing where that is not known. */
function knownDifference(
  name: string,
  problem: string,
  { receipts, transactions, accessList }: SealedBlock,
  ofTest: readonly { readonly address: string }[] = [],
): string | undefined {
  if (/system address must not be included/.test(problem)) {
    return 'EthereumJS refuses a list with the system address, which was accessed (EIP-7928)'
  }
  if (!/^invalid block access list/.test(problem)) return undefined
  const builders = [builderDeposits, builderExits].map(({ packed }) => packed)
  const ours = decodeAccessList(accessList ?? new Uint8Array())
    .map(({ address }) => address)
    .filter((address) => !builders.includes(address))
  const theirs = ofTest.map(({ address }) => pack(hexToBytes(address)))
  if (ours.length === theirs.length && ours.every((address, index) => address === theirs[index])) {
    return "EthereumJS lists other accounts than the test's own list, which has those of ours"
  }
  // EthereumJS has an earlier revision of EIP-8037, so that the creation runs out of gas.
  if (name.includes('create_contract_oog')) {
    return 'EthereumJS charges a creation for its account before it asks whether its value can be paid'
  }
  const hasUsedAll = receipts.some(
    ({ status, gasUsed }, index) =>
      status === 0 && gasUsed === transactions[index]?.envelope.gasLimit,
  )
  return hasUsedAll
    ? 'EthereumJS lists otherwise what is accessed before there is no gas to begin (EIP-2780)'
    : undefined
}

async function addTo(
  pending: PendingBlock,
  decode: () => ReturnType<typeof decodeWithoutBlobs>,
): Promise<void> {
  let transaction: ReturnType<typeof decodeWithoutBlobs>
  try {
    transaction = decode()
  } catch {
    return
  }
  await pending.add(transaction)
}

/** A block's fields that are not computed, and its transactions; nothing for what is no block. */
function partsOf(
  encoded: Uint8Array,
): { fields: HeaderFields; transactions: Uint8Array[] } | undefined {
  try {
    const [header, list] = RLP.decode(encoded) as [Uint8Array[], NestedUint8Array]
    const field = (place: number) => header[place] ?? new Uint8Array()
    const fields = {
      coinbase: field(at.coinbase),
      gasLimit: bytesToBigInt(field(at.gasLimit)),
      timestamp: bytesToBigInt(field(at.timestamp)),
      extraData: field(at.extraData),
      prevRandao: field(at.mixHash),
      parentBeaconBlockRoot: field(at.beaconRoot),
    }
    const transactions = list.map((item) => (item instanceof Uint8Array ? item : RLP.encode(item)))
    return { fields, transactions }
  } catch {
    return undefined
  }
}
