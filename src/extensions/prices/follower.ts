import type { Devnet } from '../../devnet/devnet.ts'
import { InvalidOption } from '../../devnet/options/optionValues.ts'
import { bytesOfHex, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { FollowRequests } from '../../types/fork.ts'
import type { StateEdit, StateTree } from '../../types/state.ts'
import type { Json } from '../../types/values.ts'
import type { FeedRecord } from './feedRecords.ts'
import { decodeAnswer, readAnswer } from './feedStates.ts'
import { PriceChain } from './priceChain.ts'
import { type Prices, pricesOf } from './prices.ts'

/** The call of `latestRoundData()`. */
const latestRoundData = '0xfeaf968c'

/** The most slots of an account that are followed. */
const maxSlots = 1000

/** The most values of a feed, a balance or a slot that are remembered. */
const maxValues = 1000

/** A feed that follows the live chain. */
interface FollowedFeed {
  readonly name: string
  readonly proxy: Hex
  readonly decimals: number
}

/** What follows a live chain. */
type Followed = { readonly feed: FollowedFeed } | { readonly account: Hex }

/** A value that an account has on the live chain now. */
interface AccountValue {
  readonly key: string
  readonly address: Hex
  readonly kind: string
  readonly slot: Hex
  readonly value: string
}

/**
 * Brings chosen feeds and accounts of a fork up to the newest block of the live chain, from time to time. A value that
 * was changed on the fork stays: one that is neither the live chain's at the fork block nor one that came from here.
 */
export class Follower {
  readonly #devnet: Devnet
  readonly #chain: PriceChain
  readonly #prices: Prices
  readonly #onError: (error: unknown) => void
  /** The values by what they are of that were the live chain's. */
  readonly #values = new Map<string, Set<string>>()
  /** The last transaction of each feed. */
  readonly #sent = new Map<string, { readonly hash: Hex; readonly answer: bigint }>()
  #followed: readonly Followed[] = []
  #startMs = 0
  #isFailing = false
  #isClosed = false

  constructor(devnet: Devnet, onError: (error: unknown) => void) {
    this.#devnet = devnet
    this.#chain = new PriceChain(devnet)
    this.#prices = pricesOf(devnet)
    this.#onError = onError
  }

  /** Finds what is to be followed, and begins. Throws an `InvalidOption`. */
  async start(follow: readonly string[], everyMs: number): Promise<void> {
    this.#followed = await Promise.all(follow.map((given) => this.#find(given)))
    for (const followed of this.#followed) {
      if (!('feed' in followed)) continue
      const record = (await this.#prices.locate(followed.feed.proxy)) as FeedRecord
      this.#allow(`feed ${followed.feed.proxy}`, `${await readAnswer(this.#chain, record)}`)
    }
    this.#startMs = this.#devnet.clock.elapsed()
    this.#devnet.receiptWaits.onClose(() => {
      this.#isClosed = true
    })
    this.#arm(everyMs)
  }

  async #find(given: string): Promise<Followed> {
    const bytes = bytesOfHex(given)
    const address = bytes?.length === 20 ? bytesToHex(bytes) : undefined
    const decimals = 'function decimals() view returns (uint8)'
    const round = 'function latestRoundData() view returns (uint80)'
    const isFeed =
      address === undefined ||
      ((await this.#chain.readIfThere(address, round)) !== undefined &&
        (await this.#chain.readIfThere(address, decimals)) !== undefined)
    if (!isFeed) return { account: address }
    const record = await this.#prices.locate(address ?? given)
    const proxy = record?.chainlink?.proxy
    if (record !== undefined && proxy !== undefined) {
      return { feed: { name: address ?? record.name, proxy, decimals: record.decimals } }
    }
    const advice = 'give the address of its Chainlink proxy, or a pair that is known of this chain'
    throw new InvalidOption('fork.follow', given, advice)
  }

  #arm(everyMs: number): void {
    const { clock } = this.#devnet
    const elapsed = clock.elapsed() - this.#startMs
    const atMs = (Math.floor(elapsed / everyMs) + 1) * everyMs
    clock.schedule(atMs - elapsed, async () => {
      try {
        await this.#follow(atMs)
        this.#isFailing = false
      } catch (error) {
        // Once, while the live chain cannot be reached.
        if (!this.#isFailing && !this.#isClosed) this.#onError(error)
        this.#isFailing = true
      }
      if (!this.#isClosed) this.#arm(everyMs)
    })
  }

  async #follow(atMs: number): Promise<void> {
    const { live } = this.#devnet.forked
    const answers = (await live?.newest(atMs, this.#requests())) ?? {}
    const values = Object.entries(answers).flatMap(([key, answer]) => accountValue(key, answer))
    for (const followed of this.#followed) {
      if ('account' in followed) {
        await this.#moveAccount(values.filter(({ address }) => address === followed.account))
        continue
      }
      const data = answers[`feed ${followed.feed.proxy}`]
      if (typeof data === 'string') await this.#moveFeed(followed.feed, decodeAnswer(data as Hex))
    }
  }

  #requests(): FollowRequests {
    const requests = new Map<string, { method: string; params: readonly Json[] }>()
    for (const followed of this.#followed) {
      if ('feed' in followed) {
        const { proxy } = followed.feed
        const call = { to: proxy, data: latestRoundData }
        requests.set(`feed ${proxy}`, { method: 'eth_call', params: [call] })
        continue
      }
      const { account } = followed
      requests.set(`balance ${account}`, { method: 'eth_getBalance', params: [account] })
      requests.set(`code ${account}`, { method: 'eth_getCode', params: [account] })
      const slots = this.#devnet.forked.live?.knownSlots(hexToBytes(account)) ?? []
      for (const slot of slots.slice(0, maxSlots).map(bytesToHex).sort()) {
        const params = [account, slot]
        requests.set(`slot ${account} ${slot}`, { method: 'eth_getStorageAt', params })
      }
    }
    return requests
  }

  async #moveFeed({ name, proxy, decimals }: FollowedFeed, answer: bigint): Promise<void> {
    const record = (await this.#prices.locate(proxy)) as FeedRecord
    const key = `feed ${proxy}`
    const current = await readAnswer(this.#chain, record)
    const isOwn = !this.#isAllowed(key, `${current}`)
    const sent = this.#sent.get(proxy)
    const isOnItsWay = sent?.answer === answer && this.#devnet.pool.get(sent.hash) !== undefined
    if (current === answer || isOwn || isOnItsWay) return
    this.#allow(key, `${answer}`)
    const { transaction } = await this.#prices.set(name, `${answer}e-${decimals}`)
    if (transaction !== undefined) this.#sent.set(proxy, { hash: transaction, answer })
  }

  async #moveAccount(values: readonly AccountValue[]): Promise<void> {
    const [first] = values
    if (first === undefined) return
    const address = hexToBytes(first.address)
    const { forked, chain } = this.#devnet
    const { live } = forked
    const begun = await live?.view({ number: live.number })
    if (begun === undefined) return
    const moved = await forked.whenThere(() =>
      values.filter((one) => {
        const now = valueIn(chain.head.state, one)
        if (now === one.value) return false
        return now === valueIn(begun.state, one) || this.#isAllowed(one.key, now)
      }),
    )
    for (const { key, value } of moved) this.#allow(key, value)
    if (moved.length > 0) await this.#chain.edit(editOf(address, moved))
  }

  #isAllowed(key: string, value: string): boolean {
    return this.#values.get(key)?.has(value) === true
  }

  #allow(key: string, value: string): void {
    const values = this.#values.get(key) ?? new Set()
    this.#values.set(key, values)
    values.add(value)
    const [oldest] = values
    if (values.size > maxValues && oldest !== undefined) values.delete(oldest)
  }
}

/** What an answer says of an account; nothing for feeds and for other answers. */
function accountValue(key: string, answer: Json): readonly AccountValue[] {
  const [kind = '', address = '', slot = '0x'] = key.split(' ') as [string, Hex, Hex]
  if (typeof answer !== 'string' || !['balance', 'code', 'slot'].includes(kind)) return []
  const value = kind === 'code' ? answer.toLowerCase() : `${BigInt(answer)}`
  return [{ key, address: address as Hex, kind, slot, value }]
}

/** What an account has there in a state. Throws a `StateMiss`. */
function valueIn(state: StateTree, { kind, address, slot }: AccountValue): string {
  const at = hexToBytes(address)
  if (kind === 'balance') return `${state.account(at)?.balance ?? 0n}`
  if (kind === 'code') return bytesToHex(state.code(at))
  return `${BigInt(bytesToHex(state.storage(at, hexToBytes(slot))))}`
}

function editOf(address: Uint8Array, values: readonly AccountValue[]): StateEdit {
  const of = (kind: string) => values.find((one) => one.kind === kind)?.value
  const [balance, code] = [of('balance'), of('code')]
  return {
    address,
    balance: balance === undefined ? undefined : BigInt(balance),
    code: code === undefined ? undefined : hexToBytes(code),
    storage: values
      .filter(({ kind }) => kind === 'slot')
      .map(({ slot, value }) => [hexToBytes(slot), numberToBytes(BigInt(value), 32)] as const),
  }
}
