import { Address, Panel, Table, Text, useAnswer } from '../parts.tsx'
import { ask } from '../state.ts'
import type { CallFrame } from '../trace.ts'
import { amountOf } from '../units.ts'
import { Ether } from '../values.tsx'
import type { Hex } from '../wire.ts'
import type { LogAnswer } from './EventTable.tsx'

/** Ether or a token that went from one account to another. */
export interface Move {
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
  /** Absent for ether. */
  readonly token?: Hex
  /** The number of a token that is not like the others: ERC-721, ERC-1155. */
  readonly id?: bigint
}

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721, `TransferSingle` and `TransferBatch` of ERC-1155. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Rows that are shown. */
const maxMoves = 100

/** Ether that calls have sent, in their order; what was undone is not among it. */
export function etherMoves(frame: CallFrame): readonly Move[] {
  if (frame.error !== undefined) return []
  const amount = BigInt(frame.value)
  const isMove = amount > 0n && !/^(?:DELEGATECALL|CALLCODE)$/.test(frame.kind)
  const own = isMove ? [{ from: frame.from, to: frame.to, amount }] : []
  const inner = frame.steps.flatMap((step) => (step.step === 'call' ? etherMoves(step) : []))
  return [...own, ...inner]
}

/** Tokens that a log says to have moved. */
export function tokenMoves({ address: token, topics, data }: LogAnswer): readonly Move[] {
  const [kind, first, second, third] = topics
  if (first === undefined || second === undefined) return []
  const words =
    data
      .slice(2)
      .match(/.{64}/g)
      ?.map((word) => BigInt(`0x${word}`)) ?? []
  const one = (from: Hex, to: Hex) => ({ token, from: accountOf(from), to: accountOf(to) })
  if (kind === transfer) {
    if (third !== undefined) return [{ ...one(first, second), amount: 1n, id: BigInt(third) }]
    return [{ ...one(first, second), amount: words[0] ?? 0n }]
  }
  if (third === undefined) return []
  const [id, amount] = words
  if (kind === single && id !== undefined && amount !== undefined) {
    return [{ ...one(second, third), id, amount }]
  }
  if (kind !== batch || id === undefined || amount === undefined) return []
  const ids = listAt(words, id)
  const amounts = listAt(words, amount)
  return ids.map((number, at) => ({ ...one(second, third), id: number, amount: amounts[at] ?? 0n }))
}

function accountOf(topic: Hex): Hex {
  return `0x${topic.slice(-40)}`
}

/** A list of the ABI by its offset in bytes. */
function listAt(words: readonly bigint[], offset: bigint): readonly bigint[] {
  const at = Number(offset / 32n)
  return words.slice(at + 1, at + 1 + Number(words[at] ?? 0n))
}

/** Shows the ether and the tokens that a transaction has moved. */
export function Moves({ call, logs }: { call: CallFrame; logs: readonly LogAnswer[] }) {
  const moves = [...etherMoves(call), ...logs.flatMap(tokenMoves)]
  if (moves.length === 0) return null
  return (
    <Panel title="Value and tokens">
      <Table label="Value and tokens" head={['From', 'To', ['Amount', 'number'], 'Of']}>
        {moves.slice(0, maxMoves).map((move, at) => (
          <Row key={at} move={move} />
        ))}
      </Table>
      {moves.length > maxMoves && <p class="dim">{moves.length - maxMoves} more</p>}
    </Panel>
  )
}

function Row({ move: { from, to, amount, token, id } }: { move: Move }) {
  return (
    <tr>
      <td>
        <Address value={from} />
      </td>
      <td>
        <Address value={to} />
      </td>
      {token === undefined ? (
        <>
          <td class="number">
            <Ether wei={amount} />
          </td>
          <td>ether</td>
        </>
      ) : (
        <Token token={token} amount={amount} id={id} />
      )}
    </tr>
  )
}

function Token({ token, amount, id }: { token: Hex; amount: bigint; id: bigint | undefined }) {
  const { result } = useAnswer(`token ${token}`, () => describeToken(token), false)
  const { symbol, decimals } = result ?? {}
  const shown =
    id === undefined && decimals !== undefined ? amountOf(amount, decimals) : `${amount}`
  return (
    <>
      <td class="number">
        <span title={String(amount)}>{shown}</span>
      </td>
      <td>
        {symbol !== undefined && (
          <>
            <Text value={symbol} />{' '}
          </>
        )}
        <Address value={token} />
        {id !== undefined && <span class="mono"> #{String(id)}</span>}
      </td>
    </>
  )
}

const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567' } as const

/** Asks a token for its symbol and decimals; what it does not answer is absent. */
async function describeToken(
  to: Hex,
): Promise<{ readonly symbol?: string | undefined; readonly decimals?: number | undefined }> {
  const [symbol, decimals] = await Promise.all(
    [selectors.symbol, selectors.decimals].map((data) =>
      ask<Hex>('eth_call', { to, data }, 'pending').catch((): Hex => '0x'),
    ),
  )
  const places = decimals?.length === 66 ? Number(BigInt(decimals)) : undefined
  return {
    symbol: symbol && textOf(symbol),
    decimals: places !== undefined && places <= 77 ? places : undefined,
  }
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
