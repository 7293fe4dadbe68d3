import type { ChainState, Reached, StateTag } from '../../types/chainStates.ts'
import type { Fault } from '../../types/fault.ts'
import type { NetworkRecord, SyncSend } from '../../types/network.ts'
import { InvalidOption, show } from './optionValues.ts'

/** The states of a chain with flashblocks on Ethereum's rules or the OP stack's, as SERVICE's contract has them. */
export const standardStates: readonly ChainState[] = [
  {
    name: 'pooled',
    reached: 'arrival',
    withdrawal: 'silent',
    tags: [],
    shows: ['transaction', 'count'],
    subscriptions: ['newPendingTransactions'],
  },
  {
    name: 'published',
    reached: 'subBlock',
    withdrawal: 'newIndex0',
    tags: ['pending'],
    shows: ['transaction', 'receipt', 'count', 'logs'],
    subscriptions: ['newFlashblockTransactions', 'pendingLogs', 'newFlashblocks'],
  },
  {
    name: 'sealed',
    reached: 'seal',
    withdrawal: 'removedLogs',
    tags: ['latest'],
    shows: ['transaction', 'receipt', 'count', 'logs'],
    subscriptions: ['newHeads', 'logs', 'transactionReceipts'],
  },
  {
    name: 'safe',
    reached: 'safe',
    withdrawal: 'removedLogs',
    tags: ['safe'],
    shows: ['transaction', 'receipt', 'count', 'logs'],
    subscriptions: [],
  },
  {
    name: 'finalized',
    reached: 'finalized',
    withdrawal: 'never',
    tags: ['finalized'],
    shows: ['transaction', 'receipt', 'count', 'logs'],
    subscriptions: [],
  },
]

/** The states without sub-blocks: what is sealed answers their tags. */
export function withoutSubBlocks(states: readonly ChainState[]): readonly ChainState[] {
  const hidden = states.filter(({ reached }) => reached === 'subBlock')
  const tags = hidden.flatMap((state) => state.tags)
  return states
    .filter((state) => !hidden.includes(state))
    .map((state) =>
      state.reached === 'seal' ? { ...state, tags: [...new Set([...state.tags, ...tags])] } : state,
    )
}

/** The wait of `eth_sendRawTransactionSync` without a network: Base's times, geth's words. */
export const standardSync: SyncSend = {
  defaultMs: 6_000,
  maxMs: 6_000,
  over: 'cut',
  timeout: 'either',
  data: 'hash',
}

/** Whether clients read what is published by the tag `pending` alone. */
export function readsPending(network: Pick<NetworkRecord, 'states'> | undefined): boolean {
  const { latest, pending } = tagsOf(network).accounts
  return pending === 'subBlock' && latest !== 'subBlock'
}

/** Whether the network's nodes say nothing about logs of blocks that are replaced. */
export function isSilentlyReplaced(network: Pick<NetworkRecord, 'states'> | undefined): boolean {
  const sealed = network?.states.find(({ reached }) => reached === 'seal')
  return sealed?.withdrawal === 'silent'
}

/** Whether two blocks of a network can have one timestamp. */
export function sharesSeconds({
  blockMs,
  largeBlocks,
}: Pick<NetworkRecord, 'blockMs' | 'largeBlocks'>): boolean {
  return blockMs < 1000 || largeBlocks !== undefined
}

/** Returns how many blocks must follow a block that reaches the state; none where blocks do not decide it. */
export function blocksUntil(
  reached: Reached,
  chain: { slotsBehind(tag: 'safe' | 'finalized'): bigint },
): bigint | undefined {
  if (typeof reached === 'object') return BigInt(reached.blocks)
  if (reached === 'seal') return 0n
  return reached === 'safe' || reached === 'finalized' ? chain.slotsBehind(reached) : undefined
}

/** The states of the network that blocks of the chain come to after they are sealed, with the blocks that it takes. */
export function laterStates(
  network: Pick<NetworkRecord, 'states'> | undefined,
  chain: Parameters<typeof blocksUntil>[1],
): readonly (ChainState & { readonly blocks: bigint })[] {
  const { states } = network ?? { states: standardStates }
  return states.flatMap((state) => {
    const blocks = state.reached === 'seal' ? undefined : blocksUntil(state.reached, chain)
    return blocks === undefined ? [] : [{ ...state, blocks }]
  })
}

/** Says that a network has no flashblocks, and what there is instead. */
export function withoutFlashblocks({
  name,
  rules,
  blockMs,
}: Pick<NetworkRecord, 'name' | 'rules' | 'blockMs'>): string {
  const instead =
    rules === 'opStack' ? 'base-flashblocks has them' : `${name} seals a block every ${blockMs} ms`
  return `the network has no flashblocks; ${instead}`
}

/** Why a fault cannot happen to the states of the network; none when it can. */
export function obstacleTo(
  fault: Fault,
  network: NetworkRecord | undefined,
  chain: Parameters<typeof blocksUntil>[1],
): string | undefined {
  const isWithout = network !== undefined && network.flashblockMs === undefined
  switch (fault.kind) {
    case 'skipFlashblock':
    case 'repeatFlashblock':
    case 'delayPublishing':
    case 'stopPublishing':
    case 'republish':
    case 'freezePending':
      return isWithout ? withoutFlashblocks(network) : undefined
    case 'handOver':
      if (isWithout) return withoutFlashblocks(network)
      if (isOneABlock(network)) return 'a block of the network has one flashblock, its last'
      return fault.lost === undefined ? undefined : lasting(network, 'subBlock')
    case 'sealWithoutFlashblocks':
    case 'dropAtSeal':
    case 'replaceAtSeal':
    case 'reorderAtSeal':
      return lasting(network, 'subBlock')
    case 'abandonBlock':
      return lasting(network, 'seal')
    case 'skipState': {
      const names = laterStates(network, chain).map(({ name }) => name)
      if (names.includes(fault.state)) return undefined
      const others = names.length === 0 ? 'there are none' : `give ${names.join(', ')}`
      return `the state ${show(fault.state)} is none of those that follow the seal: ${others}`
    }
    default:
      return undefined
  }
}

/** Whether flashblocks come as seldom as blocks. */
function isOneABlock(network: Pick<NetworkRecord, 'blockMs' | 'flashblockMs'> | undefined) {
  return network?.flashblockMs !== undefined && network.flashblockMs >= network.blockMs
}

/** Says that what has come to the state stays in it, where the network's table has it so. */
function lasting(network: NetworkRecord | undefined, wanted: 'subBlock' | 'seal') {
  const state = network?.states.find(({ reached }) => reached === wanted)
  if (state?.withdrawal !== 'never') return undefined
  const what = wanted === 'seal' ? 'block' : 'transaction'
  return `the network never takes back a ${what} that is ${state.name}`
}

const stateTags: readonly StateTag[] = ['latest', 'pending', 'safe', 'finalized']

/** What the blocks of a tag can have reached. */
type TagReached = 'subBlock' | 'seal' | 'safe' | 'finalized'

/** What the newest block has reached that each tag names. */
export type TagTable = Readonly<Record<StateTag, TagReached>>

/** What the tags of a table name: when accounts are read and calls run, and when blocks are read. */
export interface Tags {
  readonly accounts: TagTable
  readonly blocks: TagTable
  /** Whether transactions in the pool can be read by hash, and count at `pending`. */
  readonly pool: { readonly isVisible: boolean; readonly isCounted: boolean }
}

const known = new WeakMap<readonly ChainState[], Tags>()

/** Returns what the tags of the network's table name; without a network, those of the standard one. */
export function tagsOf(network: Pick<NetworkRecord, 'states'> | undefined): Tags {
  const states = network?.states ?? standardStates
  const before = known.get(states)
  if (before !== undefined) return before
  const pooled = states.find(({ reached }) => reached === 'arrival')?.shows ?? []
  const tags: Tags = {
    accounts: tagTable(states, tagsOfAccounts),
    blocks: tagTable(states, tagsOfBlocks),
    pool: { isVisible: pooled.includes('transaction'), isCounted: pooled.includes('count') },
  }
  known.set(states, tags)
  return tags
}

const tagsOfAccounts = ({ tags }: ChainState) => tags
const tagsOfBlocks = ({ tags, blockTags = tags }: ChainState) => blockTags

function tagTable(
  states: readonly ChainState[],
  tagsIn: (state: ChainState) => readonly StateTag[],
): TagTable {
  const entries = stateTags.map((tag) => {
    const state = states.find((candidate) => tagsIn(candidate).includes(tag))
    const reached = state?.reached
    return [tag, isTagged(reached) ? reached : 'seal'] as const
  })
  return Object.fromEntries(entries) as TagTable
}

function isTagged(reached: Reached | undefined): reached is TagReached {
  return (
    reached !== undefined && ['subBlock', 'seal', 'safe', 'finalized'].includes(reached as string)
  )
}

/** Throws an `InvalidOption` for a table that names nothing, or names what cannot come about. */
export function checkStates({ states, flashblockMs }: NetworkRecord): void {
  const refuse = (what: string, wanted: string) => {
    throw new InvalidOption('network.states', what, wanted)
  }
  refuseSame(states)
  if (!states.some(({ reached }) => reached === 'seal')) {
    refuse(states.map(({ name }) => name).join(', '), 'give a state that is reached by "seal"')
  }
  const published = states.find(({ reached }) => reached === 'subBlock')
  if (published !== undefined && flashblockMs === undefined) {
    refuse(published.name, 'nothing reaches it: give flashblockMs, or remove the state')
  }
  if (published === undefined && flashblockMs !== undefined) {
    const wanted = 'nothing shows the flashblocks: give a state that is reached by "subBlock"'
    throw new InvalidOption('network.flashblockMs', flashblockMs, wanted)
  }
  const early = states.find(
    ({ reached, tags, blockTags = [] }) => tags.length + blockTags.length > 0 && !isTagged(reached),
  )
  if (early !== undefined) {
    refuse(
      early.name,
      'tags name blocks that are published, sealed, safe or finalized: remove its tags',
    )
  }
  for (const tagsIn of [tagsOfAccounts, tagsOfBlocks]) {
    for (const tag of stateTags) {
      const answering = states.filter((state) => tagsIn(state).includes(tag))
      if (answering.length === 0) refuse(tag, 'no state answers this tag: give it to one of them')
      if (answering.length > 1) {
        const names = answering.map(({ name }) => name).join(' and ')
        refuse(tag, `${names} both answer this tag: leave it to one of them`)
      }
    }
  }
}

/** Throws an `InvalidOption` where two states have one name, or are reached at the same moment. */
function refuseSame(states: readonly ChainState[]): void {
  const names = new Set<string>()
  const moments = new Map<string | number, string>()
  for (const [index, { name, reached }] of states.entries()) {
    const moment = typeof reached === 'string' ? reached : reached.blocks
    const other = moments.get(moment)
    const [member, problem] = names.has(name)
      ? ['name', 'another state has this name: give it another one']
      : ['reached', `${other} is reached then: leave it to one of them`]
    if (names.has(name) || other !== undefined) {
      const value = member === 'name' ? name : moment
      throw new InvalidOption(`network.states[${index}].${member}`, value, problem)
    }
    names.add(name)
    moments.set(moment, name)
  }
}
