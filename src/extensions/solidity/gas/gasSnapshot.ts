import type { ContractSamples } from './gasReport.ts'
import type { GasSample } from './gasSamples.ts'

/** A function or a deployment whose gas is not that of the snapshot. */
export interface GasChange {
  readonly name: string
  readonly before: number | undefined
  readonly now: number | undefined
}

const line = /^(.+) \((?:gas: (\d+)|runs: \d+, μ: (\d+), ~: \d+)\)$/

/**
 * Gas by name in forge's form, a line each: `Token:transfer(address,uint256) (gas: 51234)`; of several
 * executions the average. As forge's it is without what is due before any code runs.
 */
export function gasSnapshot(contracts: ReadonlyMap<string, ContractSamples>): string {
  const lines = [...contracts.values()].flatMap(
    ({ contract, proxyChain, deployments, functions }) => {
      const name =
        proxyChain.length === 0 ? contract.name : `${contract.name} via ${proxyChain.join(',')}`
      const sorted = [...functions].sort(([left], [right]) => (left < right ? -1 : 1))
      return [['constructor', deployments] as const, ...sorted].flatMap(([called, samples]) => {
        const signature = called.includes('(') ? called : `${called}()`
        return samples.length === 0 ? [] : [`${name}:${signature} (gas: ${averageOf(samples)})\n`]
      })
    },
  )
  return lines.join('')
}

function averageOf(samples: readonly GasSample[]): number {
  const sum = samples.reduce((total, { gas, intrinsic }) => total + gas - intrinsic, 0)
  return Math.round(sum / samples.length)
}

/** Returns what differs by more than `tolerance` per cent of the old value, or is in one of the two only. */
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
