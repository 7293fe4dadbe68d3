import type { GasReport } from '../../types/gasReport.ts'

/** A function or a deployment whose gas is not that of the snapshot. */
export interface GasChange {
  readonly name: string
  readonly before: number | undefined
  readonly now: number | undefined
}

const line = /^(.+) \((?:gas: (\d+)|runs: \d+, μ: (\d+), ~: \d+)\)$/

/** Gas by name in forge's form, a line each: `Token:transfer() (gas: 51234)`; of several executions the average. */
export function gasSnapshot({ contracts }: GasReport): string {
  const lines = Object.values(contracts).flatMap((contract) => {
    const { contractName, proxyChain, deployment, functions } = contract
    const name = proxyChain.length === 0 ? contractName : `${contractName} via ${proxyChain}`
    return [
      ...(deployment === null ? [] : [`${name}:constructor() (gas: ${deployment.avg})`]),
      ...Object.entries(functions ?? {}).map(([called, { avg }]) => {
        const signature = called.includes('(') ? called : `${called}()`
        return `${name}:${signature} (gas: ${avg})`
      }),
    ]
  })
  return lines.map((text) => `${text}\n`).join('')
}

/** What differs by more than so many per cent of what was, or is in one of the two only. */
export function gasChanges(before: string, now: string, tolerance = 0): readonly GasChange[] {
  const [old, current] = [readSnapshot(before), readSnapshot(now)]
  const names = [...new Set([...old.keys(), ...current.keys()])].sort()
  return names.flatMap((name) => {
    const change = { name, before: old.get(name), now: current.get(name) }
    const isSame =
      change.before !== undefined &&
      change.now !== undefined &&
      Math.abs(change.now - change.before) * 100 <= change.before * tolerance
    return isSame ? [] : [change]
  })
}

function readSnapshot(text: string): ReadonlyMap<string, number> {
  const gas = new Map<string, number>()
  for (const written of text.split('\n')) {
    const [, name, one, mean] = line.exec(written.trim()) ?? []
    if (name !== undefined) gas.set(name, Number(one ?? mean))
  }
  return gas
}
