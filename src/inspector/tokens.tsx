import { transfer } from './moves.ts'
import { contractNames } from './names.ts'
import { Address, Panel, Table, Text, useAnswer } from './parts.tsx'
import { ask, labels } from './state.ts'
import { amountOf } from './units.ts'
import type { Hex } from './wire.ts'

/** How a token wants to be shown; what it does not answer is absent. */
interface TokenInfo {
  readonly symbol?: string | undefined
  readonly decimals?: number | undefined
}

/** What was asked, by address: neither changes. */
const described = new Map<Hex, Promise<TokenInfo>>()
const maxDescribed = 1000

const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567', balanceOf: '0x70a08231' } as const

/** Asks a token for its symbol and decimals, once. */
function describeToken(to: Hex): Promise<TokenInfo> {
  const known = described.get(to)
  if (known !== undefined) return known
  const asking = askToken(to)
  if (described.size >= maxDescribed) described.clear()
  described.set(to, asking)
  return asking
}

async function askToken(to: Hex): Promise<TokenInfo> {
  const [symbol, decimals] = await Promise.all([
    callOf(to, selectors.symbol, 'pending'),
    callOf(to, selectors.decimals, 'pending'),
  ])
  const places = decimals.length === 66 ? Number(BigInt(decimals)) : undefined
  const info = {
    symbol: textOf(symbol),
    decimals: places !== undefined && places <= 77 ? places : undefined,
  }
  // It may have no code yet.
  if (info.symbol === undefined && info.decimals === undefined) described.delete(to)
  return info
}

function callOf(to: Hex, data: Hex, tag: string): Promise<Hex> {
  return ask<Hex>('eth_call', { to, data }, tag).catch((): Hex => '0x')
}

/** A text of the ABI, or 32 bytes that are one, as old tokens answer. */
function textOf(answer: Hex): string | undefined {
  const words = answer.slice(2)
  const isShort = words.length === 64
  const length = isShort ? 32 : Number.parseInt(words.slice(64, 128), 16)
  const hex = isShort ? words : words.slice(128, 128 + 2 * Math.min(length, 40))
  const bytes = (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  const text = new TextDecoder().decode(new Uint8Array(bytes)).replace(/\0+$/, '')
  return text === '' ? undefined : text
}

/** Returns the symbol and decimals of a token, once they are known. */
function useToken(token: Hex): TokenInfo {
  return useAnswer(`token ${token}`, () => describeToken(token), 'nothing').result ?? {}
}

/** An amount of a token in its units, exact in the title; `hasSymbol`: with its symbol. */
export function TokenAmount(props: { token: Hex; amount: bigint; hasSymbol?: boolean }) {
  const { token, amount, hasSymbol = false } = props
  const { symbol, decimals } = useToken(token)
  return (
    <span title={String(amount)}>
      {decimals === undefined ? String(amount) : amountOf(amount, decimals)}
      {hasSymbol && decimals !== undefined && symbol !== undefined && (
        <>
          {' '}
          <Text value={symbol} />
        </>
      )}
    </span>
  )
}

/** Functions and events of ERC-20 whose numbers are amounts. */
const withAmounts = new Set(['Transfer', 'Approval', 'transfer', 'transferFrom', 'approve'])

/** The token whose amounts the arguments of a call or an event are, by its name; `undefined` for others. */
export function tokenIn(name: string | undefined, address: Hex): Hex | undefined {
  return name !== undefined && withAmounts.has(name) ? address : undefined
}

/** Blocks in which transfers are looked for, and tokens that are looked at. */
const searchedBlocks = 1000n
const maxTokens = 50

interface Holding {
  readonly token: Hex
  readonly latest: bigint
  readonly pending: bigint
}

/** Tokens of an account: those that it got or gave in the newest blocks, and contracts with a name. */
async function holdingsOf(account: string): Promise<readonly Holding[]> {
  const word = account.slice(2).toLowerCase().padStart(64, '0')
  const [head, fork] = await Promise.all([
    ask<Hex>('eth_blockNumber'),
    ask<{ readonly blockNumber: Hex } | null>('preconf_forkInfo'),
  ])
  const lowest = fork === null ? 0n : BigInt(fork.blockNumber) + 1n
  const from = BigInt(head) - searchedBlocks
  const fromBlock = `0x${(from > lowest ? from : lowest).toString(16)}`
  const found = await Promise.all(
    [
      [transfer, `0x${word}`],
      [transfer, null, `0x${word}`],
    ].map((topics) =>
      ask<readonly { readonly address: Hex }[]>('eth_getLogs', {
        topics,
        fromBlock,
        toBlock: 'pending',
      }).catch(() => []),
    ),
  )
  const named = Object.entries(labels.peek()).filter(([, name]) => !name.startsWith('('))
  const candidates = [
    ...found.flat().map(({ address }) => address),
    ...named.map(([address]) => address as Hex),
    ...([...contractNames.peek().keys()] as Hex[]),
  ]
  const tokens = [...new Set(candidates)].slice(0, maxTokens)
  const balances = await Promise.all(
    tokens.map(async (token) => {
      const { symbol, decimals } = await describeToken(token)
      if (symbol === undefined && decimals === undefined) return []
      const data: Hex = `${selectors.balanceOf}${word}`
      const [latest, pending] = (
        await Promise.all(['latest', 'pending'].map((tag) => callOf(token, data, tag)))
      ).map((answer) => (answer.length === 66 ? BigInt(answer) : 0n)) as [bigint, bigint]
      return latest === 0n && pending === 0n ? [] : [{ token, latest, pending }]
    }),
  )
  return balances.flat()
}

/** The minimum time between two looks at the tokens of an account, in ms. */
const tokensRestMs = 2000

/** The balances of tokens of an account, in their units. */
export function Tokens({ account }: { account: string }) {
  const key = `tokens ${account}`
  const { result = [] } = useAnswer(key, () => holdingsOf(account), 'chain', tokensRestMs)
  if (result.length === 0) return null
  return (
    <Panel title="Tokens">
      <Table
        label="Tokens"
        isCompact
        hasCards
        head={['Token', ['Balance at latest', 'number'], ['Balance at pending', 'number']]}
      >
        {result.map(({ token, latest, pending }) => (
          <tr key={token}>
            <td>
              <TokenName token={token} />
            </td>
            <td class="number">
              <TokenAmount token={token} amount={latest} />
            </td>
            <td class={`number ${latest === pending ? '' : 'warn'}`}>
              <TokenAmount token={token} amount={pending} />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

/** A token by its symbol and its name or address. */
export function TokenName({ token }: { token: Hex }) {
  const { symbol } = useToken(token)
  return (
    <>
      {symbol !== undefined && (
        <>
          <Text value={symbol} />{' '}
        </>
      )}
      <Address value={token} />
    </>
  )
}
