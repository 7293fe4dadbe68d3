import { createDevnet } from '../../index.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import { invalidParams, unknownChain } from './walletError.ts'

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

  /** Of all that it knows; that of the test first. */
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
