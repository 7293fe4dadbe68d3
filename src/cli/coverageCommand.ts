import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usualCoverageFolder } from '../devnet/options/solidityOptions.ts'
import { ArtifactIndex } from '../solidity/artifacts/artifactIndex.ts'
import { readCoverage } from '../solidity/coverage/coverageFolder.ts'
import { coverageTable, measures, percentages } from '../solidity/coverage/coverageTable.ts'
import { coverFiles } from '../solidity/coverage/coverFiles.ts'
import { lcov } from '../solidity/coverage/lcov.ts'
import type { CoverageCommand } from './command.ts'
import { UsageError } from './usageError.ts'

/** Merges what processes have covered, prints a table and writes `lcov.info`. Throws a `UsageError`. */
export async function runCoverage(command: CoverageCommand): Promise<void> {
  const { from = usualCoverageFolder, output = 'coverage', artifacts, skip = [] } = command
  const codes = await readCoverage(from)
  if (codes.length === 0) {
    throw new UsageError(
      `no coverage in ${from}: run the tests with createDevnet({ coverage: true }) or preconf --coverage first`,
    )
  }
  const index = new ArtifactIndex({ paths: artifacts, realMs: () => 0, onWarning: console.error })
  await index.refresh()
  const all = await coverFiles(codes, index)
  const files = all.filter(({ file }) => !skip.some((beginning) => file.name.startsWith(beginning)))
  if (files.length === 0) {
    throw new UsageError(
      'no contract is known with its source and syntax tree: compile first (Foundry: ast = true), or give --artifacts',
    )
  }
  await mkdir(output, { recursive: true })
  const path = join(output, 'lcov.info')
  await writeFile(path, lcov(files))
  console.log(`${coverageTable(files)}\nwrote ${path}`)
  checkThresholds(command, percentages(files))
}

function checkThresholds(
  command: CoverageCommand,
  reached: Readonly<Record<(typeof measures)[number], number>>,
): void {
  for (const measure of measures) {
    const { [measure]: least } = command
    if (least === undefined) continue
    if (typeof least !== 'number' || least > 100) {
      throw new UsageError(`invalid --${measure} '${least}': give a whole number from 0 to 100`)
    }
    if (reached[measure] >= least) continue
    console.error(
      `${measure}: ${reached[measure].toFixed(2)} % were run, which is less than ${least} %`,
    )
    process.exitCode = 1
  }
}
