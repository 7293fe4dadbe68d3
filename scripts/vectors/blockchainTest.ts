import { type NestedUint8Array, RLP } from '@ethereumjs/rlp'
import { createDevnet } from '../../src/app/createDevnet.ts'
import { reasonOf } from '../../src/lib/errors.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../src/lib/hex.ts'
import { configOf } from './network.ts'
import { compareWithReferee } from './refereeRun.ts'
import { isExpected, isOfTransaction } from './refusals.ts'
import type { BlockchainTest, Outcome } from './vectorFile.ts'

/** Fields of a header that a genesis file has too. */
const genesisFields = [
  ...['nonce', 'timestamp', 'extraData', 'gasLimit', 'difficulty', 'mixHash', 'coinbase'],
  ...['baseFeePerGas', 'excessBlobGas', 'blobGasUsed', 'slotNumber'],
]

/**
 * Runs each chain of blocks that the test has through a devnet: the head must be the test's, and a
 * block that must be refused is, for the reason that the test says. Of a test for an earlier devnet than the rules here
 * only the transactions are run, which EthereumJS must run to the same.
 */
export async function runBlockchainTest(name: string, test: BlockchainTest): Promise<Outcome> {
  const { chainid = '0x1', blobSchedule } = test.config ?? {}
  const config = configOf(test.network, { chainId: Number(chainid), blobSchedule })
  if (config === undefined) return { name, kind: 'leftOut', reason: `network ${test.network}` }
  const older = olderRelease(test)
  if (older !== undefined) return outcomeOfOlder(name, test, config, older)
  const problem = await problemOf(test, config)
  return problem === undefined
    ? { name, kind: 'passed' }
    : { name, kind: 'failed', reason: problem }
}

async function outcomeOfOlder(
  name: string,
  test: BlockchainTest,
  config: object,
  release: string,
): Promise<Outcome> {
  if (test.network !== 'Amsterdam') return { name, kind: 'leftOut', reason: release }
  const { problem, known } = (await compareWithReferee(name, test, config)) ?? {}
  if (problem !== undefined && known === undefined) return { name, kind: 'failed', reason: problem }
  const why = known ?? 'its transactions run as by EthereumJS'
  return { name, kind: 'leftOut', reason: `${release}, earlier than ${rulesOfDraft}: ${why}` }
}

/** The devnet whose rules the draft hardfork has here. */
const rulesOfDraft = 'glamsterdam-devnet-8'

/** The release that a test of the draft hardfork is from, where that is for an earlier devnet than the rules here. */
function olderRelease({ network, _info: { url = '' } = {} }: BlockchainTest): string | undefined {
  const release = /\/blob\/([^/]+)\//.exec(url)?.[1]
  const isDraft = network.includes('Amsterdam')
  if (!isDraft || release === undefined) return undefined
  return /glamsterdam-devnet@v([89]|\d\d)/.test(release) ? undefined : release
}

async function problemOf(test: BlockchainTest, config: object): Promise<string | undefined> {
  const genesis = genesisOf(test, config)
  const valid = new Map<Hex, { readonly rlp: Uint8Array; readonly parent: Hex }>()
  /** Blocks from genesis to the one with this hash. */
  const chainTo = (hash: Hex | undefined): Uint8Array[] => {
    const chain: Uint8Array[] = []
    for (let at = hash && valid.get(hash); at; at = valid.get(at.parent)) chain.unshift(at.rlp)
    return chain
  }
  let previous: Hex | undefined
  for (const { rlp, blockHeader, expectException } of test.blocks) {
    const bytes = hexToBytes(rlp)
    const parent = parentOf(bytes)
    if (expectException === undefined && blockHeader !== undefined) {
      previous = blockHeader.hash as Hex
      valid.set(previous, { rlp: bytes, parent: parent ?? '0x' })
      continue
    }
    const isKnown = parent !== undefined && valid.has(parent)
    const before = chainTo(
      isKnown ? parent : parent === test.genesisBlockHeader.hash ? undefined : previous,
    )
    const said = await refusalOf(genesis, before, bytes, expectException)
    if (said === undefined) return `a block is taken that must be refused: ${expectException}`
    if (!isExpected(said, expectException)) {
      return `a block is refused for another reason than ${expectException}: ${said}`
    }
  }
  const parents = new Set([...valid.values()].map(({ parent }) => parent))
  const leaves = [...valid.keys()].filter((hash) => !parents.has(hash))
  for (const leaf of new Set([test.lastblockhash, ...leaves])) {
    const head = await headOf(genesis, chainTo(leaf)).catch(
      (error) => `refused: ${reasonOf(error)}`,
    )
    if (head !== leaf) return `the head is ${head}, and must be ${leaf}`
  }
  return undefined
}

/** Why a block is not taken after those before it. */
async function refusalOf(
  genesis: object,
  before: readonly Uint8Array[],
  block: Uint8Array,
  expected: string | undefined,
): Promise<string | undefined> {
  const error = await headOf(genesis, [...before, block]).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (error === undefined) return undefined
  const said = reasonOf(error)
  // Blocks with a transaction that cannot be in them are often recorded with the root of those without it,
  // which is looked at first: with the true root it is the transaction that is judged.
  const root =
    isOfTransaction(expected) && /transactions root: .* must have (0x\w{64})/.exec(said)?.[1]
  if (!root) return said
  return refusalOf(genesis, before, withTransactionsRoot(block, hexToBytes(root)), expected)
}

const transactionsRootAt = 4

function withTransactionsRoot(block: Uint8Array, root: Uint8Array): Uint8Array {
  const [header, ...rest] = RLP.decode(block) as [Uint8Array[], ...NestedUint8Array]
  return RLP.encode([Object.assign([...header], { [transactionsRootAt]: root }), ...rest])
}

/** Hash of the head after the blocks. Throws what refuses one of them. */
async function headOf(genesis: object, blocks: readonly Uint8Array[]): Promise<Hex> {
  await using devnet = await createDevnet({
    genesis,
    ...(blocks.length > 0 && { chain: Buffer.concat(blocks) }),
    accounts: 0,
    clock: 'manual',
    mining: 'manual',
  })
  const params = ['latest', false]
  const { hash } = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
  return hash
}

function genesisOf({ genesisBlockHeader, pre }: BlockchainTest, config: object): object {
  const fields = genesisFields.flatMap((field) => {
    const value = genesisBlockHeader[field]
    return value === undefined ? [] : [[field, value]]
  })
  return { config, ...Object.fromEntries(fields), alloc: pre }
}

/** The hash of the parent that an encoded block names; none where that cannot be read. */
function parentOf(block: Uint8Array): Hex | undefined {
  try {
    const [header] = RLP.decode(block) as Uint8Array[][]
    const parent = header?.[0]
    return parent instanceof Uint8Array ? bytesToHex(parent) : undefined
  } catch {
    return undefined
  }
}
