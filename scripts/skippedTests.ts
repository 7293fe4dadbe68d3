// Prints which tests were skipped and why, by the JSON that Vitest has written: `tsx scripts/skippedTests.ts FILE`.
// Fails when one does not say why.
import { readFileSync } from 'node:fs'
import { skippedTests } from './testReport/skipped.ts'

const [file = ''] = process.argv.slice(2)
const skipped = skippedTests(JSON.parse(readFileSync(file, 'utf8')))
for (const { reason, tests } of skipped) {
  console.log(
    `skipped: ${reason ?? 'without a reason, which its title must give (test/support/skips.ts)'}`,
  )
  for (const name of tests) console.log(`  ${name}`)
}
if (skipped.some(({ reason }) => reason === undefined)) process.exitCode = 1
