import { InvalidOption, members } from '../../devnet/options/optionValues.ts'
import { bytesOfHex, bytesToHex, type Hex } from '../../lib/hex.ts'
import type { PoolChoice } from '../../types/prices.ts'
import type { PoolRecord } from './feedRecords.ts'
import { isSymbolOf, moverFunds, type PairToken } from './ownFeeds.ts'
import { mover, type PriceChain } from './priceChain.ts'

/** An address in hex, or the name that a fixture gave it. Throws an `InvalidOption`. */
export function addressIn(
  option: string,
  given: unknown,
  named: (name: string) => Hex | undefined,
  advice = 'give an address, or the name of a contract of a fixture',
): Hex {
  const bytes = typeof given === 'string' ? bytesOfHex(given) : undefined
  if (bytes?.length === 20) return bytesToHex(bytes)
  const address = typeof given === 'string' ? named(given) : undefined
  if (address !== undefined) return address
  throw new InvalidOption(option, given, advice)
}

/** A token with what it says of itself. Throws an `InvalidOption`. */
export async function tokenAt(
  chain: PriceChain,
  option: string,
  address: Hex,
): Promise<PairToken & { readonly symbol: string }> {
  const decimals = await chain.readIfThere(address, 'function decimals() view returns (uint8)')
  if (typeof decimals !== 'number') {
    throw new InvalidOption(option, address, 'give a token: this one has no decimals()')
  }
  const symbol = await chain.readIfThere(address, 'function symbol() view returns (string)')
  return { address, decimals, symbol: typeof symbol === 'string' ? symbol : '' }
}

/** A pool that is to follow a pair's price. Throws an `InvalidOption`. */
export async function poolAt(
  chain: PriceChain,
  pair: string,
  given: string | PoolChoice,
  named: (name: string) => Hex | undefined,
): Promise<PoolRecord> {
  const choice = typeof given === 'object' ? members('pools', given, ['address', 'base']) : {}
  const at = addressIn('pools', typeof given === 'object' ? choice.address : given, named)
  const kind = await kindOf(chain, at)
  const addresses = await Promise.all(
    ['token0', 'token1'].map((name) =>
      chain.readIfThere(at, `function ${name}() view returns (address)`),
    ),
  )
  const [one, other] = addresses.map((address) => String(address).toLowerCase()) as [Hex, Hex]
  if (kind === undefined || addresses.includes(undefined)) {
    throw new InvalidOption(
      'pools',
      at,
      'give a pool of Uniswap v2 or v3: it has no such functions',
    )
  }
  const token0 = await tokenAt(chain, 'pools', one)
  const token1 = await tokenAt(chain, 'pools', other)
  const [asset = ''] = pair.split('/')
  const base = choice.base === undefined ? undefined : addressIn('base', choice.base, named)
  const isBase0 = isFirst(token0, token1, (token) =>
    base === undefined ? isSymbolOf(token.symbol, asset) : token.address === base,
  )
  if (isBase0 === undefined) {
    const advice = `say which token is ${asset}: { address, base: '${one}' } for ${token0.symbol}, or '${other}' for ${token1.symbol}`
    throw new InvalidOption('pools', at, advice)
  }
  const [first, second] = isBase0 ? [token0, token1] : [token1, token0]
  return {
    kind,
    at,
    token0: one,
    token1: other,
    isBase0,
    baseDecimals: first.decimals,
    quoteDecimals: second.decimals,
  }
}

/** Gives the mover what it needs to swap in pools of others. */
export async function fundMover(chain: PriceChain, pools: readonly PoolRecord[]): Promise<void> {
  for (const { token0, token1 } of pools) {
    for (const token of [token0, token1]) await chain.fund(token, mover, moverFunds)
  }
}

/** Whether the first of two is meant, and not both or none. */
function isFirst<Token>(
  one: Token,
  other: Token,
  isMeant: (token: Token) => boolean,
): boolean | undefined {
  return isMeant(one) === isMeant(other) ? undefined : isMeant(one)
}

async function kindOf(chain: PriceChain, at: Hex): Promise<PoolRecord['kind'] | undefined> {
  const root = await chain.readIfThere(at, 'function slot0() view returns (uint160)')
  if (root !== undefined) return 'uniswapV3'
  const reserves = await chain.readIfThere(
    at,
    'function getReserves() view returns (uint112, uint112)',
  )
  if (reserves !== undefined) return 'uniswapV2'
  const reserve = await chain.readIfThere(at, 'function reserve0() view returns (uint256)')
  return reserve === undefined ? undefined : 'exchange'
}
