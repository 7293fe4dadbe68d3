/** A column: its name, with `number` where its values stand at the right. */
export type Column = string | readonly [name: string, kind: 'number']

export function TableHead({
  columns,
  rowIndex,
}: {
  columns: readonly Column[]
  rowIndex?: number
}) {
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {columns.map((column) => {
          const [name, kind] = typeof column === 'string' ? [column] : column
          return (
            <th scope="col" key={name} class={kind}>
              {name}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
