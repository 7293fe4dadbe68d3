// Compares gas with forge's on the same calls: `npx tsx scripts/compareGas.ts FORGE`, the path of its
// program. It prints what differs of `--gas-report` and `.gas-snapshot`, and fails when something does.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gasReport, mergeGas } from '../src/extensions/solidity/gas/gasReport.ts'
import { gasSnapshot } from '../src/extensions/solidity/gas/gasSnapshot.ts'
import { createDevnet } from '../src/index.ts'

import { type Figures, figuresOf, testsIn } from './gas/figures.ts'
import { forgeGas } from './gas/forgeGas.ts'
import { type Deployable, runAsTests, runAsTransactions } from './gas/runGasTests.ts'

const [forge] = process.argv.slice(2)
if (forge === undefined) throw new Error('which program is forge?')
const folder = mkdtempSync(join(tmpdir(), 'preconf-forge-'))

function contractOf(name: 'Shop' | 'ShopTest'): Deployable {
  const file = name === 'Shop' ? 'Shop.sol' : 'Shop.t.sol'
  const artifact = JSON.parse(readFileSync(join(folder, 'out', file, `${name}.json`), 'utf8'))
  return { abi: artifact.abi, code: artifact.bytecode.object }
}

/** What our reports are made of, after some transactions. */
async function noted(name: string, run: typeof runAsTests) {
  const gas = join(folder, name)
  const options = { mining: 'auto', hardfork: 'osaka', artifacts: false, gasReport: gas } as const
  await using devnet = await createDevnet(options)
  await run(devnet, contractOf)
  return (await mergeGas(gas, [join(folder, 'out')])) ?? new Map()
}

/** Prints what differs. Gives whether nothing does. */
function compare(what: string, theirs: Figures, ours: Figures): boolean {
  const names = [...new Set([...theirs.keys(), ...ours.keys()])]
  const differing = names.filter((name) => !isEqual(theirs.get(name), ours.get(name)))
  for (const name of differing) {
    console.log(`${name}: forge ${theirs.get(name)}, preconf ${ours.get(name)}`)
  }
  console.log(`${what}: ${names.length - differing.length} equal, ${differing.length} differ`)
  return differing.length === 0
}

/** forge cuts halves of means and medians off, which we round as Hardhat does. */
function isEqual(theirs: readonly number[] = [], ours: readonly number[] = []): boolean {
  const isNear = theirs.every((figure, at) => {
    const more = (ours[at] ?? Number.NaN) - figure
    return more === 0 || (more === 1 && (at === 1 || at === 2))
  })
  return isNear && theirs.length === ours.length
}

try {
  const theirs = forgeGas(resolve(forge), folder)
  const report = gasReport(await noted('transactions', runAsTransactions))
  const snapshot = gasSnapshot(await noted('tests', runAsTests))
  const areEqual = [
    compare('--gas-report', theirs.report, figuresOf(report)),
    compare('.gas-snapshot', testsIn(theirs.snapshot), testsIn(snapshot)),
  ]
  process.exitCode = areEqual.every(Boolean) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
