import type { Sender } from '../../devnet/accounts/keyring.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { lesser } from '../../lib/bigints.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { ForkedState } from '../../state/forkedState.ts'
import { NoForkProofError, withState } from '../../state/stateMiss.ts'
import type { BridgeContracts } from '../../types/crossChain.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import {
  type ContractCall,
  isRefusal,
  read,
  readIfThere,
  refusalWords,
  requestOf,
} from './contractCalls.ts'
import {
  eventTopic,
  extraDataOf,
  type Game,
  type Games,
  makesGame,
  mostGames,
  operatorOf,
  outputRoot,
} from './games.ts'

/** The bridge between two live chains, as their forks find it. */
export interface LiveBridge {
  readonly contracts: BridgeContracts
  /** How many games the live L1 has. */
  readonly gamesBefore: bigint
}

const provenTopic = eventTopic('WithdrawalProvenExtension1(bytes32,address)')

/** What a game has won who defends it, and what it is before it has ended (Types.sol of the OP stack). */
const [inProgress, challengerWins] = [0, 1]

/** Where the arguments of a permissioned game have its proposer (LibGameArgs.sol of the OP stack). */
const proposerAt = { from: 124, to: 144 } as const

/** Gas for a transaction that has just been tried. */
const muchGas = 5_000_000n

/** Wei with which impersonated accounts pay for gas. */
const forGas = 10n ** 18n

/**
 * The games of a live L1 on its fork. Their contracts are used as they are, by the functions that all versions have: an
 * account that may propose does so, games are resolved when their time is over, and the guardian does the rest.
 */
export class LiveGames implements Games {
  readonly #l1: Devnet
  readonly #l2: Devnet
  readonly #bridge: LiveBridge
  readonly #portal: Uint8Array
  readonly #factory: Uint8Array | undefined
  constructor(l1: Devnet, l2: Devnet, bridge: LiveBridge) {
    const { portal, disputeGameFactory } = bridge.contracts
    this.#l1 = l1
    this.#l2 = l2
    this.#bridge = bridge
    this.#portal = hexToBytes(portal)
    this.#factory = disputeGameFactory && hexToBytes(disputeGameFactory)
  }

  /** Finds out why no proposals can be made, if that is so. */
  async obstacle(): Promise<string | undefined> {
    const live = this.#l2.forked.live?.info(this.#l2.chain.head.state)
    if (live?.verified === false) {
      const why = live.whyNotVerified ?? 'fork.proofs is off'
      return `the node of chain ${live.chainId} gives no proofs of its state (${why})`
    }
    const { number } = this.#l2.chain.head
    const root = keccak256(new Uint8Array(32))
    const proposal = await this.#proposal(root, extraDataOf({ number: number + 1n }))
    return typeof proposal === 'string' ? proposal : undefined
  }

  areMadeIn(block: SealedBlock): boolean {
    return this.#factory !== undefined && makesGame(block, this.#factory)
  }

  async newest(): Promise<readonly Game[]> {
    const to = this.#factory
    if (to === undefined) return []
    const count = await read<bigint>(this.#l1, { to, name: 'gameCount' })
    const own = count - this.#bridge.gamesBefore
    if (own <= 0n) return []
    const type = await read<number>(this.#l1, { to: this.#portal, name: 'respectedGameType' })
    const args = [type, count - 1n, lesser(own, mostGames)]
    const found = await read<readonly FoundGame[]>(this.#l1, { to, name: 'findLatestGames', args })
    const made = found.filter(({ index }) => index >= this.#bridge.gamesBefore)
    return Promise.all(made.map((game) => this.#gameOf(game)))
  }

  async #gameOf({ index, metadata, timestamp, rootClaim, extraData }: FoundGame): Promise<Game> {
    const address: Hex = `0x${metadata.slice(-40)}`
    const status = await read<number>(this.#l1, { to: hexToBytes(address), name: 'status' })
    const isChallenged = status === challengerWins || (await this.#isBlacklisted(address))
    return {
      index,
      address,
      createdAt: timestamp,
      isChallenged,
      isOpen: !isChallenged,
      l2BlockNumber: BigInt(extraData.slice(0, 66)),
      claim: hexToBytes(rootClaim),
    }
  }

  async #isBlacklisted(game: Hex): Promise<boolean> {
    const asked = { to: this.#registry, name: 'disputeGameBlacklist', args: [game] }
    return (await readIfThere<boolean>(this.#l1, asked)) ?? false
  }

  /** Where the guardian names games that are not to be relied on: in older versions the portal. */
  get #registry(): Uint8Array {
    const { anchorStateRegistry } = this.#bridge.contracts
    return anchorStateRegistry === undefined ? this.#portal : hexToBytes(anchorStateRegistry)
  }

  async propose(block: SealedBlock): Promise<void> {
    const { state } = block
    // There are no proofs of a block whose root could not be computed in time: a later one has them.
    if (state instanceof ForkedState && !state.hasTrueRoot) return
    let root: Uint8Array
    try {
      root = await withState(() => outputRoot(block))
    } catch (error) {
      if (error instanceof NoForkProofError) return
      throw error
    }
    const proposal = await this.#proposal(root, extraDataOf(block))
    if (typeof proposal === 'string') return
    const { asked, sender } = proposal
    await this.#fund(sender, (asked.value ?? 0n) + forGas)
    await this.#send(asked, sender)
  }

  /** The call that proposes a state, and who may make it; why not where no known account may. */
  async #proposal(root: Uint8Array, extraData: Hex): Promise<Proposal | string> {
    const to = this.#factory
    if (to === undefined)
      return `the portal ${bytesToHex(this.#portal)} names no DisputeGameFactory`
    const type = await read<number>(this.#l1, { to: this.#portal, name: 'respectedGameType' })
    const value = await read<bigint>(this.#l1, { to, name: 'initBonds', args: [type] })
    const asked = { to, name: 'create', args: [type, bytesToHex(root), extraData], value }
    const operator = operatorOf(this.#l2.settings)
    const problem = await this.#problemOf(asked, operator)
    if (problem === undefined) return { asked, sender: operator }
    const proposer = await this.#proposerOf(to, type)
    if (proposer !== undefined) {
      const sender: Sender = { address: proposer }
      await this.#fund(sender, value + forGas)
      if ((await this.#problemOf(asked, sender)) === undefined) return { asked, sender }
    }
    const by = proposer === undefined ? '' : `, and to its proposer ${bytesToHex(proposer)}`
    const factory = `the DisputeGameFactory ${bytesToHex(to)}`
    return `${factory} refuses create() of game type ${type} to anybody${by}: ${problem}`
  }

  /** Returns the one account that may propose a permissioned game. */
  async #proposerOf(to: Uint8Array, type: number): Promise<Uint8Array | undefined> {
    const args = [type]
    const game = await readIfThere<Hex>(this.#l1, { to, name: 'gameImpls', args })
    if (game === undefined) return undefined
    const packed = await readIfThere<Hex>(this.#l1, { to, name: 'gameArgs', args })
    const parts = hexToBytes(packed ?? '0x')
    if (parts.length > proposerAt.to) return parts.subarray(proposerAt.from, proposerAt.to)
    const named = await readIfThere<Hex>(this.#l1, { to: hexToBytes(game), name: 'proposer' })
    return named && hexToBytes(named)
  }

  /** Why a transaction would fail, in words; none: it would not. */
  async #problemOf(asked: ContractCall, { address }: Sender): Promise<string | undefined> {
    try {
      await read(this.#l1, { ...asked, from: address }, { tag: 'pending' })
      return undefined
    } catch (error) {
      if (!isRefusal(error)) throw error
      return refusalWords(error)
    }
  }

  async discard({ address: game }: Game): Promise<Hex> {
    const asked = { to: this.#registry, name: 'blacklistDisputeGame', args: [game] }
    return this.#sendAsGuardian([asked])
  }

  async setPaused(isPaused: boolean): Promise<Hex> {
    const config = await readIfThere<Hex>(this.#l1, { to: this.#portal, name: 'superchainConfig' })
    if (config === undefined) throw new NoGuardian('the portal names no SuperchainConfig')
    const to = hexToBytes(config)
    // All portals of the superchain, in the newer versions and in the older ones.
    const all = bytesToHex(new Uint8Array(20))
    return this.#sendAsGuardian(
      isPaused
        ? [
            { to, name: 'pause(address)', args: [all] },
            { to, name: 'pause(string)', args: [''] },
          ]
        : [
            { to, name: 'unpause(address)', args: [all] },
            { to, name: 'unpause()' },
          ],
    )
  }

  /** Sends the first of these that the guardian can do. Returns the hash of the transaction. */
  async #sendAsGuardian(asked: readonly ContractCall[]): Promise<Hex> {
    const guardian = await read<Hex>(this.#l1, { to: this.#portal, name: 'guardian' })
    const sender = { address: hexToBytes(guardian) }
    await this.#fund(sender, forGas)
    let problem: string | undefined
    for (const one of asked) {
      problem = await this.#problemOf(one, sender)
      if (problem === undefined) return this.#send(one, sender)
    }
    const [{ to, name } = { to: this.#portal, name: '' }] = asked
    throw new NoGuardian(
      `${bytesToHex(to)} refuses ${name} to the guardian ${guardian}: ${problem}`,
    )
  }

  async resolve(): Promise<void> {
    const operator = operatorOf(this.#l2.settings)
    for (const game of await this.#awaited()) {
      const to = hexToBytes(game)
      for (const step of [
        { to, name: 'resolveClaim', args: [0n, 0n] },
        { to, name: 'resolve' },
      ]) {
        const problem = await this.#problemOf(step, operator)
        if (problem === undefined) await this.#send(step, operator)
      }
    }
  }

  /** Games whose time is over and that have not ended, and that withdrawals were proven with. */
  async #awaited(): Promise<ReadonlySet<Hex>> {
    const { chain } = this.#l1
    const logs = chain.logs({
      addresses: [this.#portal],
      topics: [[provenTopic]],
      fromBlock: chain.genesis.number,
      toBlock: chain.head.number,
    })
    const games = new Set<Hex>()
    for (const { log } of logs) {
      const [, hash, submitter] = log.topics as readonly [Uint8Array, Uint8Array, Uint8Array]
      const withdrawal = bytesToHex(hash)
      const args = [withdrawal, bytesToHex(submitter.subarray(12))]
      const of = <Value>(name: string, given: readonly unknown[]) =>
        read<Value>(this.#l1, { to: this.#portal, name, args: given })
      if (await of<boolean>('finalizedWithdrawals', [withdrawal])) continue
      const [game] = await of<readonly [Hex, bigint]>('provenWithdrawals', args)
      if (await this.#isOver(game)) games.add(game)
    }
    return games
  }

  async #isOver(game: Hex): Promise<boolean> {
    const of = <Value>(name: string) => read<Value>(this.#l1, { to: hexToBytes(game), name })
    if ((await of<number>('status')) !== inProgress) return false
    const end = (await of<bigint>('createdAt')) + (await of<bigint>('maxClockDuration'))
    return end <= this.#l1.chain.head.header.timestamp
  }

  /** Gives an account ether where it has too little, as who is impersonated may have none. */
  async #fund({ address }: Sender, wei: bigint): Promise<void> {
    const { chain, development } = this.#l1
    const account = await withState(() => chain.head.state.account(address))
    if ((account?.balance ?? 0n) < wei) await development.edit({ address, balance: wei })
  }

  /** Sends a transaction that has just been tried. */
  async #send(asked: ContractCall, sender: Sender): Promise<Hex> {
    const request = { ...requestOf(asked), from: sender.address, gas: muchGas }
    return (await this.#l1.send(request, sender)).hash
  }
}

/** The guardian of a live bridge cannot do what is asked for. */
class NoGuardian extends Error {
  override readonly name = 'NoGuardian'
  readonly code = -32000
}

interface Proposal {
  readonly asked: ContractCall
  readonly sender: Sender
}

/** What the factory says of a game. */
interface FoundGame {
  readonly index: bigint
  /** 32 bytes: its type, its time and its address. */
  readonly metadata: Hex
  readonly timestamp: bigint
  readonly rootClaim: Hex
  readonly extraData: Hex
}
