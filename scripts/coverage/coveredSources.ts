import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArtifactIndex } from '../../src/extensions/solidity/artifacts/artifactIndex.ts'
import { readCoverage } from '../../src/extensions/solidity/coverage/coverageFolder.ts'
import { coverFiles } from '../../src/extensions/solidity/coverage/coverFiles.ts'
import { lcov } from '../../src/extensions/solidity/coverage/reports.ts'
import { createDevnet } from '../../src/index.ts'
import { type SolcBuild, solcContract } from '../../test/support/solcBuild.ts'
import { rawSteps, runSteps } from './runSteps.ts'

/** Our coverage of the sources in LCOV's format, after the steps were run. */
export async function coveredSources(build: SolcBuild): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'preconf-coverage-'))
  try {
    const options = { mining: 'auto', artifacts: false, coverage: folder } as const
    await using devnet = await createDevnet(options)
    await runSteps(devnet.provider, rawSteps(build), (contract) => {
      return `0x${solcContract(build, contract).evm.bytecode.object}`
    })
    const index = new ArtifactIndex({ paths: false, realMs: () => 0, onWarning: console.error })
    await index.addJson([{ input: build.input, output: build.output }])
    return lcov(await coverFiles(await readCoverage(folder), index))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What is run and what is not, of lines and functions: `Till.sol line 5`, `Till.sol line 9 function put`. */
export function hitsIn(lcov: string): ReadonlyMap<string, boolean> {
  const hits = new Map<string, boolean>()
  for (const record of lcov.split('end_of_record')) {
    const file = /^SF:.*?([^/\n]+)$/m.exec(record)?.[1]
    for (const [, line, count] of record.matchAll(/^DA:(\d+),(\d+)$/gm)) {
      hits.set(`${file} line ${line}`, count !== '0')
    }
    const begins = [...record.matchAll(/^FN:(\d+),(.*)$/gm)]
    for (const [at, [, count]] of [...record.matchAll(/^FNDA:(\d+),/gm)].entries()) {
      const [, line, name] = begins[at] ?? []
      // solidity-coverage has no name for it.
      hits.set(`${file} line ${line} function ${name || 'fallback'}`, count !== '0')
    }
  }
  return hits
}
