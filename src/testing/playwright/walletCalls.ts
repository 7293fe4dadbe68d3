import type { Hex } from '../../lib/hex.ts'
import { chainIdOf, type WalletChains } from './walletChains.ts'
import { unsupportedChain } from './walletError.ts'

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

  /** Of a batch that it has sent; of any other the chain says that it does not know it. */
  status(id: unknown): Promise<unknown> {
    const [own] = this.#chains.ids
    return this.#ask(this.#chainOf.get(id) ?? (own as number), 'wallet_getCallsStatus', [id])
  }

  /** Of all its chains, or of those of a list that it has. */
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
