import type { IncludedTransaction } from '../../chain/chain.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import type { L1Settings } from '../../devnet/options/l1Options.ts'
import type { L1Deposit } from '../../execution/rules/opStack.ts'
import { greater } from '../../lib/bigints.ts'
import {
  bytesToBigInt,
  bytesToHex,
  equalBytes,
  type Hex,
  hexToBytes,
  numberToBytes,
} from '../../lib/hex.ts'
import type { L1Contracts } from '../../types/crossChain.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { encodeDeposit, userSource } from '../networks/op/deposit.ts'
import { addresses, readL1Block } from '../networks/op/l1Block.ts'
import { eventTopic, type Game, type Games } from './games.ts'

/** A transaction's hash and block on one of the chains. */
export interface Placed {
  readonly hash: Hex
  readonly blockNumber: bigint
}

/** Whether a message of the messengers has run: one that has failed can be relayed again. */
type Relay = 'waiting' | 'relayed' | 'failed'

/** What goes from one chain to the other. */
interface Sent {
  /** The network of the L2, at whose name it is served; none: it is the only one on its L1. */
  readonly network: string | undefined
  readonly from: Hex
  /** None: it creates a contract. */
  readonly to: Hex | undefined
  /** The ether that goes over, in wei. */
  readonly value: bigint
  /** None: it is no message of a messenger. */
  readonly relay: Relay | undefined
}

/** A deposit, from a transaction on L1 to one on L2. */
interface DepositCrossing extends Sent {
  readonly kind: 'deposit'
  readonly status: 'waiting' | 'preconfirmed' | 'success' | 'reverted'
  readonly l1: Placed
  readonly l2: { readonly hash: Hex; readonly blockNumber: bigint | undefined }
}

/** A withdrawal, with its state in the words of viem's `getWithdrawalStatus`. */
interface WithdrawalCrossing extends Sent {
  readonly kind: 'withdrawal'
  readonly status:
    | 'waiting-to-prove'
    | 'ready-to-prove'
    | 'waiting-to-finalize'
    | 'ready-to-finalize'
    | 'finalized'
  readonly l2: Placed
  readonly withdrawalHash: Hex
  /** The game that it is proven with, or that it can be proven with. */
  readonly game: Pick<Game, 'index' | 'address' | 'l2BlockNumber'> | undefined
  /** When it can be finalized, in seconds; none before it is proven. */
  readonly finalizableAt: bigint | undefined
}

export type Crossing = DepositCrossing | WithdrawalCrossing

const passedTopic = eventTopic(
  'MessagePassed(uint256,address,address,uint256,uint256,bytes,bytes32)',
)

/** How many crossings a list has, and how many blocks of each chain, and transactions, it is looked for in. */
const [mostListed, mostBlocks, mostSearched] = [50, 1000, 20_000]

/** The slots of the portal, and those of the messengers; see contracts/. */
const slots = { finalized: 5n, proven: 6n, submitters: 7n, relayed: 3n, failed: 4n } as const

/** What goes from one chain to the other by a transaction, as both chains are now. */
export class Crossings {
  readonly #l1: Devnet
  readonly #l2: Devnet
  readonly #settings: L1Settings
  readonly #portal: Uint8Array
  readonly #messenger: Uint8Array
  readonly #games: Games
  readonly #depositsOf: (block: SealedBlock) => readonly L1Deposit[]

  constructor(
    l1: Devnet,
    l2: Devnet,
    {
      settings,
      contracts,
      games,
      depositsOf,
    }: {
      readonly settings: L1Settings
      readonly contracts: L1Contracts
      readonly games: Games
      readonly depositsOf: (block: SealedBlock) => readonly L1Deposit[]
    },
  ) {
    this.#l1 = l1
    this.#l2 = l2
    this.#settings = settings
    this.#portal = hexToBytes(contracts.portal)
    this.#messenger = hexToBytes(contracts.l1CrossDomainMessenger)
    this.#games = games
    this.#depositsOf = depositsOf
  }

  get #network(): string | undefined {
    return this.#l1.members.length > 2 ? this.#l2.settings.network?.name : undefined
  }

  /** What a transaction of either chain has sent, or brought; nothing for one that is in no block. */
  of(hash: Hex): readonly Crossing[] {
    const below = this.#l1.chain.transaction(hash)
    if (below !== undefined) return this.#depositsIn(below)
    const above = this.#l2.chain.transaction(hash)
    if (above !== undefined) {
      return [...this.#brought(hash, above.block), ...this.#withdrawalsIn(above)]
    }
    return this.#brought(hash)
  }

  /** The newest of both chains, each with the time of its block in seconds. */
  newest(): readonly TimedCrossing[] {
    const timed = (found: readonly Crossing[], { header }: SealedBlock) =>
      found.map((crossing) => ({ crossing, at: header.timestamp }))
    const deposits = newestOf(this.#l1, (one) => timed(this.#depositsIn(one), one.block))
    const withdrawals = newestOf(this.#l2, (one) => timed(this.#withdrawalsIn(one), one.block))
    return [...deposits, ...withdrawals]
  }

  #depositsIn({ block, receipt }: Placing): readonly Crossing[] {
    const first = BigInt(receipt.firstLogIndex)
    const end = first + BigInt(receipt.logs.length)
    return this.#depositsOf(block)
      .filter(({ index }) => index >= first && index < end)
      .map((deposit) => this.#deposit(deposit, receipt.transaction.hash, block))
  }

  /** The deposit that has made a transaction of a block of the L2, or makes one of a block to come. */
  #brought(hash: Hex, block?: SealedBlock): readonly Crossing[] {
    const { chain } = this.#l2
    const before = block === undefined ? chain.head.state : chain.stateAt(block.number - 1n)
    const from = before && originNumber(before)
    if (from === undefined) return []
    const to = block === undefined ? this.#l1.chain.head.number : originNumber(block.state)
    for (const below of this.#l1.chain.filledBlocks(from + 1n, to)) {
      const deposit = this.#depositsOf(below).find((one) => hashOf(one) === hash)
      const sent = below.receipts
        .filter(({ firstLogIndex }) => deposit && BigInt(firstLogIndex) <= deposit.index)
        .at(-1)
      if (deposit !== undefined && sent !== undefined) {
        return [this.#deposit(deposit, sent.transaction.hash, below)]
      }
    }
    return []
  }

  #deposit(deposit: L1Deposit, sent: Hex, block: SealedBlock): DepositCrossing {
    const hash = hashOf(deposit)
    const arrived = this.#l2.chain.transaction(hash)
    const isSeen = this.#l2.statuses.find(hash).status === 'preconfirmed'
    const { from, to, mint, data } = deposit
    const isMessage = equalBytes(from, aliasOf(this.#messenger))
    const outcome = arrived?.receipt.status === 1 ? 'success' : 'reverted'
    return {
      kind: 'deposit',
      network: this.#network,
      status: arrived === undefined ? (isSeen ? 'preconfirmed' : 'waiting') : outcome,
      from: bytesToHex(from),
      to: to && bytesToHex(to),
      value: mint,
      l1: { hash: sent, blockNumber: block.number },
      l2: { hash, blockNumber: arrived?.block.number },
      relay: isMessage ? relayIn(this.#l2, addresses.messenger, data) : undefined,
    }
  }

  #withdrawalsIn({ block, receipt }: Placing): readonly Crossing[] {
    return receipt.logs.flatMap(({ address, topics: [topic, , from, to], data }) => {
      const isPassed =
        equalBytes(address, addresses.messagePasser) &&
        topic !== undefined &&
        equalBytes(topic, passedTopic)
      if (!isPassed) return []
      const [sender, target] = [from, to].map((word) => (word as Uint8Array).subarray(12)) as [
        Uint8Array,
        Uint8Array,
      ]
      const l2 = { hash: receipt.transaction.hash, blockNumber: block.number }
      const isMessage = equalBytes(sender, addresses.messenger)
      const length = Number(bytesToBigInt(data.subarray(128, 160)))
      const message = isMessage ? data.subarray(160, 160 + length) : undefined
      const relay = message && relayIn(this.#l1, this.#messenger, message)
      return [
        {
          ...this.#withdrawal(data.subarray(96, 128), l2),
          network: this.#network,
          from: bytesToHex(sender),
          to: bytesToHex(target),
          value: bytesToBigInt(data.subarray(0, 32)),
          relay,
        },
      ]
    })
  }

  #withdrawal(hash: Uint8Array, l2: Placed): Omit<WithdrawalCrossing, keyof Sent> {
    const { state, header } = this.#l1.chain.head
    const read = (slot: Uint8Array) => state.storage(this.#portal, slot)
    const crossing = { kind: 'withdrawal', l2, withdrawalHash: bytesToHex(hash) } as const
    const unproven = { ...crossing, finalizableAt: undefined }
    if (bytesToBigInt(read(slotOf(hash, slots.finalized))) !== 0n) {
      return { ...unproven, status: 'finalized', game: undefined }
    }
    const games = this.#games.newest.filter(({ isChallenged }) => !isChallenged)
    const listAt = slotOf(hash, slots.submitters)
    const count = bytesToBigInt(read(listAt))
    if (count > 0n) {
      const last = bytesToBigInt(keccak256(listAt)) + count - 1n
      const submitter = read(numberToBytes(last, 32)).subarray(12)
      const inner = bytesToBigInt(slotOf(hash, slots.proven))
      const proven = read(slotOf(padded(submitter), inner))
      const game = games.find(({ address }) => address === bytesToHex(proven.subarray(12)))
      if (game !== undefined) {
        const finalizableAt = this.#finalizableAt(bytesToBigInt(proven.subarray(4, 12)), game)
        const isReady = header.timestamp >= finalizableAt
        const status = isReady ? 'ready-to-finalize' : 'waiting-to-finalize'
        return { ...crossing, status, game: shown(game), finalizableAt }
      }
    }
    const game = games.find(({ l2BlockNumber }) => l2BlockNumber >= l2.blockNumber)
    const status = game === undefined ? 'waiting-to-prove' : 'ready-to-prove'
    return { ...unproven, status, game: game && shown(game) }
  }

  /** Each time is to be over, not just there. */
  #finalizableAt(provenAt: bigint, { createdAt }: Game): bigint {
    const seconds = (ms: number) => BigInt(Math.ceil(ms / 1000))
    const { proofMaturity, maturity, finalizationDelay } = this.#settings
    const mature = provenAt + seconds(proofMaturity)
    const won = createdAt + seconds(maturity) + seconds(finalizationDelay)
    return greater(mature, won) + 1n
  }
}

/** Whether the messenger of a chain has run a message, which is a call of it. */
function relayIn({ chain }: Devnet, messenger: Uint8Array, message: Uint8Array): Relay {
  const { state } = chain.head
  const hash = keccak256(message)
  const isIn = (slot: bigint) => bytesToBigInt(state.storage(messenger, slotOf(hash, slot))) !== 0n
  if (isIn(slots.relayed)) return 'relayed'
  return isIn(slots.failed) ? 'failed' : 'waiting'
}

/** How a contract of L1 is called on L2. */
export function aliasOf(address: Uint8Array): Uint8Array {
  const shifted = bytesToBigInt(address) + 0x1111000000000000000000000000000000001111n
  return numberToBytes(shifted % 2n ** 160n, 20)
}

interface TimedCrossing {
  readonly crossing: Crossing
  readonly at: bigint
}

/** Returns the newest of several bridges, the newest first, as many as of one. */
export function newestCrossings(all: readonly Crossings[]): readonly Crossing[] {
  return all
    .flatMap((crossings) => crossings.newest())
    .sort((one, other) => Number(other.at - one.at))
    .slice(0, mostListed)
    .map(({ crossing }) => crossing)
}

type Placing = Pick<IncludedTransaction, 'block' | 'receipt'>

/** Returns what the newest transactions of a chain have, the newest first. */
function newestOf<Found>(
  { chain }: Devnet,
  find: (transaction: Placing) => readonly Found[],
): readonly Found[] {
  const found: Found[] = []
  let searched = 0
  const end = chain.head.number - BigInt(mostBlocks)
  for (let number = chain.head.number; number > 0n && number > end; number--) {
    const block = chain.blockByNumber(number)
    for (const receipt of [...(block?.receipts ?? [])].reverse()) {
      if (block !== undefined) found.push(...[...find({ block, receipt })].reverse())
      if (found.length >= mostListed || ++searched >= mostSearched) return found
    }
  }
  return found
}

function shown({ index, address, l2BlockNumber }: Game) {
  return { index, address, l2BlockNumber }
}

function originNumber(state: SealedBlock['state']): bigint {
  return readL1Block((address, slot) => state.storage(address, slot)).number
}

/** The hash of the transaction on L2 that a deposit makes. */
function hashOf({ l1BlockHash, index, ...deposit }: L1Deposit): Hex {
  const sourceHash = userSource(l1BlockHash, index)
  return bytesToHex(keccak256(encodeDeposit({ ...deposit, sourceHash, isSystem: false })))
}

/** Where a mapping at a slot has the value of a key of 32 bytes. */
function slotOf(key: Uint8Array, slot: bigint): Uint8Array {
  return keccak256(new Uint8Array([...key, ...numberToBytes(slot, 32)]))
}

function padded(address: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(address, 32 - address.length)
  return word
}
