import { etherMoves, type Move, tokenMoves } from '../moves.ts'
import { Address, Panel, Table, Text, useAnswer } from '../parts.tsx'
import { ask } from '../state.ts'
import type { CallFrame } from '../trace.ts'
import { amountOf } from '../units.ts'
import { Ether } from '../values.tsx'
import type { Hex } from '../wire.ts'
import type { LogAnswer } from './EventTable.tsx'

/** Rows that are shown. */
const maxMoves = 100

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
  const { result } = useAnswer(`token ${token}`, () => describeToken(token), 'nothing')
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
