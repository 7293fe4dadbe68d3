import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { type LaterField, laterFields } from '../../ethereumjs/header.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import { InvalidBlock } from '../../execution/rules/invalidBlock.ts'
import { bytesToHex, equalBytes, type Hex } from '../../lib/hex.ts'
import { unavailableState } from '../../state/unavailableState.ts'
import type { LoadedAccount, LoadedContract, LoadedFixture } from '../../types/fixture.ts'
import type { AnyHardforkName } from '../../types/genesis.ts'
import type { Abi, AbiItem } from '../../types/solidity/contract.ts'
import type { EditedBlock, PlacedEdit, StateTree } from '../../types/state.ts'
import type { StoredChain, StoredRun } from '../../types/stateFile.ts'
import type { SealedBlock } from '../../types/view.ts'
import { type BlockRules, decodeRecordedBlock } from '../chainFile.ts'
import { InvalidChainFile } from '../fileErrors.ts'
import { forkNames } from '../genesis/genesisConfig.ts'
import type { JsonReader } from '../jsonReader.ts'
import { paddedBytes, type Section, wholeNumber } from '../section.ts'
import { accountReader, addressOf, bytesOf, isNull, replacedNonce } from './stateAccounts.ts'
import { inBlock, receiptOf, sectionsOf, transactionOf } from './storedReceipt.ts'

/** The rules of the file, with the id that its chain has or another that it had. */
export type Protocols = (chainId?: number) => Protocol

/** Returns the chain id that a file names, if it names one. */
export function chainIdOf(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

/** Reads the blocks of a file; there they stand newest first, so that each state follows from the one read before it. */
export async function readBlocks(
  json: JsonReader,
  current: StateTree,
  protocols: Protocols,
): Promise<StoredChain['blocks']> {
  const parts: (SealedBlock | StoredRun)[] = []
  let newer = current
  let isNewerStray = false
  await json.array(async () => {
    let chainId: number | undefined
    let hardfork: AnyHardforkName | undefined
    let fields: readonly LaterField[] | undefined
    let isStray = false
    let block: Block | undefined
    let run: Section | undefined
    let outcomes: readonly Section[] = []
    let state: StateTree | undefined
    let edits: readonly PlacedEdit[] = []
    let builtOn: StateTree | undefined
    await json.object(async (key) => {
      if (key === 'chainId') chainId = chainIdOf(wholeNumber(await json.scalar()))
      else if (key === 'hardfork') hardfork = hardforkIn(json, await json.scalar())
      else if (key === 'fields') fields = laterFieldsIn(await json.value())
      else if (key === 'isStray') isStray = (await json.scalar()) === true
      else if (key === 'block') {
        const bytes = bytesOf(json, await json.scalar())
        const protocol = protocols(chainId)
        const rules = hardfork && { chainId: Number(protocol.chainId), hardfork, fields }
        block = blockOf(json, bytes, { protocol, common: rules && protocol.recorded(rules) })
      } else if (key === 'run') run = await json.section()
      else if (key === 'transactions') outcomes = await sectionsOf(json)
      else if (key === 'changes') state = await readChanges(json, newer)
      else if (key === 'edits') edits = (await sectionsOf(json)).map(editOf)
      else if (key === 'builtOn') builtOn = await readChanges(json, state ?? newer)
      else await json.skip()
    })
    if (run !== undefined) parts.push(runOf(run, state))
    else if (block === undefined) return json.refuse('has no block')
    else {
      const edited = builtOn && { builtOn, edits }
      parts.push(sealed(json, block, outcomes, { state, edited }))
    }
    if (!isNewerStray) refuseStray(json, parts)
    isNewerStray = isStray
    newer = builtOn ?? state ?? newer
  })
  return parts.reverse()
}

type Part = StoredChain['blocks'][number]

/**
 * What was read last must be what the one before it in the file, which is newer, stands on. Only
 * below all others there may be a gap: genesis, on which a chain stands that begins late.
 */
function refuseStray(json: JsonReader, parts: readonly Part[]): void {
  const [newer, above, part] = [parts.at(-3), parts.at(-2), parts.at(-1)]
  const isStray = above && part && !isOn(above, part) && !isAcrossGap(above, part)
  const isBelowGap = newer && above && isAcrossGap(newer, above)
  if (above === undefined || part === undefined || !(isStray || isBelowGap)) return
  const name = part.kind === 'run' ? part.to : `${part.number} (${part.hash})`
  json.refuse(`is block ${name}, which is not the parent of ${lowest(above)}`)
}

/** Returns whether a part may be the parent; the hashes of a run depend on its parent. */
function isOn(above: Part, part: Part): boolean {
  return above.kind === 'run' || part.kind === 'run'
    ? highest(part) + 1n === lowest(above)
    : equalBytes(above.header.parentHash, part.header.hash())
}

function isAcrossGap(above: Part, part: Part): boolean {
  return above.kind === 'sealed' && highest(part) + 1n < lowest(above)
}

function lowest(part: Part): bigint {
  return part.kind === 'run' ? part.from : part.number
}

function highest(part: Part): bigint {
  return part.kind === 'run' ? part.to : part.number
}

function runOf(run: Section, after: StateTree | undefined): StoredRun {
  const required = (key: string): bigint =>
    run.number(key) ?? run.refuse(key, 'give a whole number')
  const [from, to] = [required('from'), required('to')]
  if (from === 0n || to < from) run.refuse('to', `give a block from ${from} on, which is not 0`)
  const state = after ?? unavailableState(to)
  const gap = gapOf(run.section('gap'), from, to)
  return { kind: 'run', from, to, intervalSeconds: required('intervalSeconds'), gap, state }
}

function gapOf(gap: Section | undefined, first: bigint, last: bigint): StoredRun['gap'] {
  if (gap === undefined) return undefined
  const [from, to] = [gap.number('from') ?? first, gap.number('to') ?? last]
  if (from <= first || to < from || to >= last) {
    gap.refuse('from', `give blocks between ${first} and ${last}`)
  }
  return { from, to }
}

function editOf(section: Section): PlacedEdit {
  const storage = section.section('storage')
  const slots = storage?.keys.map((key) => {
    const slot = paddedBytes(key, 32) ?? section.refuse('storage', 'give slots of 32 bytes')
    return [slot, storage.padded(key, 32) ?? new Uint8Array(32)] as const
  })
  return {
    after: Number(section.number('after') ?? 0n),
    edit: {
      address: section.bytes('address', 20) ?? section.refuse('address', 'give 20 bytes'),
      balance: section.number('balance'),
      addBalance: section.number('addBalance'),
      nonce: section.number('nonce'),
      code: section.bytes('code'),
      storage: slots,
    },
  }
}

function hardforkIn(json: JsonReader, value: unknown): AnyHardforkName {
  return forkNames.find((name) => name === value) ?? json.refuse('there is no such hardfork')
}

function laterFieldsIn(value: unknown): readonly LaterField[] {
  const names = Array.isArray(value) ? value : []
  return laterFields.flatMap(([, field]) => (names.includes(field) ? [field] : []))
}

function blockOf(json: JsonReader, bytes: Uint8Array, rules: BlockRules): Block {
  try {
    return decodeRecordedBlock({ source: json.source, offset: 0, bytes }, rules)
  } catch (cause) {
    if (cause instanceof InvalidBlock || cause instanceof InvalidChainFile) {
      return json.refuse(`is not a valid block: ${cause.message}`)
    }
    throw cause
  }
}

/** The state that changes make of another; `undefined` for null. */
async function readChanges(json: JsonReader, from: StateTree): Promise<StateTree | undefined> {
  if (await isNull(json)) return undefined
  const accounts = accountReader(json, from, replacedNonce)
  await json.object((address) => accounts.account(address))
  return accounts.tree()
}

function sealed(
  json: JsonReader,
  block: Block,
  outcomes: readonly Section[],
  {
    state = unavailableState(block.header.number),
    edited,
  }: { state: StateTree | undefined; edited: EditedBlock | undefined },
): SealedBlock {
  const envelopes = block.transactions
  if (envelopes.length !== outcomes.length) {
    json.refuse(
      `has ${envelopes.length} transactions in its block, but ${outcomes.length} outcomes`,
    )
  }
  const receipts = outcomes.map((section, index) =>
    receiptOf(section, transactionOf(section, envelopes[index] as TypedTransaction)),
  )
  const transactions = receipts.map(({ transaction }) => transaction)
  return sealedBlock(block, { transactions, receipts: inBlock(receipts), state, edited })
}

/** What a file keeps of names, if there are any: all but private keys, as files get about. */
export function namesToStore({
  accounts,
  contracts,
  labels,
}: LoadedFixture): LoadedFixture | undefined {
  if (Object.keys(labels).length === 0) return undefined
  const withoutKeys = Object.entries(accounts).map(([name, { address }]) => [name, { address }])
  // In one order, whatever came first: a chain that is loaded writes the same file.
  const sorted = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    accounts: Object.fromEntries(withoutKeys),
    contracts,
    labels: Object.fromEntries(sorted),
  }
}

/** Reads what `namesToStore` gave. */
export async function readNames(json: JsonReader): Promise<LoadedFixture> {
  const accounts: Record<string, LoadedAccount> = Object.create(null)
  const contracts: Record<string, LoadedContract> = Object.create(null)
  const labels: Record<Hex, string> = {}
  await json.object(async (kind) => {
    if (kind === 'accounts') {
      await json.object(async (name) => {
        const { address } = await readContract(json)
        accounts[name] = { address }
      })
    } else if (kind === 'contracts') {
      await json.object(async (name) => {
        contracts[name] = await readContract(json)
      })
    } else if (kind === 'labels') {
      await json.object(async (key) => {
        labels[bytesToHex(addressOf(json, key))] = String(await json.scalar())
      })
    } else await json.skip()
  })
  return { accounts: { ...accounts }, contracts: { ...contracts }, labels }
}

async function readContract(json: JsonReader): Promise<LoadedContract> {
  let address: Uint8Array | undefined
  let abi: Abi = []
  await json.object(async (key) => {
    if (key === 'address') address = bytesOf(json, await json.scalar())
    else if (key === 'abi') abi = abiOf(json, await json.value())
    else await json.skip()
  })
  if (address?.length !== 20) return json.refuse('has no address of 20 bytes')
  return { address: bytesToHex(address), abi }
}

function abiOf(json: JsonReader, value: unknown): Abi {
  const isAbi = Array.isArray(value) && value.every((item) => typeof item?.type === 'string')
  return isAbi ? (value as AbiItem[]) : json.refuse('is not an ABI: give an array of ABI items')
}
