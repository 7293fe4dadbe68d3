import type { PreconfDevnet } from 'preconf/browser'

type Hash = Parameters<PreconfDevnet['transaction']>[0]

/** What the page shows of the chain. */
export interface View {
  readonly block: string
  /** Of the open block; absent before its first. */
  readonly flashblock: number | undefined
  readonly balances: readonly { readonly tag: string; readonly ether: string }[]
  readonly transactions: readonly { readonly hash: Hash; readonly status: string }[]
}

/** A chain in this page, where nothing happens by itself. */
export class LiveDevnet {
  readonly #devnet: PreconfDevnet
  readonly #hashes: Hash[] = []
  #flashblock: number | undefined

  private constructor(devnet: PreconfDevnet) {
    this.#devnet = devnet
  }

  /** `url`: of the module `preconf/browser`. */
  static async start(url: string): Promise<LiveDevnet> {
    const { createDevnet }: typeof import('preconf/browser') = await import(/* @vite-ignore */ url)
    return new LiveDevnet(await createDevnet({ mining: 'manual' }))
  }

  async send(): Promise<void> {
    const transfer = { from: this.#address(0), to: this.#address(1), value: '0xde0b6b3a7640000' }
    this.#hashes.push(await this.#ask('eth_sendTransaction', transfer))
  }

  async flashblock(): Promise<void> {
    this.#flashblock = (await this.#devnet.flashblock()).index
  }

  async seal(): Promise<void> {
    await this.#devnet.seal()
    this.#flashblock = undefined
  }

  /** Has the next seal lose a transaction that was pre-confirmed. */
  async lose(): Promise<void> {
    this.#devnet.faults.inject({ kind: 'dropAtSeal' })
    await this.seal()
  }

  close(): Promise<void> {
    return this.#devnet.close()
  }

  async view(): Promise<View> {
    const tags = ['latest', 'pending']
    const balances = tags.map(async (tag) => {
      const wei = BigInt(await this.#ask('eth_getBalance', this.#address(1), tag))
      return { tag, ether: `${Number(wei / 10n ** 18n)}` }
    })
    return {
      block: `${BigInt(await this.#ask('eth_blockNumber'))}`,
      flashblock: this.#flashblock,
      balances: await Promise.all(balances),
      transactions: this.#hashes.map((hash) => ({ hash, status: this.#statusOf(hash) })),
    }
  }

  #statusOf(hash: Hash): string {
    const transaction = this.#devnet.transaction(hash)
    if (transaction.status === 'preconfirmed')
      return `pre-confirmed in flashblock ${transaction.flashblockIndex}`
    if (transaction.status === 'sealed') return `sealed in block ${transaction.blockNumber}`
    if (transaction.status === 'dropped')
      return 'lost: it was pre-confirmed, and is not in the block'
    return 'waits in the pool'
  }

  #address(index: 0 | 1): Hash {
    const account = this.#devnet.accounts[index]
    if (account === undefined) throw new Error('the devnet has no accounts')
    return account.address
  }

  #ask(method: string, ...params: readonly unknown[]): Promise<Hash> {
    return this.#devnet.provider.request({ method, params }) as Promise<Hash>
  }
}
