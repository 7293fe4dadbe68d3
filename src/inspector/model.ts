import type { Block, Flashblock, Hex, Message, Status } from './wire.ts'

/** Blocks that are kept, as many as a snapshot has. */
const maxBlocks = 48

/** The chain as the page knows it. Never changes: `follow` makes a new one. */
export interface Model {
  /** The number of the newest message. */
  readonly seq: number
  /** Oldest first. */
  readonly blocks: readonly Block[]
  /** The flashblocks of the open block. */
  readonly pending: readonly Flashblock[]
  readonly status: Status
  /** Blocks that have left the chain, the newest that are remembered. */
  readonly removed: readonly Block[]
}

/** The model after a message; `undefined` when one before it is missing, so that a snapshot is needed. */
export function follow(model: Model | undefined, message: Message): Model | undefined {
  if (message.kind === 'snapshot') {
    const { seq, blocks, pending, status } = message
    const own = removedBy(model, blocks)
    const known = new Set(own.map(({ hash }) => hash))
    const removed = [...message.removed.filter(({ hash }) => !known.has(hash)), ...own]
    return { seq, blocks, pending, status, removed: removed.slice(-maxBlocks) }
  }
  if (model === undefined || message.seq !== model.seq + 1) return undefined
  const next = { ...model, seq: message.seq }
  switch (message.kind) {
    case 'flashblock':
      return { ...next, pending: withFlashblock(model.pending, message.flashblock) }
    case 'block':
      return { ...next, blocks: [...model.blocks, message.block].slice(-maxBlocks), pending: [] }
    case 'reorg': {
      const gone = new Set(message.removed)
      const isGone = ({ hash }: Block): boolean => gone.has(hash)
      const removed = [...model.removed, ...model.blocks.filter(isGone)].slice(-maxBlocks)
      return {
        ...next,
        blocks: model.blocks.filter((block) => !isGone(block)),
        pending: [],
        removed,
      }
    }
    case 'status': {
      const { status } = message
      return { ...next, status, pending: model.pending.slice(0, status.published) }
    }
    case 'requests':
    case 'pooled':
    case 'dropped':
      return next
  }
}

/** One that comes again changes nothing. */
function withFlashblock(
  pending: readonly Flashblock[],
  flashblock: Flashblock,
): readonly Flashblock[] {
  const index = Number(flashblock.index)
  if (index === 0) return [flashblock]
  return index < pending.length ? pending : [...pending, flashblock]
}

/** Returns the blocks that a snapshot lacks though it covers their numbers. */
function removedBy(model: Model | undefined, blocks: readonly Block[]): readonly Block[] {
  if (model === undefined) return []
  const kept = new Set<Hex>(blocks.map(({ hash }) => hash))
  const lowest = BigInt(blocks[0]?.number ?? 0)
  const gone = model.blocks.filter(
    ({ hash, number }) => !kept.has(hash) && BigInt(number) >= lowest,
  )
  return [...model.removed, ...gone].slice(-maxBlocks)
}
