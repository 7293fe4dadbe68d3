import type { Hex } from '../../lib/hex.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { Provider, ProviderMessage } from '../../types/provider.ts'
import { Prompt, type PromptRequest } from './pageWallet.ts'
import {
  chainIdOf,
  unauthorized,
  unknownChain,
  userRejected,
  type WalletAnswer,
  WalletCalls,
  WalletChains,
  type WalletOptions,
} from './walletCalls.ts'

/** Sends an event of EIP-1193 and its argument to the pages. */
export type Emit = (event: string, argument: unknown) => void

/** A request of a page to a wallet; EIP-1193 allows both kinds of parameters. */
interface PageRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** Methods that need a connected page and the user's approval. */
const signing: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sign',
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
])

/** Position of the signer's address in the parameters; in other methods it is the `from` of the first. */
const signerIndex: ReadonlyMap<string, number> = new Map([
  ['eth_sign', 0],
  ['personal_sign', 1],
  ['eth_signTypedData', 0],
  ['eth_signTypedData_v3', 0],
  ['eth_signTypedData_v4', 0],
])

const permissions = [{ parentCapability: 'eth_accounts' }]

/**
 * A wallet that pages see and a test controls: it approves requests, rejects them or waits for the
 * test, and it can switch accounts and chains. The chain has the keys.
 */
export class Wallet {
  /** What it does with requests that `approveNext` and `rejectNext` do not cover. */
  answer: WalletAnswer
  readonly #chains: WalletChains
  readonly #calls: WalletCalls
  readonly #emit: Emit
  readonly #scripted: Exclude<WalletAnswer, 'ask'>[] = []
  readonly #prompts: Prompt[] = []
  readonly #awaited: ((prompt: Prompt) => void)[] = []
  readonly #requests: PromptRequest[] = []
  /** Providers of chains whose pushes it listens to. */
  readonly #heard = new Set<Provider>()
  readonly #subscriptions = new Set<unknown>()
  #accounts: readonly Hex[]
  #isConnected: boolean
  #chainId: number

  constructor(chain: PreconfDevnet, options: WalletOptions, emit: Emit) {
    const { accounts = [0], chainId = chain.chainId, chains = [], isConnected = false } = options
    this.#accounts = accounts.map((index) => addressOf(chain, index))
    this.#chains = new WalletChains(chain, chains)
    this.#calls = new WalletCalls(this.#chains)
    if (!this.#chains.has(chainId)) throw unknownChain(`0x${chainId.toString(16)}`)
    this.#chainId = chainId
    this.#isConnected = isConnected
    this.#emit = emit
    this.answer = options.answer ?? 'approve'
  }

  /** All requests of the pages, in order. */
  get requests(): readonly PromptRequest[] {
    return this.#requests
  }

  /** Requests that wait for `approve` or `reject`, oldest first. */
  get prompts(): readonly Prompt[] {
    return this.#prompts
  }

  /** The chosen account. */
  get address(): Hex {
    return this.#accounts[0] as Hex
  }

  /** The id of the chain that the wallet is on. */
  get chainId(): number {
    return this.#chainId
  }

  /** Approves the next requests that the user is asked about, whatever `answer` is. */
  approveNext(count = 1): void {
    for (let index = 0; index < count; index++) this.#scripted.push('approve')
  }

  /** Rejects the next requests that the user is asked about, whatever `answer` is. */
  rejectNext(count = 1): void {
    for (let index = 0; index < count; index++) this.#scripted.push('reject')
  }

  /** The oldest waiting request, or the next one to arrive. */
  nextPrompt(): Promise<Prompt> {
    const [prompt] = this.#prompts
    if (prompt !== undefined) return Promise.resolve(prompt)
    return new Promise((resolve) => this.#awaited.push(resolve))
  }

  /** Switches to another chain, as a user would. Rejects for one that the wallet does not know. */
  async switchChain(chainId: number): Promise<void> {
    await this.#chains.get(chainId)
    if (chainId === this.#chainId) return
    this.#chainId = chainId
    this.#emit('chainChanged', this.#chainIdHex)
  }

  /** Switches to another account, as a user would; `index` is that of the chain's accounts. */
  async switchAccount(index: number): Promise<void> {
    const address = addressOf(await this.#chains.get(this.#chainId), index)
    this.#accounts = [address, ...this.#accounts.filter((other) => other !== address)]
    if (this.#isConnected) this.#emit('accountsChanged', this.#visible)
  }

  /** Disconnects from the pages, as a user would: they no longer see the accounts. */
  disconnect(): void {
    this.#isConnected = false
    this.#emit('accountsChanged', [])
  }

  /** A request of a page. Rejects with an `Error` that has the code of EIP-1193 or of the chain. */
  async request(request: PageRequest): Promise<unknown> {
    const { method } = request
    const params = listOf(request.params)
    this.#requests.push({ method, params })
    const [first] = params
    switch (method) {
      case 'eth_accounts':
        return this.#visible
      case 'eth_chainId':
        return this.#chainIdHex
      case 'net_version':
        return String(this.#chainId)
      case 'eth_requestAccounts':
        await this.#connect(method, params)
        return this.#visible
      case 'wallet_requestPermissions':
        await this.#agree({ method, params })
        this.#show()
        return permissions
      case 'wallet_getPermissions':
        return this.#isConnected ? permissions : []
      case 'wallet_revokePermissions':
        this.disconnect()
        return null
      case 'wallet_addEthereumChain':
        await this.#agree({ method, params })
        this.#chains.add(chainIdOf(first))
        return null
      case 'wallet_switchEthereumChain':
        await this.#switch(chainIdOf(first), params)
        return null
      case 'wallet_watchAsset':
        await this.#agree({ method, params })
        return true
      case 'wallet_getCallsStatus':
        return this.#calls.status(first)
      case 'wallet_getCapabilities':
        if (!this.#isConnected) throw unauthorized(`the method ${method}`)
        return this.#calls.capabilities(params[1])
    }
    if (signing.has(method)) {
      this.#checkSigner(method, params)
      await this.#agree({ method, params })
    }
    if (method === 'wallet_sendCalls') return this.#calls.send(first, this.address)
    return this.#ask(method, params)
  }

  /** Closes the chains that it has opened; waiting requests are rejected. */
  async close(): Promise<void> {
    for (const prompt of [...this.#prompts]) prompt.reject()
    await this.#chains.close()
  }

  get #visible(): readonly Hex[] {
    return this.#isConnected ? this.#accounts : []
  }

  get #chainIdHex(): Hex {
    return `0x${this.#chainId.toString(16)}`
  }

  async #connect(method: string, params: readonly unknown[]): Promise<void> {
    if (this.#isConnected) return
    await this.#agree({ method, params })
    this.#show()
  }

  #show(): void {
    if (this.#isConnected) return
    this.#isConnected = true
    this.#emit('connect', { chainId: this.#chainIdHex })
    this.#emit('accountsChanged', this.#visible)
  }

  async #switch(chainId: number, params: readonly unknown[]): Promise<void> {
    if (!this.#chains.has(chainId)) throw unknownChain(`0x${chainId.toString(16)}`)
    if (chainId === this.#chainId) return
    await this.#agree({ method: 'wallet_switchEthereumChain', params })
    await this.switchChain(chainId)
  }

  #checkSigner(method: string, params: readonly unknown[]): void {
    if (!this.#isConnected) throw unauthorized(`the method ${method}`)
    const index = signerIndex.get(method)
    const fields = params[0] as { readonly from?: unknown } | undefined
    const signer = index === undefined ? fields?.from : params[index]
    // EIP-5792 leaves the choice of the account to the wallet.
    if (method === 'wallet_sendCalls' && signer === undefined) return
    const isOwn = this.#accounts.some((own) => own === String(signer).toLowerCase())
    if (!isOwn) throw unauthorized(`the account ${String(signer)}`)
  }

  /** Resolves when the user, or the script, approves. */
  #agree(request: PromptRequest): Promise<void> {
    const answer = this.#scripted.shift() ?? this.answer
    if (answer === 'approve') return Promise.resolve()
    if (answer === 'reject') return Promise.reject(userRejected())
    const prompt = new Prompt(request, () => {
      this.#prompts.splice(this.#prompts.indexOf(prompt), 1)
    })
    this.#prompts.push(prompt)
    for (const resolve of this.#awaited.splice(0)) resolve(prompt)
    return prompt.answered
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const { provider } = await this.#chains.get(this.#chainId)
    if (method === 'eth_subscribe') this.#hear(provider)
    const result = await provider.request({ method, params })
    if (method === 'eth_subscribe') this.#subscriptions.add(result)
    return result
  }

  #hear(provider: Provider): void {
    if (this.#heard.has(provider)) return
    this.#heard.add(provider)
    provider.on('message', (message: ProviderMessage) => {
      if (this.#subscriptions.has(message.data.subscription)) this.#emit('message', message)
    })
  }
}

/** EIP-747 names its parameters; all others come in order. */
function listOf(params: PageRequest['params'] = []): readonly unknown[] {
  return isList(params) ? params : [params]
}

function isList(params: NonNullable<PageRequest['params']>): params is readonly unknown[] {
  return Array.isArray(params)
}

function addressOf(chain: PreconfDevnet, index: number): Hex {
  const account = chain.accounts[index]
  if (account !== undefined) return account.address
  const most = chain.accounts.length - 1
  throw new RangeError(`the chain has no account ${index}: give an index from 0 to ${most}`)
}
