import type { MergedGas, MergeGasOptions } from '../../types/gasReport.ts'

/**
 * What transactions have cost in all processes that have left it in a folder, by the option `gasReport`;
 * nothing when none has. Contracts are known by compiled ones, as those of a devnet are.
 *
 * @example
 * const gas = await mergeGasReports('gas-report')
 * console.log(gas?.table)
 */
export async function mergeGasReports(
  folder: string,
  { artifacts }: MergeGasOptions = {},
): Promise<MergedGas | undefined> {
  const { readGas } = await import('../../solidity/gas/gasFolder.ts')
  const samples = await readGas(folder)
  if (samples.samples.length === 0) return undefined
  const { ArtifactIndex } = await import('../../solidity/artifacts/artifactIndex.ts')
  const { gasReport } = await import('../../solidity/gas/gasReport.ts')
  const { gasTable } = await import('../../solidity/gas/gasTable.ts')
  const index = new ArtifactIndex({ paths: artifacts, realMs: () => 0, onWarning: console.error })
  await index.refresh()
  const report = gasReport(samples, index)
  return { report, table: gasTable(report) }
}
