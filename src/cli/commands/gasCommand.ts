import { gasReport, gasTable, mergeGas } from '../../extensions/solidity/gas/gasReport.ts'
import {
  type GasChange,
  gasChanges,
  gasSnapshot,
} from '../../extensions/solidity/gas/gasSnapshot.ts'
import { readText } from '../../lib/regularFile.ts'
import { writeAtomically } from '../../lib/writeAtomically.ts'

import type { GasCommand } from '../command.ts'
import { print, printError } from '../output/output.ts'
import { UsageError } from '../usageErrors.ts'

/** Where forge keeps it. */
const usualSnapshot = '.gas-snapshot'

/**
 * Merges what processes have noted of gas, and prints a table; writes it as JSON or as a snapshot, or
 * compares it with one, where that was asked for. Throws a `UsageError`.
 */
export async function runGas(command: GasCommand): Promise<void> {
  const { from = 'gas-report', artifacts, json, snapshot, check } = command
  if (snapshot !== undefined && check !== undefined) {
    throw new UsageError('--snapshot cannot be used with --check: leave one of them out')
  }
  const tolerance = toleranceOf(command)
  const contracts = await mergeGas(from, artifacts)
  if (contracts === undefined) {
    throw new UsageError(
      `no gas in ${from}: run the tests with createDevnet({ gasReport: '${from}' }) or preconf --gas-report ${from} first`,
    )
  }
  if (contracts.size === 0) {
    throw new UsageError('none of the contracts is known: compile first, or give --artifacts')
  }
  const report = gasReport(contracts)
  print(gasTable(report))
  const now = gasSnapshot(contracts)
  if (json !== undefined) await write(json, `${JSON.stringify(report, undefined, 2)}\n`)
  if (snapshot !== undefined) await write(snapshotPath(snapshot), now)
  if (check === undefined) return
  const changes = gasChanges(await readSnapshot(snapshotPath(check)), now, tolerance)
  for (const change of changes) printError(inWords(change))
  if (changes.length > 0) process.exitCode = 1
}

async function write(path: string, text: string): Promise<void> {
  await writeAtomically(path, [Buffer.from(text)])
  print(`wrote ${path}`)
}

function snapshotPath(given: string | number | true): string {
  return given === true ? usualSnapshot : String(given)
}

async function readSnapshot(path: string): Promise<string> {
  try {
    return await readText(path)
  } catch (cause) {
    throw new UsageError(`cannot read the snapshot ${path}: write it with --snapshot first`, {
      cause,
    })
  }
}

function toleranceOf({ tolerance = '0' }: GasCommand): number {
  if (/^\d+(\.\d+)?$/.test(tolerance)) return Number(tolerance)
  throw new UsageError(
    `invalid --tolerance '${tolerance}': give a number of per cent, such as 5 or 0.5`,
  )
}

function inWords({ name, before, now }: GasChange): string {
  if (before === undefined) return `${name}: ${now} gas, and not in the snapshot`
  if (now === undefined) return `${name}: ${before} gas in the snapshot, and was not run`
  const percent = (100 * (now - before)) / before
  return `${name}: ${now} gas, ${before} in the snapshot (${percent > 0 ? '+' : ''}${percent.toFixed(2)} %)`
}
