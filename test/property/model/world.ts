import { expect } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import type { Hex } from '../../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { ProviderMessage } from '../../../src/types/provider.ts'
import { creationOf, recorderRuntime } from '../../rpc/methods/client.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { genesis } from '../faults/genesis.ts'
import { checkInvariants, type Watched } from '../faults/invariants.ts'

// biome-ignore lint/suspicious/noExplicitAny: blocks, logs and pushes as JSON has them
type Json = any

/** Something to go back to, and what the devnet had taken by then. */
export interface ReturnPoint {
  readonly id: Hex
  readonly accepted: ReadonlySet<Hex>
}

/**
 * A devnet and what a client knows of it that sends, subscribes and goes back. `check` compares the
 * two, and what can be read with itself.
 */
export class World implements Watched {
  readonly devnet: PreconfDevnet
  readonly hashes: Hex[] = []
  readonly accepted = new Set<Hex>()
  readonly snapshots: ReturnPoint[] = []
  readonly checkpoints: ReturnPoint[] = []
  /** Ids of subscriptions that come and go. */
  readonly subscriptions: Hex[] = []
  recorder: Hex = '0x'
  mining: 'flashblocks' | 'interval' | 'manual' | 'auto' = 'flashblocks'
  #newHeads = ''
  #logs = ''
  #filter = ''
  /** The chain as `newHeads` has told it. */
  readonly #heads: { readonly hash: Hex; readonly parentHash: Hex }[] = []
  /** Logs that were pushed and not removed since. */
  readonly #pushed = new Map<string, Json>()
  /** Logs that the filter has given and that are still there. */
  readonly #polled = new Map<string, Json>()
  /** Whoever goes back is not told what is gone by it, or there again. */
  #wentBack = false
  readonly #mistakes: string[] = []

  private constructor(devnet: PreconfDevnet) {
    this.devnet = devnet
    devnet.provider.on('message', ({ data }: ProviderMessage) => this.#hear(data))
  }

  static async begin(): Promise<World> {
    const world = new World(await testDevnet({ genesis, mining: 'flashblocks' }))
    const { devnet, read } = world
    const from = devnet.accounts[0]?.address
    const data = creationOf(recorderRuntime)
    const hash = await read('eth_sendTransaction', { from, data, gas: '0x30d40', nonce: '0x0' })
    world.hashes.push(hash)
    await devnet.seal()
    world.recorder = (await read('eth_getTransactionReceipt', hash)).contractAddress
    world.#newHeads = await read('eth_subscribe', 'newHeads')
    world.#logs = await read('eth_subscribe', 'logs', {})
    world.#filter = await read('eth_newFilter', {})
    await yieldToEventLoop()
    return world
  }

  readonly read = (method: string, ...params: unknown[]): Promise<Json> =>
    this.devnet.provider.request({ method, params })

  get isSpeculating(): boolean {
    const isPreconfirming = this.mining === 'flashblocks' || this.mining === 'manual'
    return !isPreconfirming || this.devnet.metrics().flashblock === undefined
  }

  /** Remembers a transaction that was taken. */
  took(hash: Hex): void {
    this.hashes.push(hash)
    this.accepted.add(hash)
  }

  mark(id: Hex): ReturnPoint {
    return { id, accepted: new Set(this.accepted) }
  }

  wentBackTo({ accepted }: ReturnPoint): void {
    this.#wentBack = true
    this.accepted.clear()
    for (const hash of accepted) this.accepted.add(hash)
  }

  async check(): Promise<void> {
    // Pushes come in the turn after what they tell of.
    await yieldToEventLoop()
    await checkInvariants(this)
    await this.#checkLogs()
    await this.#checkHeads()
    expect(this.#mistakes).toEqual([])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.devnet[Symbol.asyncDispose]()
  }

  #hear({ subscription, result }: { subscription: string; result: Json }): void {
    if (subscription === this.#newHeads) this.#hearHead(result)
    if (subscription === this.#logs) this.#note(this.#pushed, result)
  }

  #hearHead({ hash, parentHash }: { hash: Hex; parentHash: Hex }): void {
    const heads = this.#heads
    const parent = heads.findIndex((head) => head.hash === parentHash)
    if (parent >= 0) heads.splice(parent + 1)
    else heads.splice(0)
    heads.push({ hash, parentHash })
  }

  /** Each log is told once, and taken back once at most. */
  #note(logs: Map<string, Json>, log: Json): void {
    const key = keyOf(log)
    if (log.removed !== logs.has(key)) {
      this.#mistakes.push(`${log.removed ? 'removed what was not told' : 'told twice'}: ${key}`)
    }
    if (log.removed) logs.delete(key)
    else logs.set(key, log)
  }

  /** Of receipts, by range, by block, by a filter and by a subscription: the same logs. */
  async #checkLogs(): Promise<void> {
    const head = Number(await this.read('eth_blockNumber'))
    const blocks = Array.from({ length: head + 1 }, (_, number) => `0x${number.toString(16)}`)
    const receipts = await Promise.all(blocks.map((tag) => this.read('eth_getBlockReceipts', tag)))
    const logs = receipts.flat().flatMap((receipt) => receipt.logs)
    const byRange = await this.read('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })
    expect(byRange).toEqual(logs)
    const hashes = new Set<Hex>(receipts.flat().map(({ blockHash }) => blockHash))
    const byBlock = [...hashes].map((blockHash) => this.read('eth_getLogs', { blockHash }))
    expect((await Promise.all(byBlock)).flat()).toEqual(logs)
    const present = new Set<string>(logs.map(keyOf))
    if (this.#wentBack) {
      for (const received of [this.#pushed, this.#polled]) replace(received, logs)
      this.#wentBack = false
    }
    expect([...this.#pushed.keys()].sort()).toEqual([...present].sort())
    for (const log of await this.read('eth_getFilterChanges', this.#filter)) {
      this.#note(this.#polled, log)
    }
    expect([...this.#polled.keys()].sort()).toEqual([...present].sort())
  }

  /** The head is the last that was told, or one below it that was gone back to. */
  async #checkHeads(): Promise<void> {
    const { hash } = await this.read('eth_getBlockByNumber', 'latest', false)
    const place = this.#heads.findIndex((head) => head.hash === hash)
    if (place >= 0) this.#heads.splice(place + 1)
    else {
      const [first] = this.#heads
      if (first !== undefined) expect([first.parentHash, hash]).toContain(hash)
      this.#heads.splice(0)
    }
    for (const [index, { parentHash }] of this.#heads.entries()) {
      if (index > 0) expect(parentHash).toBe(this.#heads[index - 1]?.hash)
    }
  }
}

function keyOf({ blockHash, logIndex }: { blockHash: Hex; logIndex: Hex }): string {
  return `${blockHash} ${logIndex}`
}

function replace(received: Map<string, Json>, logs: readonly Json[]): void {
  received.clear()
  for (const log of logs) received.set(keyOf(log), log)
}
