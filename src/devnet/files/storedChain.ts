import { type BlockRun, makeRun } from '../../chain/blockRun.ts'
import { Chain } from '../../chain/chain.ts'
import { type Clock, checkTimestamp } from '../../clock/clock.ts'
import { createPace, finishInTurns, onceIn, yieldToEventLoop } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import { namesToStore } from '../../files/state/storedBlocks.ts'
import { equalBytes } from '../../lib/hex.ts'
import { PersistentState } from '../../state/persistentState.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import {
  type ForkPoint,
  type StoredChain,
  type StoredClock,
  type StoredFields,
  type StoredRun,
  storedForms,
} from '../../types/stateFile.ts'
import type { PendingBlockView, SealedBlock } from '../../types/view.ts'
import type { Impersonation } from '../accounts/impersonation.ts'
import type { BlockFields } from '../build/blockFields.ts'
import type { FixtureNames } from '../fixtures/fixtureNames.ts'

/** The parts of a devnet that a stored chain is made of. */
export interface StoredDeps {
  readonly protocol: Protocol
  readonly chain: Chain
  readonly pool: TxPool
  readonly clock: Clock
  readonly fields: BlockFields
  readonly impersonation: Impersonation
  readonly names: FixtureNames
  readonly forked: { readonly live: { readonly point: ForkPoint } | undefined }
  /** The block that is open. */
  readonly pending: PendingBlockView | undefined
}

/** Blocks as a file has them, oldest first. */
type StoredBlocks = StoredChain['blocks']

/**
 * All that a file keeps of a chain, whose blocks do not change meanwhile. What is pre-confirmed but not sealed waits
 * again in the file.
 */
export async function storedChain(deps: StoredDeps): Promise<StoredChain> {
  const parts = await finishInTurns(deps.chain.parts(), createPace(deps.clock))
  const { protocol, chain, pool, clock, fields, impersonation, names, pending } = deps
  // The block makes its deposits again.
  const preconfirmed = (pending?.transactions ?? []).filter(({ envelope }) => !isDeposit(envelope))
  const hashes = new Set(preconfirmed.map(({ hash }) => hash))
  return {
    rules: protocol.rules,
    fork: deps.forked.live?.point,
    clock: storedClock(clock),
    fields: storedFields(fields),
    impersonation: impersonation.data(),
    names: namesToStore(names.known),
    pool: [...preconfirmed, ...pool.all().filter(({ hash }) => !hashes.has(hash))],
    final: chain.finalNumber,
    blocks: storedBlocks(parts),
  }
}

/**
 * Returns the stored blocks with the block before each run, from which the run is made, also when it is not kept any
 * more.
 */
function storedBlocks(parts: readonly (SealedBlock | BlockRun)[]): StoredBlocks {
  let top = -1n
  return parts.flatMap((part): StoredBlocks => {
    if (!('from' in part)) {
      top = part.number
      return [part]
    }
    const run = storedRun(part)
    const blocks = top === part.before.number ? [run] : [part.before, run]
    top = part.to
    return blocks
  })
}

function storedClock(clock: Clock): StoredClock {
  const { nowMs, offsetMs, nextTimestamp, intervalSeconds } = clock.snapshot()
  const now = clock.mode === 'manual' ? { nowMs } : {}
  return { ...now, offsetMs, nextTimestamp, intervalSeconds }
}

/** Returns the fields in one order, so that equal fields give equal bytes. */
function storedFields(fields: BlockFields): StoredFields {
  const chosen = fields.snapshot()
  const names = Object.keys(storedForms) as (keyof StoredFields)[]
  return Object.fromEntries(names.map((name) => [name, chosen[name]] as const)) as StoredFields
}

function storedRun({ from, to, intervalSeconds, gap, after }: BlockRun): StoredRun {
  // Of a run that was rewound below its gap, or into what is behind it, the gap is as it was.
  const skipped = gap && gap.from <= to ? { from: gap.from, to: gap.to } : undefined
  return { kind: 'run', from, to, intervalSeconds, gap: skipped, state: after }
}

/**
 * Sets a clock as it was stored. A real one goes on with the same offset, as time has passed
 * meanwhile; none is behind the head.
 */
export function restoreClock(clock: Clock, stored: StoredClock, head: SealedBlock): void {
  const { nowMs, offsetMs } = clock.snapshot()
  const moved = nowMs - offsetMs + stored.offsetMs
  clock.restore({
    nowMs: (clock.mode === 'manual' ? stored.nowMs : undefined) ?? moved,
    offsetMs: stored.offsetMs,
    nextTimestamp: stored.nextTimestamp,
    intervalSeconds: stored.intervalSeconds,
  })
  clock.follow(head.header.timestamp)
}

export interface ChainOfOptions {
  readonly protocol: Protocol
  /** What stands at the bottom, with nothing between, when the blocks begin later. */
  readonly genesis: SealedBlock
  /** Whether the first of the blocks is a genesis of their own, whatever its number. */
  readonly isWhole: boolean
  readonly slotsInAnEpoch?: number | undefined
  readonly finalizedLag?: number | undefined
  /** Number of the newest final block. @default the newest that cannot be built again */
  readonly final?: bigint | undefined
}

/** A chain of blocks out of a file. Throws a `ChainError` for one that does not follow, a `TimestampTooHighError`. */
export async function chainOf(
  blocks: StoredBlocks,
  {
    protocol,
    genesis,
    isWhole,
    slotsInAnEpoch,
    finalizedLag,
    final = lastFinal(blocks),
  }: ChainOfOptions,
): Promise<Chain> {
  const [first = genesis, ...others] = blocks
  const isBottom = first.kind === 'sealed' && (isWhole || first.number <= genesis.number)
  const bottom = isBottom ? first : genesis
  const common = () => protocol.separateCommon(bottom.number, bottom.header.timestamp)
  const chain = Chain.create(bottom, { common, slotsInAnEpoch, finalizedLag })
  let work = 0
  for (const part of isBottom ? others : [first, ...others]) {
    if (part.kind === 'run') {
      await appendRun(chain, part)
      continue
    }
    if (isChild(part, chain.head)) chain.append(part)
    else chain.appendCheckpoint(part)
    work += 1 + part.transactions.length
    if (work < appendedInTurn) continue
    work = 0
    await yieldToEventLoop()
  }
  checkTimestamp(chain.head.header.timestamp)
  chain.finalize(final < chain.head.number ? final : undefined)
  return chain
}

/** Blocks of Anvil may name another parent: one that was edited, or that is not in the file. */
function isChild({ number, header }: SealedBlock, parent: SealedBlock): boolean {
  return number === parent.number + 1n && equalBytes(header.parentHash, parent.header.hash())
}

async function appendRun(chain: Chain, { state, ...shape }: StoredRun): Promise<void> {
  const pace = onceIn(hashesInTurn, yieldToEventLoop)
  const run = await finishInTurns(makeRun({ before: chain.head, ...shape }), pace)
  chain.appendRun({ ...run, after: state })
}

/** The number of blocks and transactions that are appended in a turn: some milliseconds. */
const appendedInTurn = 256

/** The number of hashes in a turn: some ten milliseconds. */
const hashesInTurn = 4096

/** The newest block whose parent's state was not kept: what was built on it cannot be built again. */
function lastFinal(blocks: StoredBlocks): bigint {
  let oldest = blocks.at(-1)
  for (const part of [...blocks].reverse()) {
    if (!(part.state instanceof PersistentState)) break
    oldest = part
  }
  if (oldest === undefined) return 0n
  return oldest.kind === 'run' ? oldest.from : oldest.number
}
