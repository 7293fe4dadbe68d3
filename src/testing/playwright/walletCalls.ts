import { createDevnet } from '../../index.ts'
import type { Hex } from '../../lib/hex.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'

/** The error that a wallet answers: one of EIP-1193, or one passed on from the chain. */
export class WalletError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'WalletError'
    this.code = code
    this.data = data
  }
}

/** EIP-1193's words for it. */
export function userRejected(): WalletError {
  return new WalletError(4001, 'User rejected the request.')
}

export function unauthorized(what: string): WalletError {
  return new WalletError(4100, `${what} has not been authorized by the user`)
}

/** EIP-3326's error for a chain that was not added. */
export function unknownChain(chainId: string): WalletError {
  const advice = 'Try adding the chain using wallet_addEthereumChain first.'
  return new WalletError(4902, `Unrecognized chain ID "${chainId}". ${advice}`)
}

function invalidParams(message: string): WalletError {
  return new WalletError(-32602, message)
}

/** EIP-5792's error for calls on a chain that the wallet does not have. */
function unsupportedChain(chainId: string): WalletError {
  return new WalletError(5710, `unsupported chain id: ${chainId}`)
}

/** The chains that a wallet can switch to: the test's own, and empty ones made at first use. */
export class WalletChains {
  readonly #byId = new Map<number, Promise<PreconfDevnet> | undefined>()
  readonly #own: PreconfDevnet

  constructor(own: PreconfDevnet, others: readonly number[]) {
    this.#own = own
    for (const id of others) this.add(id)
  }

  add(id: number): void {
    if (id !== this.#own.chainId && !this.#byId.has(id)) this.#byId.set(id, undefined)
  }

  /** The ids of all chains that it knows; that of the test first. */
  get ids(): readonly number[] {
    return [this.#own.chainId, ...this.#byId.keys()]
  }

  has(id: number): boolean {
    return id === this.#own.chainId || this.#byId.has(id)
  }

  /** Rejects with EIP-3326's error for a chain that was not added. */
  async get(id: number): Promise<PreconfDevnet> {
    if (id === this.#own.chainId) return this.#own
    if (!this.#byId.has(id)) throw unknownChain(`0x${id.toString(16)}`)
    const made = this.#byId.get(id) ?? createDevnet({ chainId: id, mnemonic: this.#own.mnemonic })
    this.#byId.set(id, made)
    return made
  }

  /** Closes the chains that were made. */
  async close(): Promise<void> {
    for (const made of this.#byId.values()) await (await made)?.close()
  }
}

/** The chain that a request names. Throws for what is no id of a chain. */
export function chainIdOf(parameter: unknown): number {
  const { chainId } = (parameter ?? {}) as { readonly chainId?: unknown }
  if (typeof chainId === 'string' && /^0x[0-9a-f]{1,13}$/i.test(chainId)) return Number(chainId)
  throw invalidParams(`Expected 0x-prefixed hexadecimal string 'chainId'. Received: ${chainId}`)
}

/** EIP-5792 of a wallet with several chains: batches of calls, each sent on the chain that it names. */
export class WalletCalls {
  readonly #chains: WalletChains
  /** Where a batch was sent, by its id. */
  readonly #chainOf = new Map<unknown, number>()

  constructor(chains: WalletChains) {
    this.#chains = chains
  }

  /** Sends a batch, from `address` unless it says from whom. */
  async send(batch: unknown, address: Hex): Promise<unknown> {
    const chainId = chainIdOf(batch)
    if (!this.#chains.has(chainId)) throw unsupportedChain(hex(chainId))
    const request = { ...(batch as object), from: (batch as { from?: Hex }).from ?? address }
    const sent = await this.#ask(chainId, 'wallet_sendCalls', [request])
    this.#chainOf.set((sent as { readonly id: string }).id, chainId)
    return sent
  }

  /** Returns the status of a batch that the wallet has sent; for others the chain's error. */
  status(id: unknown): Promise<unknown> {
    const [own] = this.#chains.ids
    return this.#ask(this.#chainOf.get(id) ?? (own as number), 'wallet_getCallsStatus', [id])
  }

  /** Returns the capabilities of all its chains, or of those in the list that it has. */
  async capabilities(wanted: unknown): Promise<Readonly<Record<string, unknown>>> {
    const ids = this.#chains.ids.filter((id) => !Array.isArray(wanted) || wanted.includes(hex(id)))
    const answers = ids.map((id) => this.#ask(id, 'wallet_getCapabilities', []))
    return Object.assign({}, ...(await Promise.all(answers)))
  }

  async #ask(chainId: number, method: string, params: readonly unknown[]): Promise<unknown> {
    const { provider } = await this.#chains.get(chainId)
    return provider.request({ method, params })
  }
}

function hex(chainId: number): Hex {
  return `0x${chainId.toString(16)}`
}

/** What a wallet does with a request that its user is asked about. */
export type WalletAnswer = 'approve' | 'reject' | 'ask'

/** How the wallet in the page behaves. */
export interface WalletOptions {
  /**
   * Indexes of the chain's accounts that it has, from 0; the first one is selected.
   * @default [0]
   */
  readonly accounts?: readonly number[] | undefined
  /**
   * What it does with a request that needs the user's approval; with `ask` the request waits for the test, see `Wallet.nextPrompt`.
   * @default 'approve'
   */
  readonly answer?: WalletAnswer | undefined
  /**
   * Whether pages may see the accounts from the start, as if they had been connected before.
   * @default false
   */
  readonly isConnected?: boolean | undefined
  /**
   * Id of the chain that is selected at first: that of the test or one of `chains`.
   * @default the chain of the test
   */
  readonly chainId?: number | undefined
  /**
   * Ids of other, empty chains that pages can ask it to switch to.
   * @default []
   */
  readonly chains?: readonly number[] | undefined
  /**
   * The name that it announces (EIP-6963).
   * @default 'preconf'
   */
  readonly name?: string | undefined
  /**
   * Whether it is also `window.ethereum`.
   * @default true
   */
  readonly isInjected?: boolean | undefined
}
