import type { Hex } from 'viem'
import type { Random } from '../../../src/lib/random.ts'
import type { BlockFault } from '../../../src/types/blockFaults.ts'
import type { Fault } from '../../../src/types/fault.ts'
import type { MessageFault } from '../../../src/types/messageFaults.ts'
import type { RequestFault } from '../../../src/types/requestFaults.ts'

/** What faults of blocks can be aimed at. */
interface Targets {
  readonly hashes: readonly Hex[]
  readonly sender: Hex
  /** A signed transaction. */
  readonly raw: Hex
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.upTo(items.length - 1)] as Item
}

function frequency(random: Random): Pick<Fault, 'times' | 'probability'> {
  return { times: 1 + random.upTo(3), probability: pick(random, [0.3, 0.7, 1]) }
}

/** One of the newest, which may still be in the open block. */
function newest(random: Random, hashes: readonly Hex[]): Hex {
  return pick(random, hashes.slice(-8))
}

/** A fault of any kind that happens to blocks. */
export function drawBlockFault(random: Random, { hashes, sender, raw }: Targets): BlockFault {
  const index = pick(random, [undefined, 0, 1, 2, 3])
  const faults: readonly BlockFault[] = [
    { kind: 'dropAtSeal', requeue: random.upTo(1) === 1 },
    { kind: 'dropAtSeal', from: sender, requeue: random.upTo(1) === 1 },
    { kind: 'dropAtSeal', transaction: newest(random, hashes) },
    { kind: 'replaceAtSeal', transaction: newest(random, hashes), with: raw },
    { kind: 'replaceAtSeal', transaction: newest(random, hashes), with: raw },
    { kind: 'reorderAtSeal', order: pick(random, ['reverse', 'shuffle'] as const) },
    { kind: 'reorderAtSeal', order: random.shuffle(hashes.slice(-4)) },
    { kind: 'sealWithoutFlashblocks', count: 1 + random.upTo(2) },
    { kind: 'skipFlashblock', index },
    { kind: 'repeatFlashblock', index },
    { kind: 'delayPublishing', ms: random.upTo(300), jitterMs: random.upTo(300) },
    { kind: 'stopPublishing', ms: random.upTo(900) },
    { kind: 'republish' },
    { kind: 'abandonBlock', transactions: pick(random, ['requeue', 'lose', 'keep'] as const) },
    { kind: 'skipState', state: pick(random, ['safe', 'finalized']) },
    { kind: 'handOver', lost: random.upTo(2) },
    { kind: 'delayInclusion', ms: random.upTo(900) },
    { kind: 'delayInclusion', ms: random.upTo(900), from: sender },
  ]
  return { ...pick(random, faults), ...frequency(random) }
}

/** A fault of any kind that happens to requests over the connection. */
export function drawRequestFault(random: Random, connection: string): RequestFault {
  const faults: readonly RequestFault[] = [
    // Without jitter, so that the script knows when the answer comes.
    { kind: 'latency', ms: 1 + random.upTo(300) },
    { kind: 'error', message: 'busy', data: [1] },
    { kind: 'disconnect', lost: pick(random, ['request', 'answer'] as const) },
    { kind: 'staleReads', flashblocks: 1 + random.upTo(5) },
  ]
  const method = pick(random, ['eth_*', 'eth_get*', 'eth_send*'])
  return { ...pick(random, faults), ...frequency(random), method, connection }
}

/** A fault of any kind that happens to messages over the connection. */
export function drawMessageFault(random: Random, connection: string): MessageFault {
  const subscription = pick(random, ['newHeads', 'logs', 'newFlashblocks', undefined])
  const faults: readonly MessageFault[] = [
    { kind: 'loseMessage', subscription },
    { kind: 'closeSocket', subscription },
  ]
  return { ...pick(random, faults), ...frequency(random), connection }
}
