import { etherMoves, type Move, tokenMoves } from '../moves.ts'
import { Address, Panel, Table } from '../parts.tsx'
import { TokenAmount, TokenName } from '../tokens.tsx'
import type { CallFrame } from '../trace.ts'
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
      <Table label="Value and tokens" hasCards head={['From', 'To', ['Amount', 'number'], 'Of']}>
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
  return (
    <>
      <td class="number">
        {id === undefined ? <TokenAmount token={token} amount={amount} /> : String(amount)}
      </td>
      <td>
        <TokenName token={token} />
        {id !== undefined && <span class="mono"> #{String(id)}</span>}
      </td>
    </>
  )
}
