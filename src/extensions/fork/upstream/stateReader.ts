import { type Hex, quantity } from '../../../lib/hex.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
import {
  BlockNotThere,
  ForkReorged,
  NotArchive,
  UpstreamError,
  UpstreamRefusal,
} from '../forkErrors.ts'
import type { FactQuery } from '../remoteFacts.ts'
import { readBytes, readHash, readObject, readQuantity } from './read.ts'
import type { Upstream } from './upstream.ts'

/** A block whose state is read. */
export interface StateBlock {
  readonly number: bigint
  readonly hash: Hex
}

/** An account as it was answered. */
export interface AccountAnswer {
  readonly address: Hex
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  readonly code: Uint8Array
  /** Where it is proven. */
  readonly storageRoot?: Hex | undefined
  readonly absent?: boolean | undefined
}

/** A slot as it was answered. */
export interface SlotAnswer {
  readonly address: Hex
  readonly slot: Hex
  readonly value: bigint
}

export interface StateAnswers {
  readonly accounts: readonly AccountAnswer[]
  readonly slots: readonly SlotAnswer[]
  /** Nodes of the tries that prove them. */
  readonly nodes?: readonly (readonly [hash: Hex, rlp: Uint8Array])[] | undefined
}

/** The ways to name the state's block, the safest first: some nodes take no hash. */
const addressings = ['object', 'hash', 'number'] as const

/** More slots are refused by those that give several at once. */
const maxSlots = 1024

/** What has been found out about how an upstream is asked; for all blocks of a session. */
export class AskingManner {
  /** Index into the ways to name a block, and whether one was right. */
  #addressing = 0
  isSettled = false
  /** Whether these methods are there; `undefined` until they were asked for. */
  accountInfo: boolean | undefined
  storageValues: boolean | undefined

  /** The block's number is in use: whatever is read so, the block must be looked at again. */
  get isByNumber(): boolean {
    return addressings[this.#addressing] === 'number'
  }

  blockParameter({ hash, number }: StateBlock): Json {
    const addressing = addressings[this.#addressing]
    if (addressing === 'number') return quantity(number)
    return addressing === 'hash' ? hash : { blockHash: hash }
  }

  /** The present way was refused: on to the next, if there is one. */
  tryNext(): boolean {
    if (this.isSettled || this.#addressing === addressings.length - 1) return false
    this.#addressing++
    return true
  }
}

/** Reads accounts and slots at one block of an upstream. */
export class StateReader {
  readonly #upstream: Upstream
  readonly #block: StateBlock
  readonly #manner: AskingManner

  constructor(upstream: Upstream, block: StateBlock, manner: AskingManner) {
    this.#upstream = upstream
    this.#block = block
    this.#manner = manner
  }

  /** All of it in one batch. Throws an `UpstreamError`. */
  read(query: FactQuery): Promise<StateAnswers> {
    return this.at(async (block) => {
      const { accounts = [], slots = [] } = query
      const [accountAnswers, slotAnswers] = await Promise.all([
        Promise.all(accounts.map((address, index) => this.#account(address, block, index === 0))),
        this.#slots(slots, block),
      ])
      return { accounts: accountAnswers, slots: slotAnswers }
    })
  }

  /** What the block is called at present; it may be called otherwise until something was read. */
  get blockParameter(): Json {
    return this.#manner.blockParameter(this.#block)
  }

  /** Whether something has been read, so that the block's name is known to be right. */
  get isSettled(): boolean {
    return this.#manner.isSettled
  }

  /** Asks with the parameter that names the block, in the ways there are until one is taken. */
  async at<Value>(ask: (block: Json) => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        const { number } = this.#block
        const isByNumber = this.#manner.isByNumber
        const [value] = await Promise.all([
          ask(this.blockParameter),
          isByNumber ? this.#requireBlock(number) : undefined,
        ])
        this.#manner.isSettled = true
        return value
      } catch (error) {
        if (isAboutBlock(error) && this.#manner.tryNext()) continue
        throw this.#named(error)
      }
    }
  }

  /** A number may name another block by now. */
  async #requireBlock(number: bigint): Promise<void> {
    const block = await this.#upstream.request('eth_getBlockByNumber', [quantity(number), false])
    const { hash } = (block ?? {}) as JsonObject
    if (hash !== this.#block.hash) throw new ForkReorged(this.#upstream.name, number)
  }

  #named(error: unknown): unknown {
    const { number } = this.#block
    if (error instanceof NotArchive) return new NotArchive(error.upstream, number)
    if (error instanceof BlockNotThere) return new ForkReorged(error.upstream, number)
    return error
  }

  async #account(address: Hex, block: Json, isFirst: boolean): Promise<AccountAnswer> {
    const { accountInfo } = this.#manner
    if (accountInfo === true) {
      return this.#accountOf(address, await this.#ask('eth_getAccountInfo', [address, block]))
    }
    const probe = accountInfo === undefined && isFirst ? this.#probeInfo(address, block) : undefined
    const [balance, nonce, code] = await Promise.all([
      this.#ask('eth_getBalance', [address, block]),
      this.#ask('eth_getTransactionCount', [address, block]),
      this.#ask('eth_getCode', [address, block]),
    ])
    const account = this.#accountOf(address, { balance, nonce, code })
    await probe?.(account)
    return account
  }

  /** Asks for the first account in both ways; the shorter one is used from then on if it gives the same. */
  #probeInfo(address: Hex, block: Json): (account: AccountAnswer) => Promise<void> {
    this.#manner.accountInfo = false
    const answer = this.#ask('eth_getAccountInfo', [address, block]).catch(() => undefined)
    return async ({ balance, nonce, code }) => {
      try {
        const found = this.#accountOf(address, (await answer) ?? null)
        const isSame = found.balance === balance && found.nonce === nonce
        this.#manner.accountInfo = isSame && found.code.length === code.length
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
      }
    }
  }

  #accountOf(address: Hex, answer: Json): AccountAnswer {
    const asked = { upstream: this.#upstream.name, what: `the account ${address}` }
    const { balance, nonce, code } = readObject(answer, asked)
    return {
      address,
      nonce: readQuantity(nonce, 64, asked),
      balance: readQuantity(balance, 256, asked),
      code: readBytes(code, asked),
    }
  }

  async #slots(
    wanted: NonNullable<FactQuery['slots']>,
    block: Json,
  ): Promise<readonly SlotAnswer[]> {
    const all = wanted.flatMap(({ address, slots }) => slots.map((slot) => ({ address, slot })))
    const [first] = all
    if (first === undefined) return []
    const { storageValues } = this.#manner
    if (storageValues === true) return this.#manySlots(all, block)
    const probe = storageValues === undefined ? this.#probeValues(first, block) : undefined
    const values = await Promise.all(
      all.map(async ({ address, slot }) => {
        const value = await this.#ask('eth_getStorageAt', [address, slot, block])
        return { address, slot, value: this.#wordOf(value, address, slot) }
      }),
    )
    await probe?.(values[0] as SlotAnswer)
    return values
  }

  async #manySlots(
    all: readonly { readonly address: Hex; readonly slot: Hex }[],
    block: Json,
  ): Promise<readonly SlotAnswer[]> {
    const chunks: (readonly (typeof all)[number][])[] = []
    for (let at = 0; at < all.length; at += maxSlots) chunks.push(all.slice(at, at + maxSlots))
    const answers = await Promise.all(
      chunks.map(async (chunk) => {
        const byAddress: Record<Hex, Hex[]> = {}
        for (const { address, slot } of chunk) {
          byAddress[address] ??= []
          byAddress[address].push(slot)
        }
        const answer = await this.#ask('eth_getStorageValues', [byAddress, block])
        return this.#valuesOf(answer, byAddress)
      }),
    )
    return answers.flat()
  }

  #probeValues(
    { address, slot }: { readonly address: Hex; readonly slot: Hex },
    block: Json,
  ): (first: SlotAnswer) => Promise<void> {
    this.#manner.storageValues = false
    const asked = { [address]: [slot] }
    const answer = this.#ask('eth_getStorageValues', [asked, block]).catch(() => undefined)
    return async ({ value }) => {
      try {
        const [found] = this.#valuesOf((await answer) ?? null, asked)
        this.#manner.storageValues = found?.value === value
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
      }
    }
  }

  #valuesOf(answer: Json, wanted: Readonly<Record<Hex, readonly Hex[]>>): readonly SlotAnswer[] {
    const asked = { upstream: this.#upstream.name, what: 'eth_getStorageValues' }
    const found = new Map(
      Object.entries(readObject(answer, asked)).map(([key, values]) => [key.toLowerCase(), values]),
    )
    return Object.entries(wanted).flatMap(([key, slots]) => {
      const address = key as Hex
      const values = (found.get(address) ?? []) as readonly Json[]
      return slots.map((slot, index) => ({
        address,
        slot,
        value: BigInt(readHash(values[index], { ...asked, what: nameOf(address, slot) })),
      }))
    })
  }

  #wordOf(value: Json, address: Hex, slot: Hex): bigint {
    const asked = { upstream: this.#upstream.name, what: nameOf(address, slot) }
    return value === '0x' ? 0n : readQuantity(value, 256, asked)
  }

  #ask(method: string, params: readonly Json[]): Promise<Json> {
    return this.#upstream.request(method, params)
  }
}

function nameOf(address: Hex, slot: Hex): string {
  return `slot ${slot} of ${address}`
}

/** Whether the way in which the block was named may be what is wrong. */
function isAboutBlock(error: unknown): boolean {
  return error instanceof UpstreamRefusal || error instanceof BlockNotThere
}
