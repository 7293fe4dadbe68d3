import type { ComponentChildren } from 'preact'
import { Address, Table, Text, useAnswer } from '../parts.tsx'
import { ask } from '../state.ts'
import { tokenIn } from '../tokens.tsx'
import type { AbiArgument } from '../trace.ts'
import type { Hex } from '../wire.ts'
import { Arguments } from './FunctionForms.tsx'

export interface LogAnswer {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: Hex
  readonly transactionHash: Hex
}

interface Decoded {
  readonly event: string
  readonly args: readonly AbiArgument[]
}

/** Logs by the names of their events, where those are known. */
export function EventTable<Log extends LogAnswer>(props: {
  logs: readonly Log[]
  /** The first column. */
  first: string
  firstOf: (log: Log) => ComponentChildren
}) {
  const { logs, first, firstOf } = props
  const key = `logs ${logs.map(({ transactionHash, logIndex }) => transactionHash + logIndex).join()}`
  const { result = [] } = useAnswer(
    key,
    () =>
      ask<(Decoded | null)[]>(
        'preconf_decodeLogs',
        logs.map(({ address, topics, data }) => ({ address, topics, data })),
      ),
    'nothing',
  )
  return (
    <Table label="Events" head={[first, 'Contract', 'Event']}>
      {logs.map((log, at) => {
        const decoded = result[at]
        return (
          <tr key={`${log.transactionHash} ${log.logIndex}`}>
            <td>{firstOf(log)}</td>
            <td>
              <Address value={log.address} />
            </td>
            <td class="mono">
              {decoded ? (
                <>
                  <strong>
                    <Text value={decoded.event} />
                  </strong>
                  (<Arguments args={decoded.args} token={tokenIn(decoded.event, log.address)} />)
                </>
              ) : (
                <>
                  {log.topics.map((topic) => (
                    <div key={topic}>{topic}</div>
                  ))}
                  <Text value={log.data} />
                </>
              )}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
