import type { Devnet } from '../../devnet/devnet.ts'
import { isAutomining, isTimed } from '../../devnet/options/cadenceOptions.ts'
import type { L1Settings } from '../../devnet/options/l1Options.ts'
import { blobBaseFeeOf } from '../../execution/rules/fees.ts'
import type { L1Deposit, L1Origin, L1Source, L1Step } from '../../execution/rules/opStack.ts'
import { greater, lesser } from '../../lib/bigints.ts'
import { bytesToBigInt, equalBytes, type Hex, hexToBytes } from '../../lib/hex.ts'
import { remembered } from '../../lib/memo.ts'
import { withState } from '../../state/stateMiss.ts'
import type { BridgeContracts } from '../../types/crossChain.ts'
import type { Log } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { readL1Block } from '../networks/op/l1Block.ts'
import { fetchFor } from './contractCalls.ts'
import { Crossings } from './crossings.ts'
import { eventTopic, type Game, type Games, outputRoot } from './games.ts'
import type { Interop } from './interop.ts'
import { Tasks } from './tasks.ts'

/** What a block of L1 is for the L2s that follow it. */
export function originOf({ number, hash, header }: SealedBlock): L1Origin {
  return {
    number,
    hash: hexToBytes(hash),
    timestamp: header.timestamp,
    baseFee: header.baseFeePerGas ?? 0n,
    blobBaseFee: blobBaseFeeOf(header) ?? 1n,
    prevRandao: header.mixHash,
    parentBeaconBlockRoot: header.parentBeaconBlockRoot ?? new Uint8Array(32),
  }
}

/** The most blocks of L1 that one block of an L2 goes on over, with all their deposits. */
const mostBlocks = 1000n

/** The number of blocks behind L1 beyond which a block of an L2 catches up at once, instead of by one block. */
const farBehind = 100n

/** An L2 that follows an L1: brings its deposits, and proposes and defends the states of the L2 there. */
export class Bridge {
  readonly #l1: Devnet
  readonly #l2: Devnet
  readonly #settings: L1Settings
  readonly #games: Games
  readonly #source: L1Source
  readonly #depositsOf: (block: SealedBlock) => readonly L1Deposit[]
  /** What goes over it. */
  readonly crossings: Crossings
  readonly #tasks: Tasks
  /** Blocks of L1 whose deposits lack something of the state of a live L2, the oldest first. */
  #cold: readonly SealedBlock[] = []
  /** The one of them that was reported. */
  #reported: SealedBlock | undefined

  constructor(
    l1: Devnet,
    l2: Devnet,
    {
      settings,
      contracts,
      games,
      interop,
    }: {
      readonly settings: L1Settings
      readonly contracts: BridgeContracts
      readonly games: Games
      /** Messages between it and other L2s; none where it is alone. */
      readonly interop?: Interop | undefined
    },
  ) {
    this.#l1 = l1
    this.#tasks = new Tasks(l2)
    this.#l2 = l2
    this.#settings = settings
    this.#games = games
    this.#source = {
      step: (request) => this.#step(request),
      isStalled: (timestamp) => this.#isStalled(timestamp),
      refusal: (...asked) => interop?.refusal(...asked),
    }
    this.#depositsOf = remembered((block: SealedBlock) => depositsIn(block, contracts.portal))
    this.crossings = new Crossings(l1, l2, { contracts, games, depositsOf: this.#depositsOf })
    this.#listen()
  }

  #listen(): void {
    const [l1, l2] = [this.#l1, this.#l2]
    l2.l1.follow(this.#source)
    l1.hub.on('sealed', (event) => {
      if ('block' in event) this.#noteCold(event.block)
      l2.l1.follow(this.#source)
      this.#warmLater()
      if (isAutomining(l2.schedule.cadence)) this.#tasks.add(() => this.#bring())
      if ('block' in event && this.#games.areMadeIn(event.block))
        this.#tasks.add(() => this.#defend())
      if (this.#games.resolve !== undefined) this.#tasks.add(async () => this.#games.resolve?.())
    })
    l1.hub.on('reorg', () => {
      this.#dropCold()
      l2.l1.follow(this.#source)
      this.#tasks.add(() => this.#follow())
    })
    l1.hub.on('revert', () => {
      this.#dropCold()
      l2.l1.follow(this.#source)
    })
    l2.hub.on('sealed', (event) => {
      this.#warmLater()
      const last = 'block' in event ? event.block.number : event.empty.to
      const first = 'block' in event ? last : event.empty.from
      const due = last - (last % BigInt(this.#settings.proposeEvery))
      if (due >= first) this.#tasks.add(() => this.#propose(due))
    })
    l2.hub.on('reorg', () => this.#tasks.add(() => this.#defend()))
  }

  /** Makes the L2 wait for a block of L1 until all is here that its deposits read: no block of the L2 waits for a live chain. */
  #noteCold(block: SealedBlock): void {
    const isOnFork = this.#l2.forked.live !== undefined
    if (isOnFork && this.#depositsOf(block).length > 0) this.#cold = [...this.#cold, block]
  }

  #dropCold(): void {
    const { chain } = this.#l1
    this.#cold = this.#cold.filter(({ number, hash }) => chain.blockByNumber(number)?.hash === hash)
  }

  #warmLater(): void {
    if (this.#cold.length > 0) this.#tasks.add(() => this.#warm())
  }

  async #warm(): Promise<void> {
    for (let [block] = this.#cold; block !== undefined; [block] = this.#cold) {
      try {
        for (const deposit of this.#depositsOf(block)) await fetchFor(this.#l2, deposit)
      } catch (error) {
        // It is tried again after the next block of either chain.
        if (this.#reported !== block) this.#l2.onError(error)
        this.#reported = block
        return
      }
      this.#cold = this.#cold.filter((one) => one !== block)
      this.#l2.l1.follow(this.#source)
    }
  }

  /** Resolves when all that follows from what has happened is done. */
  settled(): Promise<void> {
    return this.#tasks.settled()
  }

  close(): void {
    this.#tasks.close()
  }

  #step({ origin, timestamp, gas }: Parameters<L1Source['step']>[0]): L1Step {
    const { chain } = this.#l1
    const newest = this.#newest
    // Blocks before a fork have no deposits here: the L2 of the live chain has them.
    const first = greater(origin, chain.genesis.number)
    const atOnce = newest - first > farBehind ? mostBlocks : this.#atOnce
    const most = lesser(newest, first + atOnce)
    let last = most > first ? this.#lastBefore(timestamp, first, most) : first
    const deposits: L1Deposit[] = []
    let left = gas
    for (const block of chain.filledBlocks(origin + 1n, last)) {
      const own = this.#depositsOf(block)
      left -= own.reduce((sum, deposit) => sum + deposit.gas, 0n)
      if (left < 0n && deposits.length > 0) {
        last = block.number - 1n
        break
      }
      deposits.push(...own)
    }
    const block = chain.blockByNumber(last)
    // A live L2 may be forked at a block before that of its L1.
    const isLater = block !== undefined && block.header.timestamp <= timestamp
    return { origin: isLater ? originOf(block) : undefined, deposits }
  }

  /** The newest block of L1 that can be an origin. */
  get #newest(): bigint {
    const newest = this.#l1.chain.head.number - BigInt(this.#settings.originLag)
    const [cold] = this.#cold
    return cold === undefined ? newest : lesser(newest, cold.number - 1n)
  }

  /** How many blocks of L1 a block of the L2 goes on over: as many as come in its time, one as a rule. */
  get #atOnce(): bigint {
    const [one, other] = [this.#l1.schedule.cadence, this.#l2.schedule.cadence]
    if (!isTimed(one) || !isTimed(other)) return mostBlocks
    return BigInt(Math.max(1, Math.ceil(other.blockMs / one.blockMs)))
  }

  #isStalled(timestamp: bigint): boolean {
    const { chain, schedule } = this.#l1
    if (!schedule.isPaused) return false
    const newest = chain.blockByNumber(greater(this.#newest, 0n))
    const drift = BigInt(Math.ceil(this.#settings.maxDrift / 1000))
    return newest !== undefined && timestamp > newest.header.timestamp + drift
  }

  /** The last block of L1 from `low` to `high` that is not later than a time, in seconds; `low` if none is. */
  #lastBefore(timestamp: bigint, low: bigint, high: bigint): bigint {
    let [least, most] = [low, high]
    while (least < most) {
      const middle = least + (most - least + 1n) / 2n
      const block = this.#l1.chain.blockByNumber(middle)
      if (block !== undefined && block.header.timestamp <= timestamp) least = middle
      else most = middle - 1n
    }
    return least
  }

  /** Seals a block of the L2 that has the deposits that have come, if any have. */
  async #bring(): Promise<void> {
    const { chain, clock, blocks } = this.#l2
    const { number, header, state } = chain.head
    const origin = originIn(state)
    const timestamp = clock.nextTimestamp(header.timestamp)
    const { deposits } = this.#step({ origin: origin.number, timestamp, gas: header.gasLimit })
    if (deposits.length === 0) return
    await blocks.seal()
    // More of them than a block takes.
    if (chain.head.number > number) await this.#bring()
  }

  /** Replaces the blocks of the L2 whose origins are gone. */
  async #follow(): Promise<void> {
    const { chain, l1 } = this.#l2
    let [least, most] = [chain.oldestRewind, chain.head.number]
    if (!this.#stands(most)) {
      while (least < most) {
        const middle = least + (most - least + 1n) / 2n
        if (this.#stands(middle)) least = middle
        else most = middle - 1n
      }
      await this.#l2.reorg(Number(chain.head.number - least), { requeue: true })
    }
    await l1.renew()
    if (isAutomining(this.#l2.schedule.cadence)) await this.#bring()
  }

  /** Whether the origin of a block of the L2 is on L1. */
  #stands(number: bigint): boolean {
    const state = this.#l2.chain.stateAt(number)
    if (state === undefined) return false
    const origin = originIn(state)
    const { chain } = this.#l1
    if (origin.number < chain.genesis.number) return true
    const block = chain.blockByNumber(origin.number)
    return block !== undefined && equalBytes(hexToBytes(block.hash), origin.hash)
  }

  async #propose(number: bigint): Promise<void> {
    const block = this.#l2.chain.blockByNumber(number)
    if (block !== undefined) await this.#games.propose(block)
  }

  /** Challenges the games about states that the L2 does not have. */
  async #defend(): Promise<void> {
    for (const game of await this.#games.newest()) {
      if (!game.isChallenged && !(await this.#isTrue(game))) await this.#games.discard(game)
    }
  }

  async #isTrue({ l2BlockNumber: number, claim }: Game): Promise<boolean> {
    const { chain } = this.#l2
    const isKept = number >= chain.oldestState && number > chain.genesis.number
    if (!isKept && number > 0n) return true
    const block = chain.blockByNumber(number)
    if (block === undefined) return false
    return equalBytes(await withState(() => outputRoot(block)), claim)
  }

  /** Challenges a game, by default the newest one that can be. Returns the hash of the transaction on L1. */
  async challenge(index?: bigint): Promise<Hex> {
    const games = await this.#games.newest()
    const isMeant = (game: Game) => (index === undefined || game.index === index) && game.isOpen
    const game = games.find(isMeant)
    if (game === undefined) throw new NoOpenGame(index)
    return this.#games.discard(game)
  }

  /** Stops withdrawals of the portal, or lets them go on. Returns the hash of the transaction on L1. */
  setPaused(isPaused: boolean): Promise<Hex> {
    return this.#games.setPaused(isPaused)
  }
}

/** No game can be challenged. */
class NoOpenGame extends Error {
  override readonly name = 'NoOpenGame'
  readonly code = -32000

  constructor(index: bigint | undefined) {
    super(
      index === undefined
        ? 'no game is in progress: one is made every proposeEvery blocks of the L2, and is won after maturity'
        : `game ${index} is not in progress: it is not there, has been challenged or is won; preconf_crossChain names the game of a withdrawal`,
    )
  }
}

/** What an L2 says of its L1 in a state. */
function originIn(state: SealedBlock['state']) {
  return readL1Block((address, slot) => state.storage(address, slot))
}

const depositTopic = eventTopic('TransactionDeposited(address,address,uint256,bytes)')

/** The deposits that a portal has logged in a block, in their order. */
function depositsIn(block: SealedBlock, portal: Hex): readonly L1Deposit[] {
  const address = hexToBytes(portal)
  const l1BlockHash = hexToBytes(block.hash)
  return block.receipts.flatMap(({ logs, firstLogIndex }) =>
    logs.flatMap((log, position) => {
      const isDeposit =
        equalBytes(log.address, address) && equalBytes(log.topics[0] ?? log.data, depositTopic)
      if (!isDeposit) return []
      return [{ ...depositIn(log), l1BlockHash, index: BigInt(firstLogIndex + position) }]
    }),
  )
}

/** Reads `opaqueData`: mint, value, gas, whether it creates a contract, data. */
function depositIn({ topics, data }: Log): Omit<L1Deposit, 'l1BlockHash' | 'index'> {
  const length = Number(bytesToBigInt(data.subarray(32, 64)))
  const opaque = data.subarray(64, 64 + length)
  const isCreation = opaque[72] === 1
  return {
    from: (topics[1] as Uint8Array).subarray(12),
    to: isCreation ? undefined : (topics[2] as Uint8Array).subarray(12),
    mint: bytesToBigInt(opaque.subarray(0, 32)),
    value: bytesToBigInt(opaque.subarray(32, 64)),
    gas: bytesToBigInt(opaque.subarray(64, 72)),
    data: opaque.slice(73),
  }
}
