import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { usualCoverageFolder } from '../../devnet/options/solidityOptions.ts'
import { ArtifactIndex } from '../../extensions/solidity/artifacts/artifactIndex.ts'
import { readCoverage } from '../../extensions/solidity/coverage/coverageFolder.ts'
import { coverFiles, type FileCoverage } from '../../extensions/solidity/coverage/coverFiles.ts'
import {
  coverageTable,
  lcov,
  measures,
  percentages,
} from '../../extensions/solidity/coverage/reports.ts'
import { writeAtomically } from '../../lib/writeAtomically.ts'

import type { CoverageCommand } from '../command.ts'
import { print, printError } from '../output/output.ts'
import { UsageError } from '../usageErrors.ts'

const reporters = ['text', 'lcov', 'html', 'json-summary', 'cobertura'] as const

type Reporter = (typeof reporters)[number]

/** Where each is found in the folder. */
const written = {
  lcov: 'lcov.info',
  html: 'index.html',
  'json-summary': 'coverage-summary.json',
  cobertura: 'cobertura-coverage.xml',
} as const

/** Merges what processes have covered, prints a table and writes reports. Throws a `UsageError`. */
export async function runCoverage(command: CoverageCommand): Promise<void> {
  const { from = usualCoverageFolder, output = 'coverage', artifacts, skip = [] } = command
  const wanted = reportersOf(command)
  const codes = await readCoverage(from)
  if (codes.length === 0) {
    throw new UsageError(
      `no coverage in ${from}: run the tests with PRECONF_COVERAGE=true, createDevnet({ coverage: true }) or preconf --coverage first`,
    )
  }
  const index = new ArtifactIndex({ paths: artifacts, realMs: () => 0, onWarning: printError })
  await index.refresh()
  const all = await coverFiles(codes, index)
  const files = all.filter(({ file }) => !skip.some((beginning) => file.name.startsWith(beginning)))
  if (files.length === 0) {
    throw new UsageError('no contract is known with its source: compile first, or give --artifacts')
  }
  if (wanted.includes('text')) print(coverageTable(files))
  for (const reporter of wanted) if (reporter !== 'text') await write(reporter, files, output)
  checkThresholds(command, percentages(files))
}

function reportersOf({ reporters: given }: CoverageCommand): readonly Reporter[] {
  if (given === undefined) return ['text', 'lcov', 'html', 'json-summary']
  return given.map((name) => {
    const known = reporters.find((reporter) => reporter === name)
    if (known !== undefined) return known
    throw new UsageError(`invalid --reporter '${name}': give some of ${reporters.join(', ')}`)
  })
}

async function write(
  reporter: Exclude<Reporter, 'text'>,
  files: readonly FileCoverage[],
  output: string,
): Promise<void> {
  const path = join(output, written[reporter])
  await mkdir(output, { recursive: true })
  if (reporter === 'lcov') await writeAtomically(path, [Buffer.from(lcov(files))])
  else {
    const { writeIstanbulReport } = await import(
      '../../extensions/solidity/coverage/istanbulReports.ts'
    )
    writeIstanbulReport(reporter, files, output)
  }
  print(`wrote ${path}`)
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
    printError(
      `${measure}: ${reached[measure].toFixed(2)} % were run, which is less than ${least} %`,
    )
    process.exitCode = 1
  }
}
