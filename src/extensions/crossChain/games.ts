import type { Sender } from '../../devnet/accounts/keyring.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import type { Settings } from '../../devnet/options/options.ts'
import { addressOfKey } from '../../ethereumjs/crypto.ts'
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
import { encodeParameters } from '../../wallet/abi.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addresses } from '../networks/op/l1Block.ts'
import { type ContractCall, requestOf } from './contractCalls.ts'

/** The kind of game that withdrawals rely on. */
export const gameType = 0

/** Runs the bridge: proposes, challenges, and may pause. */
export interface Operator extends Sender {
  readonly privateKey: Uint8Array
}

/** Returns the operator of the bridges of a devnet: the same for equal seeds. */
export function operatorOf({ seed }: Pick<Settings, 'seed'>): Operator {
  const privateKey = keccak256(new TextEncoder().encode(`preconf bridge ${seed}`))
  return { address: addressOfKey(privateKey), privateKey }
}

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
export const mostGames = 100n

export const madeTopic = eventTopic('DisputeGameCreated(address,uint32,bytes32)')

/** The slots of the factory's times and its list, and those of a game; see contracts/. */
const slots = { times: 2n, list: 5n, origin: 0n, state: 1n, claim: 2n, extraData: 4n } as const

/** A game about a state of an L2. */
export interface Game {
  readonly index: bigint
  readonly address: Hex
  /** Seconds. */
  readonly createdAt: bigint
  /** Whether nothing can be withdrawn by it any more. */
  readonly isChallenged: boolean
  /** Whether it can be challenged. */
  readonly isOpen: boolean
  readonly l2BlockNumber: bigint
  /** 32 bytes. */
  readonly claim: Uint8Array
}

/** The games about the states of an L2, on its L1. */
export interface Games {
  /** Whether a block of L1 makes one. */
  areMadeIn(block: SealedBlock): boolean
  /** The newest games, the last one first; of a fork those that were made on it. */
  newest(): Promise<readonly Game[]>
  /** Makes one about a block of the L2, where that can be. */
  propose(block: SealedBlock): Promise<void>
  /** Makes withdrawals by a game impossible. Returns the hash of the transaction on L1. */
  discard(game: Game): Promise<Hex>
  /** Ends the games whose time is over and that withdrawals wait for; none: they end by themselves. */
  resolve?(): Promise<void>
  /** Stops withdrawals of the portal, or lets them go on. Returns the hash of the transaction on L1. */
  setPaused(isPaused: boolean): Promise<Hex>
}

/** Whether a block has a log of the factory that makes a game. */
export function makesGame({ receipts }: SealedBlock, factory: Uint8Array): boolean {
  return receipts.some(({ logs }) =>
    logs.some(
      ({ address, topics: [topic] }) =>
        topic !== undefined && equalBytes(address, factory) && equalBytes(topic, madeTopic),
    ),
  )
}

/** What a game says of its block: its number. */
export function extraDataOf({ number }: Pick<SealedBlock, 'number'>): Hex {
  return encodeParameters([{ type: 'uint256' }], [number])
}

/** The games of our own contracts, read from their storage. They are won by time alone. */
export class OwnGames implements Games {
  readonly #l1: Devnet
  readonly #l2: Devnet
  readonly #contracts: L1Contracts
  readonly #factory: Uint8Array
  readonly #gamesIn = lastKept((head: SealedBlock): readonly Game[] => [...this.#read(head)])

  constructor(l1: Devnet, l2: Devnet, contracts: L1Contracts) {
    this.#l1 = l1
    this.#l2 = l2
    this.#contracts = contracts
    this.#factory = hexToBytes(contracts.disputeGameFactory)
  }

  areMadeIn(block: SealedBlock): boolean {
    return makesGame(block, this.#factory)
  }

  async newest(): Promise<readonly Game[]> {
    return this.#gamesIn(this.#l1.chain.head)
  }

  async propose(block: SealedBlock): Promise<void> {
    const args = [gameType, bytesToHex(outputRoot(block)), extraDataOf(block)]
    await this.#send({ to: this.#factory, name: 'create', args })
  }

  discard({ address }: Game): Promise<Hex> {
    return this.#send({ to: hexToBytes(address), name: 'challenge' })
  }

  setPaused(isPaused: boolean): Promise<Hex> {
    const { systemConfig, portal } = this.#contracts
    const name = isPaused ? 'pause(address)' : 'unpause(address)'
    return this.#send({ to: hexToBytes(systemConfig), name, args: [portal] })
  }

  async #send(asked: ContractCall): Promise<Hex> {
    const operator = operatorOf(this.#l2.settings)
    const request = { ...requestOf(asked), from: operator.address, gas: 1_000_000n }
    return (await this.#l1.send(request, operator)).hash
  }

  *#read({ state, header }: SealedBlock): Generator<Game> {
    const read = (address: Uint8Array, slot: bigint) =>
      state.storage(address, numberToBytes(slot, 32))
    const count = bytesToBigInt(read(this.#factory, slots.list))
    const first = bytesToBigInt(keccak256(numberToBytes(slots.list, 32)))
    const data = bytesToBigInt(keccak256(numberToBytes(slots.extraData, 32)))
    // Of a state file the contracts may have other times than the options say.
    const maturity = bytesToBigInt(read(this.#factory, slots.times).subarray(4, 12))
    for (let index = count; index > 0n && index > count - mostGames; index--) {
      // Values that share a slot stand from its low end on.
      const game = read(this.#factory, first + index - 1n).subarray(0, 20)
      const createdAt = bytesToBigInt(read(game, slots.origin).subarray(4, 12))
      const isChallenged = bytesToBigInt(read(game, slots.state).subarray(4, 12)) !== 0n
      yield {
        index: index - 1n,
        address: bytesToHex(game),
        createdAt,
        isChallenged,
        isOpen: !isChallenged && createdAt + maturity > header.timestamp,
        l2BlockNumber: bytesToBigInt(read(game, data)),
        claim: read(game, slots.claim),
      }
    }
  }
}
