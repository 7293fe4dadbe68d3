import { concatBytes } from '@ethereumjs/util'
import type { Devnet } from '../../devnet/devnet.ts'
import { addressOfKey } from '../../ethereumjs/crypto.ts'
import { construct } from '../../execution/construct.ts'
import { estimateGas } from '../../execution/estimateGas.ts'
import { latin1Text } from '../../lib/encodings.ts'
import { bytesToBigInt, bytesToHex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { Random } from '../../lib/random.ts'
import type { StateEdit, StateTree } from '../../types/state.ts'
import type { TrafficKind } from '../../types/traffic.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { contractCode } from './contractCode.ts'
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

const text = (value: string) => new TextEncoder().encode(value)
const word = (value: bigint | number) => numberToBytes(value, 32)
const wordOfAddress = (address: Uint8Array) => concatBytes(new Uint8Array(12), address)
const selector = (signature: string) => keccak256(text(signature)).subarray(0, 4)

function placeOf(name: string): Uint8Array {
  return keccak256(text(`preconf traffic ${name}`)).subarray(12)
}

const places = {
  DAI: placeOf('DAI'),
  WETH: placeOf('WETH'),
  exchange: placeOf('exchange'),
  collection: placeOf('collection'),
  work: placeOf('work'),
}

const ether = 10n ** 18n
const maxWord = 2n ** 256n - 1n
const noBytes = new Uint8Array()

/** Wei of each stranger: enough at any base fee. */
const balance = 2n ** 220n
/** What each stranger has of each token. */
const tokens = 10n ** 12n * ether
/** What the exchange begins with: 3000 DAI for a WETH. */
const reserves = { DAI: 30_000_000n * ether, WETH: 10_000n * ether }

const functions = {
  transfer: selector('transfer(address,uint256)'),
  swap: selector('swap(address,uint256,uint256,address,uint256)'),
  mint: selector('mint()'),
  work: selector('work(uint256)'),
}

/** The slot of `balanceOf[owner]` in fixtures/Token.sol. */
function balanceSlot(owner: Uint8Array): Uint8Array {
  return keccak256(concatBytes(wordOfAddress(owner), word(3)))
}

/** The slot of `allowance[owner][exchange]` in fixtures/Token.sol. */
function allowanceSlot(owner: Uint8Array): Uint8Array {
  const ofOwner = keccak256(concatBytes(wordOfAddress(owner), word(4)))
  return keccak256(concatBytes(wordOfAddress(places.exchange), ofOwner))
}

/** A string of up to 31 bytes as Solidity stores it. */
function shortString(value: string): Uint8Array {
  const bytes = text(value)
  return concatBytes(bytes, new Uint8Array(31 - bytes.length), Uint8Array.of(bytes.length * 2))
}

/** Strangers and their contracts on a chain: who they are follows from the seed. */
export class Crowd {
  readonly strangers: readonly Stranger[]
  /** The share of swaps that sell WETH. */
  readonly #sell: number
  /** What calls of these kinds use. */
  #gas: Readonly<Record<'transfer' | 'token' | 'swap' | 'mint', bigint>> | undefined

  readonly #indexes = new Map<string, number>()

  constructor({ seed, senders, sell }: Pick<TrafficPlan, 'seed' | 'senders' | 'sell'>) {
    this.#sell = sell
    this.strangers = Array.from({ length: senders }, (_, index) => {
      const privateKey = keccak256(text(`preconf traffic ${seed} ${index}`))
      const address = addressOfKey(privateKey)
      this.#indexes.set(latin1Text(address), index)
      return { address, privateKey }
    })
  }

  /** The position of the stranger with that address. */
  indexOf(address: Uint8Array): number | undefined {
    return this.#indexes.get(latin1Text(address))
  }

  /** Whether contracts and funds are there: a revert, a reset or a reorg may have removed them. */
  isPlaced(state: StateTree): boolean {
    const last = this.strangers.at(-1) as Stranger
    const hasFunds = (state.account(last.address)?.balance ?? 0n) > 0n
    return this.#gas !== undefined && hasFunds && state.code(places.exchange).length > 0
  }

  /** Places the contracts, tokens and funds that are not there by edits of the state, and names them. */
  async place(devnet: Devnet): Promise<void> {
    const { development, names, forked } = devnet
    for (const edit of await forked.whenThere(() => this.#edits(devnet))) {
      await forked.whenThere(() => development.edit(edit))
    }
    for (const [name, address] of Object.entries(places)) {
      names.addLabel(`traffic ${name}`, bytesToHex(address))
    }
    for (const [index, { address }] of this.strangers.entries()) {
      names.addLabel(`trader ${index + 1}`, bytesToHex(address))
    }
    await forked.whenThere(() => this.#estimate(devnet))
  }

  async #edits({ machines, reader, built }: Devnet): Promise<readonly StateEdit[]> {
    const context = reader.nextContext(built.pending)
    const { state } = context
    const isNew = state.code(places.exchange).length === 0
    const poor = this.strangers.filter(({ address }) =>
      isNew ? true : state.storage(places.DAI, balanceSlot(address)).every((byte) => byte === 0),
    )
    const initCode = concatBytes(
      hexToBytes(contractCode.Exchange),
      wordOfAddress(places.DAI),
      wordOfAddress(places.WETH),
    )
    const exchange = { at: places.exchange, initCode, from: new Uint8Array(20), value: 0n }
    const contracts = isNew
      ? [
          tokenEdit('DAI', 'Traffic Dai'),
          tokenEdit('WETH', 'Traffic Ether'),
          { address: places.collection, code: hexToBytes(contractCode.Collection), nonce: 1n },
          { address: places.work, code: hexToBytes(contractCode.Work), nonce: 1n },
          ...(await construct(machines, context, exchange)),
          { address: places.exchange, storage: exchangeStorage },
        ]
      : []
    const tokensOf = (symbol: 'DAI' | 'WETH') => ({
      address: places[symbol],
      storage: poor.flatMap(({ address }) => [
        [balanceSlot(address), word(tokens)] as const,
        [allowanceSlot(address), word(maxWord)] as const,
      ]),
    })
    const funds = poor.map(({ address }) => ({ address, balance }))
    return [...contracts, tokensOf('DAI'), tokensOf('WETH'), ...funds]
  }

  /** Finds out what the kinds use on this chain, whose rules may price them in their own way. */
  async #estimate({ machines, reader, built }: Devnet): Promise<void> {
    const context = reader.nextContext(built.pending)
    const [{ address: from }, { address: other }] = [this.strangers[0], this.strangers.at(-1)] as [
      Stranger,
      Stranger,
    ]
    const estimate = (to: Uint8Array, data: Uint8Array) =>
      estimateGas(machines, context, { from, to, data, value: 0n })
    this.#gas = {
      transfer: await estimate(other, noBytes),
      token: await estimate(places.DAI, transferData(other, 1n)),
      swap: await estimate(places.exchange, swapData('DAI', ether, 0n, from)),
      mint: await estimate(places.collection, functions.mint),
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
    if (kind === 'token') {
      const symbol = random.next() < 0.7 ? 'DAI' : 'WETH'
      const data = transferData(other.address, (reserves[symbol] * size) / 10n ** 9n)
      return { to: places[symbol], data, value, gas: roomy(gas.token) }
    }
    if (kind === 'mint') {
      return { to: places.collection, data: functions.mint, value, gas: roomy(gas.mint) }
    }
    if (kind === 'work') return this.work(100_000n + (900_000n * size) / 1_000_000n)
    const symbol = random.next() < this.#sell ? 'WETH' : 'DAI'
    const { amountIn, amountOut } = quote(state, symbol, size)
    // Others may move the price by 1 % before it is in a block. One that is to fail asks for more than there is.
    const least = kind === 'revert' ? maxWord : (amountOut * 99n) / 100n
    const data = swapData(symbol, amountIn, least, from.address)
    return { to: places.exchange, data, value, gas: roomy(gas.swap) }
  }

  /** A call that uses this much gas, and little time. */
  work(gasToUse: bigint): PricedCall {
    const overhead = workOverhead + (this.#gas?.transfer ?? 0n) - 21_000n
    const inner = gasToUse > overhead ? gasToUse - overhead : 0n
    const data = concatBytes(functions.work, word(inner))
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

/** Reserves, and shares that no one has. */
const exchangeStorage = [reserves.DAI, reserves.WETH, 10n ** 24n].map(
  (value, slot) => [word(slot), word(value)] as const,
)

function tokenEdit(symbol: 'DAI' | 'WETH', name: string): StateEdit {
  const values = [shortString(name), shortString(symbol), word(tokens * 1000n + reserves[symbol])]
  const storage = [
    ...values.map((value, slot) => [word(slot), value] as const),
    [balanceSlot(places.exchange), word(reserves[symbol])] as const,
  ]
  return { address: places[symbol], code: hexToBytes(contractCode.Token), nonce: 1n, storage }
}

/** Gas that `work` uses besides the gas that it is to use, about. */
const workOverhead = 25_000n

/** A gas limit with a margin for other states. */
function roomy(gas: bigint): bigint {
  return (gas * 12n) / 10n
}

function transferData(to: Uint8Array, amount: bigint): Uint8Array {
  return concatBytes(functions.transfer, wordOfAddress(to), word(amount))
}

function swapData(
  symbol: 'DAI' | 'WETH',
  amountIn: bigint,
  least: bigint,
  to: Uint8Array,
): Uint8Array {
  const [token, deadline] = [wordOfAddress(places[symbol]), word(maxWord)]
  return concatBytes(
    functions.swap,
    token,
    word(amountIn),
    word(least),
    wordOfAddress(to),
    deadline,
  )
}

/** An amount of up to a thousandth of what the exchange has, and what it is swapped for now. */
function quote(state: StateTree, symbol: 'DAI' | 'WETH', size: bigint) {
  const [dai, weth] = [0, 1].map((slot) =>
    bytesToBigInt(state.storage(places.exchange, word(slot))),
  ) as [bigint, bigint]
  const [reserveIn, reserveOut] = symbol === 'DAI' ? [dai, weth] : [weth, dai]
  const amountIn = (reserveIn * size) / 10n ** 9n
  const afterFee = amountIn * 997n
  return { amountIn, amountOut: (afterFee * reserveOut) / (reserveIn * 1000n + afterFee) }
}
