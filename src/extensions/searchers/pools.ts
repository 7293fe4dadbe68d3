import type { Devnet } from '../../devnet/devnet.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { decodeFunction, decodeFunctionResult, encodeFunction, parseAbi } from '../../wallet/abi.ts'
import type { Step } from './bot.ts'
import { simulate } from './simulation.ts'

/** A pool of two tokens whose product of reserves is constant, with a fee of 0.3 %. */
export interface Pool {
  readonly address: Hex
  /** Like fixtures/Exchange.sol, or like a pair of Uniswap v2. */
  readonly kind: 'exchange' | 'pair'
  readonly tokens: readonly [Hex, Hex]
}

/** What a pool has of its two tokens. */
export type Reserves = readonly [bigint, bigint]

/** A swap that a transaction makes, as far as its data say it. */
export interface Swap {
  readonly pool: Pool
  /** The position of the token that is given. */
  readonly from: 0 | 1
  readonly amountIn: bigint
}

const exchangeAbi = parseAbi([
  'function swap(address tokenIn, uint256 amountIn, uint256 leastAmountOut, address to, uint256 deadline)',
])
const exactIn =
  '(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)'
const routerAbi = parseAbi([
  ...['TokensForTokens', 'TokensForETH'].flatMap((what) => [
    `function swapExact${what}${exactIn}`,
    `function swapExact${what}SupportingFeeOnTransferTokens${exactIn}`,
  ]),
  ...['', 'SupportingFeeOnTransferTokens'].map(
    (kind) =>
      `function swapExactETHForTokens${kind}(uint256 amountOutMin, address[] path, address to, uint256 deadline)`,
  ),
])
const views = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function reserve0() view returns (uint256)',
  'function reserve1() view returns (uint256)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function factory() view returns (address)',
  'function getPair(address one, address other) view returns (address)',
  'function symbol() view returns (string)',
])
const calls = parseAbi([
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function swap(address tokenIn, uint256 amountIn, uint256 leastAmountOut, address to, uint256 deadline)',
])
const pairCalls = parseAbi(['function swap(uint256 out0, uint256 out1, address to, bytes data)'])

const maxWord = 2n ** 256n - 1n

/** The pools of a devnet that were seen. */
export class Pools {
  readonly #devnet: Devnet
  readonly #known = new Map<Hex, Pool>()
  readonly #symbols = new Map<Hex, string | undefined>()

  constructor(devnet: Devnet) {
    this.#devnet = devnet
  }

  /** Pools of the same two tokens besides this one, as far as they were seen. */
  others({ address, tokens }: Pool): readonly Pool[] {
    return [...this.#known.values()].filter(
      (other) => other.address !== address && tokens.every((token) => other.tokens.includes(token)),
    )
  }

  /** Looks at the contracts that have names. */
  async lookAtNamed(): Promise<void> {
    for (const { address } of this.#devnet.names.contracts) await this.at(address)
  }

  /** The pool at an address; none where there is another contract, or none. */
  async at(address: Hex): Promise<Pool | undefined> {
    const known = this.#known.get(address)
    if (known !== undefined) return known
    const token0 = await this.#read(address, 'token0')
    const token1 = await this.#read(address, 'token1')
    if (typeof token0 !== 'string' || typeof token1 !== 'string') return undefined
    const isPair = (await this.#read(address, 'getReserves')) !== undefined
    if (!isPair && (await this.#read(address, 'reserve0')) === undefined) return undefined
    const tokens = [lower(token0), lower(token1)] as const
    const pool: Pool = { address, kind: isPair ? 'pair' : 'exchange', tokens }
    this.#known.set(address, pool)
    return pool
  }

  /** What a transaction swaps, by its data; none where it does another thing. */
  async swapOf({ envelope }: SignedTransaction): Promise<Swap | undefined> {
    const { to, data, value } = envelope
    if (to === undefined || data.length < 4 + 5 * 32 - 32) return undefined
    const [target, input] = [bytesToHex(to.bytes), bytesToHex(data)]
    const direct = decodeFunction(exchangeAbi, input)
    if (direct !== undefined) {
      const [token, amountIn] = direct.args as [Hex, bigint]
      return swapOn(await this.at(target), token, amountIn)
    }
    const routed = decodeFunction(routerAbi, input)
    if (routed === undefined) return undefined
    const isOfEther = routed.name.startsWith('swapExactETH')
    const [amountIn, path] = (
      isOfEther ? [value, routed.args[1]] : [routed.args[0], routed.args[2]]
    ) as [bigint, readonly Hex[]]
    const [first, second] = path
    if (first === undefined || second === undefined) return undefined
    const factory = await this.#read(target, 'factory')
    if (typeof factory !== 'string') return undefined
    const pair = await this.#read(lower(factory), 'getPair', [first, second])
    return typeof pair === 'string'
      ? swapOn(await this.at(lower(pair)), first, amountIn)
      : undefined
  }

  /** What the pool has now. */
  async reserves({ address, kind }: Pool): Promise<Reserves | undefined> {
    if (kind === 'pair') {
      const all = (await this.#read(address, 'getReserves')) as readonly bigint[] | undefined
      const [one, other] = all ?? []
      return one === undefined || other === undefined ? undefined : [one, other]
    }
    const one = await this.#read(address, 'reserve0')
    const other = await this.#read(address, 'reserve1')
    return typeof one === 'bigint' && typeof other === 'bigint' ? [one, other] : undefined
  }

  /** Whether a token stands for ether, by its symbol. */
  async isEther(token: Hex): Promise<boolean> {
    if (!this.#symbols.has(token)) {
      const symbol = await this.#read(token, 'symbol')
      this.#symbols.set(token, typeof symbol === 'string' ? symbol : undefined)
    }
    return this.#symbols.get(token) === 'WETH'
  }

  /** What a view returns; nothing where the contract does not have it. */
  async #read(address: Hex, name: string, args: readonly unknown[] = []): Promise<unknown> {
    const data = hexToBytes(encodeFunction(views, name, args))
    const [result] = await simulate(this.#devnet, [{ to: hexToBytes(address), data }])
    if (result?.isDone !== true || result.output.length === 0) return undefined
    try {
      return decodeFunctionResult(views, name, bytesToHex(result.output))
    } catch {
      // It has another function of this name.
      return undefined
    }
  }
}

function swapOn(pool: Pool | undefined, token: Hex, amountIn: bigint): Swap | undefined {
  const index = pool?.tokens.indexOf(lower(token)) ?? -1
  if (pool === undefined || (index !== 0 && index !== 1)) return undefined
  return { pool, from: index, amountIn }
}

function lower(address: string): Hex {
  return address.toLowerCase() as Hex
}

/** What is swapped for an amount, with these reserves. */
export function amountOut([reserveIn, reserveOut]: Reserves, amountIn: bigint): bigint {
  const afterFee = amountIn * 997n
  return (afterFee * reserveOut) / (reserveIn * 1000n + afterFee)
}

/** Reserves seen from one of the tokens, which comes first. */
export function seenFrom(from: 0 | 1, [one, other]: Reserves): Reserves {
  return from === 0 ? [one, other] : [other, one]
}

/** The steps by which a contract that holds the tokens swaps. */
export function swapSteps(
  { address, kind, tokens }: Pool,
  from: 0 | 1,
  amounts: { readonly given: bigint; readonly taken: bigint },
  to: Hex,
): readonly Step[] {
  const { given, taken } = amounts
  const token = tokens[from]
  if (kind === 'exchange') {
    const swap = encodeFunction(calls, 'swap', [token, given, taken, to, maxWord])
    const approve = encodeFunction(calls, 'approve', [address, given])
    return [
      { target: token, data: approve },
      { target: address, data: swap },
    ]
  }
  const out = from === 0 ? [0n, taken] : [taken, 0n]
  return [
    { target: token, data: encodeFunction(calls, 'transfer', [address, given]) },
    { target: address, data: encodeFunction(pairCalls, 'swap', [...out, to, '0x']) },
  ]
}
