import { Component, type ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { callsNamed, errorNameOf, nameOf } from '../names.ts'
import { Address, BlockLink, Field, Text, TransactionName, useFields } from '../parts.tsx'
import type { Row } from '../ring.ts'
import { completeRing, isConnected, model, ring, ringVersion } from '../state.ts'
import { decimal, short } from '../units.ts'
import { VirtualRows } from '../VirtualRows.tsx'
import { Badge, Ether, Legend } from '../values.tsx'
import type { Drop } from '../wire.ts'

const places = [
  'all',
  'waiting',
  'pre-confirmed',
  'sealed',
  'failed',
  'dropped',
  'reorged',
] as const

/** The newest 10,000, with filters; `wanted`: what they must have. */
export function Transactions({ wanted = '' }: { wanted?: string }) {
  const { values, field } = useFields({ place: 'all', party: wanted })
  const version = ringVersion.value
  const isReady = isConnected.value && model.value !== undefined
  useEffect(() => {
    if (isReady) void completeRing()
  }, [isReady, version])
  const party = values.party.trim().toLowerCase()
  // Before the rows are drawn, and once for each filter: afterwards the ring keeps them up to date.
  useMemo(
    () => ring.filter((row) => isAt(row, values.place) && isOf(row, party)),
    [values.place, party],
  )
  const rows = ring.shown
  return (
    <>
      <h1>Transactions</h1>
      <div class="row">
        <Field label="State" options={places} {...field('place')} />
        <Field label="Name, function, address or hash" placeholder="mint" {...field('party')} />
        <span class="dim">{decimal(String(rows.length))} shown</span>
      </div>
      {rows.length === 0 ? (
        <p class="dim">No transactions yet. New ones appear here immediately.</p>
      ) : (
        <VirtualRows
          label="Transactions, newest first"
          head={[
            'What',
            ['Hash', 'minor'],
            'State',
            ['From', 'minor'],
            ['To', 'minor'],
            ['Value', 'number'],
            ['Block', 'number minor'],
            ['Gas', 'number minor'],
          ]}
          rows={rows}
          keyOf={({ hash }) => hash}
        >
          {(row) => <Cells row={row} />}
        </VirtualRows>
      )}
      <Legend />
    </>
  )
}

/** The cells of a row, drawn again only when the row changes: most rows stay while others come. */
class Cells extends Component<{ row: Row }> {
  override shouldComponentUpdate({ row }: { row: Row }): boolean {
    return row !== this.props.row
  }

  override render({ row }: { row: Row }) {
    return <CellsOf row={row} />
  }
}

function CellsOf({ row }: { row: Row }) {
  const { hash, blockNumber, from, to, contractAddress, value, selector, gasUsed } = row
  return (
    <>
      <td>
        <TransactionName of={{ hash, to, data: selector }} place={row.place} />
      </td>
      <td class="mono dim minor">{short(hash)}</td>
      <td>
        <State row={row} />
      </td>
      <td class="minor">
        <Address value={from} />
      </td>
      <td class="minor">
        <Address value={to ?? contractAddress} />
      </td>
      <td class="number">
        <Ether wei={value} />
      </td>
      <td class="number minor">{blockNumber && <BlockLink number={blockNumber} />}</td>
      <td class="number minor">{gasUsed && decimal(gasUsed)}</td>
    </>
  )
}

/** Why a transaction was dropped, in short. */
function dropWords({ reason, message = '', fault }: Drop): ComponentChildren {
  switch (reason) {
    case 'replaced':
      return 'replaced'
    case 'nonceUsed':
      return 'nonce used'
    case 'reorged':
      return ''
    case 'removed':
      return 'on request'
    case 'fault':
      return `by the fault ${fault?.kind}`
    case 'invalid':
      return <Text value={message} />
  }
}

/** Where it is and what came of it, in words. */
export function State({
  row: { hash, place, status, reason, drop },
}: {
  row: Pick<Row, 'hash' | 'place' | 'status' | 'reason' | 'drop'>
}) {
  const isFailed = status === '0x0'
  const why = errorNameOf(hash) ?? reason
  return (
    <>
      {/* What has failed is in its block too, which has its own column. */}
      {!(isFailed && place === 'sealed') && <Badge state={place} />}
      {drop !== undefined && <span class="dim"> {dropWords(drop)}</span>}
      {isFailed && (
        <>
          {' '}
          <Badge state="failed" />
          {why !== undefined && (
            <span class="bad">
              {' '}
              <Text value={why} />
            </span>
          )}
        </>
      )}
    </>
  )
}

function isAt({ place, status }: Row, wanted: string): boolean {
  return wanted === 'all' || (wanted === 'failed' ? status === '0x0' : place === wanted)
}

function isOf({ hash, from, to, contractAddress }: Row, party: string): boolean {
  if (party === '') return true
  const addresses = [from, to, contractAddress].filter((one) => one != null)
  return (
    callsNamed(hash, party) ||
    [hash, ...addresses].some((one) => one.includes(party)) ||
    addresses.some((one) => nameOf(one)?.toLowerCase().includes(party))
  )
}
