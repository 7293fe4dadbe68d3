import type { GasReport } from '../../src/types/solidity/reports.ts'

/** Of a deployment gas and size; of a function least, mean, median, most and calls. */
export type Row = readonly [name: string, figures: readonly number[]]

export type Figures = ReadonlyMap<string, readonly number[]>

/** The figures of a report. */
export function figuresOf({ contracts }: GasReport): Figures {
  const rows = Object.entries(contracts).flatMap(([contract, { deployment, functions }]): Row[] => [
    [contract, [deployment?.avg ?? 0, deployment?.initCodeSize ?? 0]],
    ...Object.entries(functions ?? {}).map(
      ([name, { min, avg, median, max, count }]): Row => [name, [min, avg, median, max, count]],
    ),
  ])
  return new Map(rows)
}

/** Those of tests in a snapshot. */
export function testsIn(snapshot: string): Figures {
  const lines = snapshot.matchAll(/^ShopTest:(test\w+\(\)) \(gas: (\d+)\)$/gm)
  return new Map([...lines].map(([, name = '', gas]) => [name, [Number(gas)]]))
}
