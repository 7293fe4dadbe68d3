import { encodeDeployData, encodeFunctionData, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { Random } from '../../../src/lib/random.ts'
import type { BlockFault } from '../../../src/types/blockFaults.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { FaultKind } from '../../../src/types/fault.ts'
import type { ProviderMessage } from '../../../src/types/provider.ts'
import { everyKind } from '../../support/deliveries.ts'
import { subscriber } from '../../support/subscriber.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'
import { bob } from '../../support/transfers.ts'
import { drawBlockFault, drawMessageFault, drawRequestFault } from './draw.ts'
import { accountCount, genesis } from './genesis.ts'
import { appliedBetween, line, type Outcome, outcomeOf } from './record.ts'

// biome-ignore lint/suspicious/noExplicitAny: the script notes and passes on whatever comes
type Json = any

/** A devnet to which all sorts of things happen, drawn from a seed. */
export class Script {
  readonly lines: string[] = []
  /** Of all transactions that were signed. */
  readonly hashes: Hex[] = []
  /** Of those that the devnet took and has not gone back to before. */
  readonly accepted = new Set<Hex>()
  /** Kinds of faults that have applied. */
  readonly applied = new Set<FaultKind>()
  readonly devnet: PreconfDevnet
  readonly #random: Random
  readonly #freezes: boolean
  readonly #socket: Awaited<ReturnType<typeof subscriber>>
  readonly #snapshots: Hex[] = []
  readonly #kinds = new Map<string, string>()
  #connection = ''
  #token: Hex = bob

  private constructor(
    seed: string,
    devnet: PreconfDevnet,
    socket: Awaited<ReturnType<typeof subscriber>>,
    freezes: boolean,
  ) {
    this.#freezes = freezes
    this.#random = new Random(seed)
    this.devnet = devnet
    this.#socket = socket
  }

  /** `freezes`: what is pre-confirmed may be frozen, so that reads fit together no more. */
  static async begin(seed: string, { freezes = false } = {}): Promise<Script> {
    const options = { genesis, mining: 'flashblocks', slotsInAnEpoch: 2, seed } as const
    const devnet = await testDevnet(options)
    const socket = await subscriber(devnet)
    const script = new Script(seed, devnet, socket, freezes)
    devnet.provider.on('message', ({ data }: ProviderMessage) => {
      const kind = script.#kinds.get(data.subscription)
      script.lines.push(line(`told of ${kind}`, data.result))
    })
    for (const kind of everyKind) await socket.subscribe(...kind)
    await script.#subscribe()
    await script.#deployToken()
    return script
  }

  /** Whether `pending` has what the pool would make, too. */
  get isSpeculating(): boolean {
    const { mining } = this.devnet.cadence
    // Elsewhere flashblocks are made on request only, and the pool has its part all the same.
    const isPreconfirming = mining === 'flashblocks' || mining === 'manual'
    return !isPreconfirming || this.devnet.metrics().flashblock === undefined
  }

  /** Asks over the connection that no fault hits. */
  readonly read = (method: string, ...params: unknown[]): Promise<Json> =>
    this.#socket.request(method, ...params)

  async step(): Promise<void> {
    const [name, act] = this.#pick(this.#acts) as Act
    const before = this.devnet.faults.list()
    this.lines.push(line(name, await outcomeOf(act())))
    await this.#comeBack()
    if (name === 'clear faults' || name === 'revert') return
    for (const { kind } of appliedBetween(before, this.devnet.faults.list())) this.applied.add(kind)
  }

  /** Ends all faults, and notes all that can be read in the end and all that the WebSocket was told. */
  async end(): Promise<void> {
    this.devnet.faults.clear()
    const head = Number(await this.read('eth_blockNumber'))
    for (let number = 0; number <= head; number++) {
      const tag = `0x${number.toString(16)}`
      this.lines.push(line('block', await this.read('eth_getBlockByNumber', tag, true)))
      this.lines.push(line('receipts', await this.read('eth_getBlockReceipts', tag)))
    }
    this.lines.push(line('pending', await this.read('eth_getBlockByNumber', 'pending', true)))
    this.lines.push(line('pool', await this.read('txpool_content')))
    for (const hash of this.hashes) this.lines.push(line('status', this.devnet.transaction(hash)))
    await this.#socket.settled()
    for (const { kind, result } of this.#socket.pushes)
      this.lines.push(line(`sent ${kind}`, result))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket[Symbol.dispose]()
    await this.devnet[Symbol.asyncDispose]()
  }

  /** Each as often as it is likely. */
  readonly #acts: readonly Act[] = weighted([
    [24, 'send', () => this.#send()],
    [12, 'flashblock', () => this.devnet.flashblock()],
    [8, 'seal', () => this.devnet.seal()],
    [14, 'advance', () => this.devnet.clock.advance(this.#random.upTo(900))],
    [10, 'block fault', async () => this.devnet.faults.inject(await this.#blockFault())],
    [6, 'request fault', async () => this.#injectRequestFault()],
    [3, 'message fault', async () => this.#injectMessageFault()],
    [14, 'read', () => this.#read()],
    [3, 'reorg', () => this.#reorg()],
    [
      2,
      'rollback',
      () => this.devnet.rollback({ depth: 1 + this.#random.upTo(1), requeue: this.#flip() }),
    ],
    [3, 'snapshot', async () => this.#snapshots.push(await this.devnet.snapshot())],
    [1, 'revert', () => this.#revert()],
    [1, 'clear faults', async () => this.devnet.faults.clear()],
    [2, 'pause', async () => this.devnet.pause()],
    [4, 'resume', async () => this.devnet.resume()],
    [2, 'cadence', () => this.#setCadence()],
  ])

  /** Subscribes again when the connection is another. */
  async #comeBack(): Promise<void> {
    const connection = await this.devnet.provider.request({ method: 'preconf_connection' })
    if (connection !== this.#connection) await this.#subscribe()
  }

  async #subscribe(): Promise<void> {
    this.#connection = await this.devnet.provider.request({ method: 'preconf_connection' })
    for (const [kind, ...params] of everyKind) {
      const id = await this.devnet.provider
        .request({ method: 'eth_subscribe', params: [kind, ...params] })
        .catch(() => undefined)
      this.#kinds.set(id, kind)
      // Pushes on a new subscription wait until its client has had time to note the id.
      await yieldToEventLoop()
    }
  }

  async #deployToken(): Promise<void> {
    const args = ['Test', 'TST', 1_000_000n] as const
    const data = encodeDeployData({ abi: tokenAbi, bytecode: tokenBytecode, args })
    const raw = await this.#sign(0, { data, gas: 2_000_000n, nonce: 0 })
    await this.devnet.provider.request({ method: 'eth_sendRawTransaction', params: [raw] })
    await this.devnet.seal()
    const { contractAddress } = await this.read('eth_getTransactionReceipt', keccak256(raw))
    this.#token = contractAddress
  }

  /** A request that faults may hit. One that is held up is waited for until just then. */
  async #ask(method: string, ...params: unknown[]): Promise<Outcome> {
    const { faults, provider, clock } = this.devnet
    const before = faults.list()
    let isSettled = false
    const answer = outcomeOf(provider.request({ method, params })).finally(() => {
      isSettled = true
    })
    const heldMs = () =>
      appliedBetween(before, faults.list()).reduce(
        (sum, fault) => (fault.kind === 'latency' ? sum + fault.ms : sum),
        0,
      )
    while (!isSettled && heldMs() === 0) await yieldToEventLoop()
    await clock.advance(heldMs())
    const outcome = await answer
    await this.#comeBack()
    return outcome
  }

  async #send(): Promise<unknown> {
    const outcome = await this.#ask('eth_sendRawTransaction', await this.#draw())
    if (outcome.result !== undefined) this.accepted.add(outcome.result as Hex)
    return outcome
  }

  #revert(): Promise<boolean> {
    this.accepted.clear()
    return this.devnet.revert(this.#pick(this.#snapshots.slice(-3)) ?? '0x99')
  }

  /** A transfer of ether or tokens, with the next nonce of its sender or nearly so. */
  async #draw(): Promise<Hex> {
    const from = this.#random.upTo(accountCount - 1)
    const address = this.devnet.accounts[from]?.address
    const next = Number(await this.read('eth_getTransactionCount', address, 'pending'))
    const nonce = Math.max(0, next + (this.#pick([-1, 0, 0, 0, 0, 0, 0, 1, 2]) ?? 0))
    const fees = { maxPriorityFeePerGas: BigInt(this.#random.upTo(5)) }
    if (this.#flip()) {
      return this.#sign(from, {
        ...fees,
        nonce,
        gas: 21_000n,
        to: bob,
        value: BigInt(1 + this.#random.upTo(9)),
      })
    }
    // Only the first account has any to begin with: the others fail.
    const args = [this.devnet.accounts[this.#random.upTo(2)]?.address ?? bob, 1n] as const
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args })
    return this.#sign(from, { ...fees, nonce, gas: 100_000n, to: this.#token, data })
  }

  async #sign(from: number, fields: Record<string, unknown>): Promise<Hex> {
    const account = privateKeyToAccount(this.devnet.accounts[from]?.privateKey as Hex)
    const raw = await account.signTransaction({
      chainId: 31_337,
      type: 'eip1559',
      maxFeePerGas: 10n ** 10n,
      ...fields,
    })
    this.hashes.push(keccak256(raw))
    return raw
  }

  async #blockFault(): Promise<BlockFault> {
    if (this.#freezes && this.#random.upTo(9) === 0) {
      return { kind: 'freezePending', ms: this.#random.upTo(900) }
    }
    const sender = this.devnet.accounts[this.#random.upTo(accountCount - 1)]?.address as Hex
    return drawBlockFault(this.#random, { hashes: this.hashes, sender, raw: await this.#draw() })
  }

  #injectRequestFault() {
    return this.devnet.faults.inject(drawRequestFault(this.#random, this.#connection))
  }

  #injectMessageFault() {
    return this.devnet.faults.inject(drawMessageFault(this.#random, this.#connection))
  }

  async #read(): Promise<unknown> {
    const hash = this.#pick(this.hashes) as Hex
    const sender = this.devnet.accounts[this.#random.upTo(accountCount - 1)]?.address
    const reads: readonly [string, ...unknown[]][] = [
      ['eth_getBlockByNumber', 'pending', true],
      ['eth_getBlockReceipts', 'pending'],
      ['eth_getBalance', bob, 'pending'],
      ['eth_getTransactionCount', sender, 'pending'],
      ['eth_getTransactionReceipt', hash],
      ['eth_getTransactionByHash', hash],
      ['eth_getLogs', { fromBlock: '0x0', toBlock: 'pending' }],
      ['eth_feeHistory', '0x4', 'pending', [50]],
      ['preconf_getTransaction', hash],
      ['preconf_explain', hash],
      ['preconf_listFaults'],
      ['txpool_content'],
    ]
    const [method, ...params] = this.#pick(reads) as (typeof reads)[number]
    return [method, await this.#ask(method, ...params)]
  }

  async #reorg(): Promise<unknown> {
    const depth = 1 + this.#random.upTo(2)
    const transactions: { raw: Hex; block: number }[] = []
    for (let count = this.#random.upTo(2); count > 0; count--) {
      transactions.push({ raw: await this.#draw(), block: this.#random.upTo(depth - 1) })
    }
    return this.devnet.reorg({ depth, transactions, requeue: this.#flip() })
  }

  #setCadence(): Promise<void> {
    const modes = ['flashblocks', 'flashblocks', 'manual', 'interval', 'auto'] as const
    return this.devnet.setCadence({ mining: this.#pick(modes) })
  }

  #flip(): boolean {
    return this.#random.upTo(1) === 1
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#random.upTo(items.length - 1)]
  }
}

type Act = readonly [name: string, act: () => Promise<unknown>]

function weighted(acts: readonly (readonly [weight: number, ...Act])[]): readonly Act[] {
  return acts.flatMap(([weight, ...act]) => Array.from({ length: weight }, () => act))
}
