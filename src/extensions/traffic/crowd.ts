import { concatBytes } from '@ethereumjs/util'
import { createPace, type YieldIfDue } from '../../clock/pace.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { addressOfKey } from '../../ethereumjs/crypto.ts'
import { estimateGas } from '../../execution/estimateGas.ts'
import { latin1Text } from '../../lib/encodings.ts'
import { bytesToBigInt, bytesToHex, hexToBytes } from '../../lib/hex.ts'
import type { Random } from '../../lib/random.ts'
import type { StateEdit, StateTree } from '../../types/state.ts'
import type { TrafficKind } from '../../types/traffic.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { contractCode } from './contractCode.ts'
import {
  amountOut,
  fundingEdits,
  isFunded,
  marketOf,
  ownMarket,
  ownMarketEdits,
  placeOf,
  reservesOf,
  selector,
  swapData,
  transferData,
  word,
} from './market.ts'
import type { TrafficPlan } from './plan.ts'

/** An account of the traffic. */
export interface Stranger {
  /** 20 bytes. */
  readonly address: Uint8Array
  /** 32 bytes. */
  readonly privateKey: Uint8Array
}

/** A call without its sender and fees. */
export interface PricedCall {
  readonly to: Uint8Array
  readonly data: Uint8Array
  readonly value: bigint
  /** The gas limit. */
  readonly gas: bigint
}

const noBytes = new Uint8Array()
const maxWord = 2n ** 256n - 1n
const ether = 10n ** 18n

/** Wei of each stranger: enough at any base fee. */
const balance = 2n ** 220n

const places = { collection: placeOf('collection'), work: placeOf('work') }
const mint = selector('mint()')
const work = selector('work(uint256)')

/** Derives the strangers of a seed, in turns with others. */
export async function strangersOf(
  { seed, senders }: Pick<TrafficPlan, 'seed' | 'senders'>,
  yieldIfDue: YieldIfDue,
): Promise<readonly Stranger[]> {
  const strangers: Stranger[] = []
  for (let index = 0; index < senders; index++) {
    const text = `preconf traffic ${seed} ${index}`
    const privateKey = keccak256(new TextEncoder().encode(text))
    strangers.push({ address: addressOfKey(privateKey), privateKey })
    await yieldIfDue()
  }
  return strangers
}

/** Strangers and their contracts on a chain: who they are follows from the seed. */
export class Crowd {
  readonly strangers: readonly Stranger[]
  /** The share of swaps that sell WETH. */
  readonly #sell: number
  /** What calls of these kinds use. */
  #gas: Readonly<Record<'transfer' | 'token' | 'swap' | 'mint', bigint>> | undefined

  /** The exchange that they use. */
  #market = ownMarket
  readonly #indexes = new Map<string, number>()

  constructor({ sell }: Pick<TrafficPlan, 'sell'>, strangers: readonly Stranger[]) {
    this.#sell = sell
    this.strangers = strangers
    for (const [index, { address }] of strangers.entries()) {
      this.#indexes.set(latin1Text(address), index)
    }
  }

  /** The position of the stranger with that address. */
  indexOf(address: Uint8Array): number | undefined {
    return this.#indexes.get(latin1Text(address))
  }

  /** Whether contracts and funds are there: a revert, a reset or a reorg may have removed them. */
  isPlaced(state: StateTree): boolean {
    const last = this.strangers.at(-1) as Stranger
    const hasFunds = (state.account(last.address)?.balance ?? 0n) > 0n
    return this.#gas !== undefined && hasFunds && state.code(this.#market.exchange).length > 0
  }

  /** Places the contracts, tokens and funds that are not there by edits of the state, and names them. */
  async place(devnet: Devnet): Promise<void> {
    const { development, names, forked, machines } = devnet
    const yieldIfDue = createPace(machines.clock)
    const { contracts, funds } = await forked.whenThere(() => this.#edits(devnet))
    for (const edits of [contracts, funds]) {
      for (const edit of edits) {
        await forked.whenThere(() => development.edit(edit))
        await yieldIfDue()
      }
    }
    for (const [name, address] of Object.entries(places)) {
      names.addLabel(`traffic ${name}`, bytesToHex(address))
    }
    if (this.#market === ownMarket) {
      const { exchange, tokens } = ownMarket
      for (const [index, address] of [...tokens, exchange].entries()) {
        names.addLabel(`traffic ${ownLabels[index]}`, bytesToHex(address))
      }
    }
    for (const [index, { address }] of this.strangers.entries()) {
      names.addLabel(`trader ${index + 1}`, bytesToHex(address))
    }
    await forked.whenThere(() => this.#estimate(devnet))
  }

  async #edits(devnet: Devnet) {
    const { reader, built } = devnet
    const { state } = reader.nextContext(built.pending)
    const market = await marketOf(devnet)
    this.#market = market
    const isThere = (address: Uint8Array) => state.code(address).length > 0
    const isNew = !isThere(market.exchange)
    const poor = this.strangers
      .map(({ address }) => address)
      .filter((address) => isNew || !isFunded(market, address, state))
    return {
      contracts: [
        ...(isNew ? await ownMarketEdits(devnet) : []),
        ...(isThere(places.work) ? [] : contractEdits),
        ...poor.map((address) => ({ address, balance })),
      ],
      funds: fundingEdits(market, poor, state),
    }
  }

  /** Finds out what the kinds use on this chain, whose rules may price them in their own way. */
  async #estimate({ machines, reader, built }: Devnet): Promise<void> {
    const context = reader.nextContext(built.pending)
    const [{ address: from }, { address: other }] = [this.strangers[0], this.strangers.at(-1)] as [
      Stranger,
      Stranger,
    ]
    const { exchange, tokens } = this.#market
    const given = reservesOf(this.#market, context.state)[0] / 1000n
    const estimate = (to: Uint8Array, data: Uint8Array) =>
      estimateGas(machines, context, { from, to, data, value: 0n })
    this.#gas = {
      transfer: await estimate(other, noBytes),
      token: await estimate(tokens[0], transferData(other, 1n)),
      swap: await estimate(exchange, swapData(this.#market, 0, { given, least: 0n }, from)),
      mint: await estimate(places.collection, mint),
    }
  }

  /** Draws what a stranger calls, and how much it is about. */
  call(kind: TrafficKind, from: Stranger, state: StateTree, random: Random): PricedCall {
    const gas = this.#gas
    if (gas === undefined) throw new Error('place the contracts first')
    const other = this.strangers[random.upTo(this.strangers.length - 1)] as Stranger
    // Small amounts are frequent.
    const size = BigInt(Math.ceil(random.next() ** 3 * 1e6))
    const value = 0n
    if (kind === 'transfer') {
      const value = (5n * ether * size) / 1_000_000n
      // Exactly what it uses, as wallets give it.
      return { to: other.address, data: noBytes, value, gas: gas.transfer }
    }
    const market = this.#market
    const reserves = reservesOf(market, state)
    if (kind === 'token') {
      const position = random.next() < 0.7 ? 0 : 1
      const data = transferData(other.address, (reserves[position] * size) / 10n ** 9n)
      return { to: market.tokens[position], data, value, gas: roomy(gas.token) }
    }
    if (kind === 'mint') {
      return { to: places.collection, data: mint, value, gas: roomy(gas.mint) }
    }
    if (kind === 'work') return this.work(100_000n + (900_000n * size) / 1_000_000n)
    const position = random.next() < this.#sell ? 1 : 0
    const [one, two] = reserves
    const given = (reserves[position] * size) / 10n ** 9n
    const expected = amountOut(given, position === 0 ? [one, two] : [two, one])
    // Others may move the price by 1 % before it is in a block. One that is to fail asks for more than there is.
    const least = kind === 'revert' ? maxWord : (expected * 99n) / 100n
    const data = swapData(market, position, { given, least }, from.address)
    return { to: market.exchange, data, value, gas: roomy(gas.swap) }
  }

  /** A call that uses this much gas, and little time. */
  work(gasToUse: bigint): PricedCall {
    const overhead = workOverhead + (this.#gas?.transfer ?? 0n) - 21_000n
    const inner = gasToUse > overhead ? gasToUse - overhead : 0n
    const data = concatBytes(work, word(inner))
    // A call hands over at most 63/64 of what is left.
    return { to: places.work, data, value: 0n, gas: overhead + 4000n + (inner * 65n) / 64n }
  }

  /** The gas that one of these transactions probably uses. */
  expectedGas({ data, gas }: Pick<PricedCall, 'data' | 'gas'>): bigint {
    if (data.length === 0) return gas
    if (data.length === 36) return bytesToBigInt(data.subarray(4)) + workOverhead
    return (gas * 10n) / 12n
  }
}

const contractEdits: readonly StateEdit[] = [
  { address: places.collection, code: hexToBytes(contractCode.Collection), nonce: 1n },
  { address: places.work, code: hexToBytes(contractCode.Work), nonce: 1n },
]

const ownLabels = ['DAI', 'WETH', 'exchange'] as const

/** Gas that `work` uses besides the gas that it is to use, about. */
const workOverhead = 25_000n

/** A gas limit with a margin for other states. */
function roomy(gas: bigint): bigint {
  return (gas * 12n) / 10n
}
