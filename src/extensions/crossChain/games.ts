import type { Devnet } from '../../devnet/devnet.ts'
import {
  bytesToBigInt,
  bytesToHex,
  equalBytes,
  type Hex,
  hexToBytes,
  numberToBytes,
} from '../../lib/hex.ts'
import { lastKept } from '../../lib/memo.ts'
import type { L1Contracts } from '../../types/crossChain.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addresses } from '../networks/op/l1Block.ts'

/** The first topic of an event's logs. */
export function eventTopic(signature: string): Uint8Array {
  return keccak256(new TextEncoder().encode(signature))
}

/** The commitment to a block of an L2, which games are about (specs/protocol/proposals.md). */
export function outputRoot({ hash, header, state }: SealedBlock): Uint8Array {
  const passer = state.account(addresses.messagePasser)
  if (passer === undefined) throw new Error('the L2 has no message passer')
  const parts = [new Uint8Array(32), header.stateRoot, passer.storageRoot, hexToBytes(hash)]
  const bytes = new Uint8Array(128)
  for (const [index, part] of parts.entries()) bytes.set(part, index * 32)
  return keccak256(bytes)
}

/** How many of the newest games are looked at. */
const mostGames = 100n

const madeTopic = eventTopic('DisputeGameCreated(address,uint32,bytes32)')

/** The slot of the factory's list, and those of a game; see contracts/. */
const slots = { list: 5n, origin: 0n, state: 1n, claim: 2n, extraData: 4n } as const

/** A game about a state of an L2. */
export interface Game {
  readonly index: bigint
  readonly address: Hex
  /** Seconds. */
  readonly createdAt: bigint
  readonly isChallenged: boolean
  readonly l2BlockNumber: bigint
  /** 32 bytes. */
  readonly claim: Uint8Array
}

/** The games about the states of an L2, as they are in the state of its L1. */
export class Games {
  readonly #l1: Devnet
  readonly #l2: Devnet
  readonly #factory: Uint8Array
  readonly #gamesIn = lastKept((head: SealedBlock): readonly Game[] => [...this.#read(head)])

  constructor(l1: Devnet, l2: Devnet, { disputeGameFactory }: L1Contracts) {
    this.#l1 = l1
    this.#l2 = l2
    this.#factory = hexToBytes(disputeGameFactory)
  }

  /** Whether a block of L1 makes a game. */
  areMadeIn({ receipts }: SealedBlock): boolean {
    return receipts.some(({ logs }) =>
      logs.some(
        ({ address, topics: [topic] }) =>
          topic !== undefined && equalBytes(address, this.#factory) && equalBytes(topic, madeTopic),
      ),
    )
  }

  /** The newest games whose claim is not what the L2 is, and that have not been challenged. */
  wrong(): readonly Hex[] {
    return this.newest
      .filter((game) => !game.isChallenged && !this.#isTrue(game.l2BlockNumber, game.claim))
      .map(({ address }) => address)
  }

  /** The newest games, the last one first. */
  get newest(): readonly Game[] {
    return this.#gamesIn(this.#l1.chain.head)
  }

  *#read({ state }: SealedBlock): Generator<Game> {
    const read = (address: Uint8Array, slot: bigint) =>
      state.storage(address, numberToBytes(slot, 32))
    const count = bytesToBigInt(read(this.#factory, slots.list))
    const first = bytesToBigInt(keccak256(numberToBytes(slots.list, 32)))
    const data = bytesToBigInt(keccak256(numberToBytes(slots.extraData, 32)))
    for (let index = count; index > 0n && index > count - mostGames; index--) {
      // Values that share a slot stand from its low end on.
      const game = read(this.#factory, first + index - 1n).subarray(0, 20)
      yield {
        index: index - 1n,
        address: bytesToHex(game),
        createdAt: bytesToBigInt(read(game, slots.origin).subarray(4, 12)),
        isChallenged: bytesToBigInt(read(game, slots.state).subarray(4, 12)) !== 0n,
        l2BlockNumber: bytesToBigInt(read(game, data)),
        claim: read(game, slots.claim),
      }
    }
  }

  #isTrue(number: bigint, claim: Uint8Array): boolean {
    const { chain } = this.#l2
    if (number < chain.oldestState && number > 0n) return true
    const block = chain.blockByNumber(number)
    return block !== undefined && equalBytes(outputRoot(block), claim)
  }
}
