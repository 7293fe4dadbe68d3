import type { IncludedTransaction } from '../../chain/chain.ts'
import { createPace } from '../../clock/pace.ts'
import type { Devnet } from '../../devnet/devnet.ts'
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
import type { BridgeContracts } from '../../types/crossChain.ts'
import type { Log } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { encodeDeposit, userSource } from '../networks/op/deposit.ts'
import { addresses, readL1Block } from '../networks/op/l1Block.ts'
import { read, readIfThere } from './contractCalls.ts'
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

/** What goes from one chain to the other by a transaction, as both chains are now. */
export class Crossings {
  readonly #l1: Devnet
  readonly #l2: Devnet
  readonly #portal: Uint8Array
  /** None: it is not known. */
  readonly #messenger: Uint8Array | undefined
  readonly #games: Games
  readonly #depositsOf: (block: SealedBlock) => readonly L1Deposit[]

  constructor(
    l1: Devnet,
    l2: Devnet,
    {
      contracts,
      games,
      depositsOf,
    }: {
      readonly contracts: BridgeContracts
      readonly games: Games
      readonly depositsOf: (block: SealedBlock) => readonly L1Deposit[]
    },
  ) {
    this.#l1 = l1
    this.#l2 = l2
    this.#portal = hexToBytes(contracts.portal)
    const { l1CrossDomainMessenger: messenger } = contracts
    this.#messenger = messenger && hexToBytes(messenger)
    this.#games = games
    this.#depositsOf = depositsOf
  }

  get #network(): string | undefined {
    return this.#l1.members.length > 2 ? this.#l2.settings.network?.name : undefined
  }

  /** What a transaction of either chain has sent, or brought; nothing for one that is in no block. */
  async of(hash: Hex): Promise<readonly Crossing[]> {
    const below = this.#l1.chain.transaction(hash)
    if (below !== undefined) return this.#depositsIn(below)
    const above = this.#l2.chain.transaction(hash)
    if (above !== undefined) {
      const brought = await this.#brought(hash, above.block)
      return [...brought, ...(await this.#withdrawalsIn(above))]
    }
    return this.#brought(hash)
  }

  /** The newest of both chains. */
  async newest(): Promise<readonly Timed<Crossing>[]> {
    return [
      ...(await newestOf(this.#l1, (one) => this.#depositsIn(one))),
      ...(await newestOf(this.#l2, (one) => this.#withdrawalsIn(one))),
    ]
  }

  async #depositsIn({ block, receipt }: Placing): Promise<readonly Crossing[]> {
    const first = BigInt(receipt.firstLogIndex)
    const end = first + BigInt(receipt.logs.length)
    const own = this.#depositsOf(block).filter(({ index }) => index >= first && index < end)
    return Promise.all(own.map((one) => this.#deposit(one, receipt.transaction.hash, block)))
  }

  /** The deposit that has made a transaction of a block of the L2, or makes one of a block to come. */
  async #brought(hash: Hex, block?: SealedBlock): Promise<readonly Crossing[]> {
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
        return [await this.#deposit(deposit, sent.transaction.hash, below)]
      }
    }
    return []
  }

  async #deposit(deposit: L1Deposit, sent: Hex, block: SealedBlock): Promise<DepositCrossing> {
    const hash = hashOf(deposit)
    const arrived = this.#l2.chain.transaction(hash)
    const isSeen = this.#l2.statuses.find(hash).status === 'preconfirmed'
    const { from, to, mint, data } = deposit
    const isMessage = this.#messenger !== undefined && equalBytes(from, aliasOf(this.#messenger))
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
      relay: isMessage ? await relayIn(this.#l2, addresses.messenger, data) : undefined,
    }
  }

  #withdrawalsIn({ block, receipt }: Placing): Promise<readonly Crossing[]> {
    const l2 = { hash: receipt.transaction.hash, blockNumber: block.number }
    const passed = receipt.logs.filter(
      ({ address, topics: [topic] }) =>
        equalBytes(address, addresses.messagePasser) &&
        topic !== undefined &&
        equalBytes(topic, passedTopic),
    )
    return Promise.all(passed.map((log) => this.#withdrawalOf(log, l2)))
  }

  async #withdrawalOf({ topics, data }: Log, l2: Placed): Promise<WithdrawalCrossing> {
    const [, , sender, target] = topics.map((word) => word.subarray(12)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ]
    const isMessage = equalBytes(sender, addresses.messenger)
    const length = Number(bytesToBigInt(data.subarray(128, 160)))
    const message = isMessage ? data.subarray(160, 160 + length) : undefined
    return {
      ...(await this.#withdrawal(data.subarray(96, 128), l2)),
      network: this.#network,
      from: bytesToHex(sender),
      to: bytesToHex(target),
      value: bytesToBigInt(data.subarray(0, 32)),
      relay: this.#messenger && message && (await relayIn(this.#l1, this.#messenger, message)),
    }
  }

  async #withdrawal(hash: Uint8Array, l2: Placed): Promise<Omit<WithdrawalCrossing, keyof Sent>> {
    const withdrawalHash = bytesToHex(hash)
    const ofPortal = <Value>(name: string, ...args: readonly unknown[]) =>
      read<Value>(this.#l1, { to: this.#portal, name, args: [withdrawalHash, ...args] })
    const crossing = { kind: 'withdrawal', l2, withdrawalHash } as const
    const unproven = { ...crossing, finalizableAt: undefined }
    if (await ofPortal<boolean>('finalizedWithdrawals')) {
      return { ...unproven, status: 'finalized', game: undefined }
    }
    const games = (await this.#games.newest()).filter(({ isChallenged }) => !isChallenged)
    const count = await ofPortal<bigint>('numProofSubmitters')
    if (count > 0n) {
      const submitter = await ofPortal<Hex>('proofSubmitters', count - 1n)
      const [proven, at] = await ofPortal<readonly [Hex, bigint]>('provenWithdrawals', submitter)
      const game = games.find(({ address }) => address === proven.toLowerCase())
      if (game !== undefined) {
        const finalizableAt = await this.#finalizableAt(at, game)
        const isReady = this.#l1.chain.head.header.timestamp >= finalizableAt
        const status = isReady ? 'ready-to-finalize' : 'waiting-to-finalize'
        return { ...crossing, status, game: shown(game), finalizableAt }
      }
    }
    const game = games.find(({ l2BlockNumber }) => l2BlockNumber >= l2.blockNumber)
    const status = game === undefined ? 'waiting-to-prove' : 'ready-to-prove'
    return { ...unproven, status, game: game && shown(game) }
  }

  /** Each time is to be over, not just there. */
  async #finalizableAt(provenAt: bigint, { address, createdAt }: Game): Promise<bigint> {
    const seconds = (to: Uint8Array, name: string) => read<bigint>(this.#l1, { to, name })
    const game = hexToBytes(address)
    const mature = provenAt + (await seconds(this.#portal, 'proofMaturityDelaySeconds'))
    const resolvedAt = await seconds(game, 'resolvedAt')
    const wonAt = resolvedAt || createdAt + (await seconds(game, 'maxClockDuration'))
    const reliable = wonAt + (await seconds(this.#portal, 'disputeGameFinalityDelaySeconds'))
    return greater(mature, reliable) + 1n
  }
}

/** Whether the messenger of a chain has run a message, which is a call of it. */
async function relayIn(devnet: Devnet, to: Uint8Array, message: Uint8Array): Promise<Relay> {
  const args = [bytesToHex(keccak256(message))]
  const isIn = (name: string) => readIfThere<boolean>(devnet, { to, name, args })
  if (await isIn('successfulMessages')) return 'relayed'
  return (await isIn('failedMessages')) ? 'failed' : 'waiting'
}

/** How a contract of L1 is called on L2. */
export function aliasOf(address: Uint8Array): Uint8Array {
  const shifted = bytesToBigInt(address) + 0x1111000000000000000000000000000000001111n
  return numberToBytes(shifted % 2n ** 160n, 20)
}

/** Something with the time of its block, in seconds. */
export interface Timed<Found> {
  readonly found: Found
  readonly at: bigint
}

/** Returns the newest of several lists, the newest first, as many as of one. */
export function newestOfAll<Found>(lists: readonly (readonly Timed<Found>[])[]): readonly Found[] {
  return lists
    .flat()
    .sort((one, other) => Number(other.at - one.at))
    .slice(0, mostListed)
    .map(({ found }) => found)
}

type Placing = Pick<IncludedTransaction, 'block' | 'receipt'>

/** Returns what the newest transactions of a chain have, as it is now, the newest first. */
export async function newestOf<Found>(
  { chain: now, clock }: Devnet,
  find: (transaction: Placing) => Promise<readonly Found[]> | readonly Found[],
): Promise<readonly Timed<Found>[]> {
  const chain = now.fork()
  const yieldIfDue = createPace(clock)
  const newest: Timed<Found>[] = []
  let searched = 0
  const end = chain.head.number - BigInt(mostBlocks)
  for (let number = chain.head.number; number > chain.genesis.number && number > end; number--) {
    const block = chain.blockByNumber(number)
    for (const receipt of [...(block?.receipts ?? [])].reverse()) {
      if (block === undefined) continue
      const { timestamp: at } = block.header
      const timed = (await find({ block, receipt })).map((found) => ({ found, at }))
      newest.push(...timed.reverse())
      if (newest.length >= mostListed || ++searched >= mostSearched) return newest
      await yieldIfDue()
    }
    await yieldIfDue()
  }
  return newest
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
