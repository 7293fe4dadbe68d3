/** Rows of a table, of which only those that can be seen are looked at. */
export interface Rows<Row> {
  readonly length: number
  at(index: number): Row
  /** -1 where there is none with that key. */
  indexOf(key: string): number
}

export function rowsOf<Row>(list: readonly Row[], keyOf: (row: Row) => string): Rows<Row> {
  return {
    length: list.length,
    at: (index) => list[index] as Row,
    indexOf: (key) => list.findIndex((row) => keyOf(row) === key),
  }
}
