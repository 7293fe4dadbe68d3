import type { MergedGas, MergeGasOptions } from '../../../types/solidity/reports.ts'

/**
 * What transactions have cost in all processes that have left it in a folder, by the option `gasReport`;
 * nothing when none has. Contracts are known by compiled ones, as those of a devnet are.
 *
 * @example
 * import { mergeGasReports } from 'preconf'
 *
 * const gas = await mergeGasReports('gas-report')
 * console.log(gas?.table)
 */
export async function mergeGasReports(
  folder: string,
  { artifacts }: MergeGasOptions = {},
): Promise<MergedGas | undefined> {
  const { mergeGas } = await import('../gas/gasReport.ts')
  const contracts = await mergeGas(folder, artifacts)
  if (contracts === undefined) return undefined
  const { gasReport } = await import('../gas/gasReport.ts')
  const { gasTable } = await import('../gas/gasReport.ts')
  const report = gasReport(contracts)
  return { report, table: gasTable(report) }
}
