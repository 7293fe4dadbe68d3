import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Column, TableHead } from './parts.tsx'
import type { Rows } from './units.ts'

/** The height of a row in pixels: all are equal, so that the position of each is known. */
const rowHeight = 34

/** Rows above and below those that can be seen. */
const spare = 8

/** A table that renders only its visible rows. */
export function VirtualRows<Row>(props: {
  label: string
  head: readonly Column[]
  rows: Rows<Row>
  keyOf: (row: Row) => string
  children: (row: Row) => ComponentChildren
}) {
  const { label, head, rows, keyOf, children } = props
  const scroll = useRef<HTMLElement>(null)
  const [{ top, height }, setSeen] = useState({ top: 0, height: 600 })
  const newest = useRef<string | undefined>(undefined)
  const first = rows.length === 0 ? undefined : keyOf(rows.at(0))
  // Keeps the scroll position on the same rows when new rows are added on top.
  useEffect(() => {
    const element = scroll.current
    const before = newest.current
    newest.current = first
    if (element === null || before === undefined || first === before || element.scrollTop === 0)
      return
    const added = rows.indexOf(before)
    if (added > 0) element.scrollTop += added * rowHeight
  }, [first])
  useEffect(() => {
    const element = scroll.current
    if (element === null) return
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight })
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const from = Math.max(0, Math.min(Math.floor(top / rowHeight) - spare, rows.length - spare))
  const to = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + spare)
  const visible = Array.from({ length: Math.max(0, to - from) }, (_, at) => rows.at(from + at))
  return (
    <section
      class="scroll rows"
      ref={scroll}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setSeen({ top: scrollTop, height: clientHeight })
      }
    >
      <table aria-rowcount={rows.length + 1}>
        <TableHead columns={head} rowIndex={1} />
        <tbody>
          <Gap rows={from} columns={head.length} />
          {visible.map((row, index) => (
            <tr key={keyOf(row)} aria-rowindex={from + index + 2}>
              {children(row)}
            </tr>
          ))}
          <Gap rows={rows.length - to} columns={head.length} />
        </tbody>
      </table>
    </section>
  )
}

/** The room of rows that are not there. */
function Gap({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td class="gap" colSpan={columns} style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  )
}
