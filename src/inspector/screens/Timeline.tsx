import { Component } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { cadenceWords, Speed } from '../Controls.tsx'
import { StateOf } from '../network.tsx'
import { Call } from '../parts.tsx'
import { model } from '../state.ts'
import { timeOf } from '../units.ts'
import type { Block, Flashblock, TransactionLine } from '../wire.ts'

/** Columns that are shown. */
const maxColumns = 40

/** Blocks as columns, their flashblocks as cells, the open one growing. */
export function Timeline() {
  return (
    <>
      <div class="title">
        <h1>Timeline</h1>
        <p class="dim">{cadenceWords()}</p>
      </div>
      <Columns />
      <details>
        <summary>Legend</summary>
        <p class="dim">
          A column is a block, a cell a flashblock with the number of its transactions; the last
          column is the block that is being built. Struck out: blocks that a reorg or a restored
          moment took away, and cells with transactions that were pre-confirmed and are not in the
          sealed block.
        </p>
      </details>
      <Speed />
    </>
  )
}

/** The picture of the chain; `isBrief`: low, with numbers only. */
export function Columns({ isBrief = false }: { isBrief?: boolean }) {
  const scroll = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const { blocks = [], pending = [], removed = [] } = model.value ?? {}
  useEffect(() => {
    const element = scroll.current
    if (element !== null && isAtEnd.current) element.scrollLeft = element.scrollWidth
  })
  return (
    <section
      class={`timeline scroll ${isBrief ? 'brief' : ''}`}
      ref={scroll}
      aria-label="Blocks, oldest first"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }) => {
        isAtEnd.current = scrollLeft + clientWidth >= scrollWidth - 8
      }}
    >
      <ol class="columns">
        {columnsOf(blocks, removed).map(({ block, isRemoved }) => (
          <Column block={block} isRemoved={isRemoved} isBrief={isBrief} key={block.hash} />
        ))}
        <Open pending={pending} after={blocks.at(-1)} isBrief={isBrief} />
      </ol>
    </section>
  )
}

function columnsOf(blocks: readonly Block[], removed: readonly Block[]) {
  const all = [
    ...removed.map((block) => ({ block, isRemoved: true })),
    ...blocks.map((block) => ({ block, isRemoved: false })),
  ]
  // Those at one height side by side, what is gone first.
  return all
    .sort((one, other) => Number(BigInt(one.block.number) - BigInt(other.block.number)))
    .slice(-maxColumns)
}

interface ColumnProps {
  readonly block: Block
  readonly isRemoved: boolean
  readonly isBrief: boolean
}

/** Drawn once: a block never changes. */
class Column extends Component<ColumnProps> {
  override shouldComponentUpdate({ block, isRemoved }: ColumnProps): boolean {
    return block !== this.props.block || isRemoved !== this.props.isRemoved
  }

  override render(props: ColumnProps) {
    return <ColumnOf {...props} />
  }
}

function ColumnOf({ block, isRemoved, isBrief }: ColumnProps) {
  const { number, count, failed, flashblocks, gasUsed, gasLimit, hash } = block
  const sealed = new Set(block.transactions?.map((line) => line.hash))
  const share = Number((BigInt(gasUsed) * 100n) / (BigInt(gasLimit) || 1n))
  return (
    <li class={isRemoved ? 'column removed' : 'column'}>
      <a href={`#/block/${isRemoved ? hash : BigInt(number)}`}>
        <BlockName number={BigInt(number)} />{' '}
        <span class="cells" aria-hidden="true">
          {flashblocks.slice(1).map(({ index, count: own, transactions = [], publishedMs }) => {
            const isBroken =
              block.transactions !== undefined && transactions.some((one) => !sealed.has(one))
            return (
              <span
                key={index}
                class={`cell ${isBroken ? 'broken' : own > 0 ? 'full' : ''}`}
                title={`flashblock ${Number(index)} at ${timeOf(publishedMs)}: ${own}${isBroken ? ', not fully sealed' : ''}`}
              >
                {own > 0 ? own : ''}
              </span>
            )
          })}
        </span>
        <span class="dim">{count} tx</span>{' '}
        {failed > 0 && <span class="bad">{failed} failed </span>}
        {!isBrief && (
          <>
            <Calls lines={block.transactions ?? []} place="sealed" />
            <span class="dim">gas {share} %</span>{' '}
          </>
        )}
        {isRemoved ? <span class="bad">removed</span> : <StateOf place={{ number }} isBrief />}
      </a>
    </li>
  )
}

function Open(props: {
  pending: readonly Flashblock[]
  after: Block | undefined
  isBrief: boolean
}) {
  const { pending, after, isBrief } = props
  if (after === undefined) return null
  const count = pending.reduce((sum, flashblock) => sum + flashblock.count, 0)
  return (
    <li class="column open">
      <a href="#/block/pending">
        <BlockName number={BigInt(after.number) + 1n} />{' '}
        <span class="cells" aria-hidden="true">
          {pending.slice(1).map(({ index, count: own, publishedMs }) => (
            <span
              key={index}
              class={`cell ${own > 0 ? 'full' : ''}`}
              title={`flashblock ${Number(index)} at ${timeOf(publishedMs)}: ${own}`}
            >
              {own > 0 ? own : ''}
            </span>
          ))}
        </span>
        <span class="dim">{count} tx</span>{' '}
        {!isBrief && (
          <Calls
            lines={pending.flatMap(({ transactions }) => transactions ?? [])}
            place="pre-confirmed"
          />
        )}
        <span class="warn">pending</span>
      </a>
    </li>
  )
}

/** Names of calls in a column. */
const maxCalls = 3

/** The first calls of a block, by name where they are known. */
function Calls({ lines, place }: { lines: readonly TransactionLine[]; place: string }) {
  const calls = lines.filter(({ to, selector }) => to === null || selector !== '0x')
  return (
    <>
      {calls.slice(0, maxCalls).map(({ hash, to, selector }) => (
        <span class="call" key={hash}>
          <Call of={{ hash, to, data: selector }} place={place} />{' '}
        </span>
      ))}
      {calls.length > maxCalls && <span class="dim">{calls.length - maxCalls} more calls </span>}
    </>
  )
}

function BlockName({ number }: { number: bigint }) {
  return (
    <strong>
      <span class="unseen">Block </span>#{String(number)}
    </strong>
  )
}
