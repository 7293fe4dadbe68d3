#!/usr/bin/env node
// Every Node must understand this file and what is built of it: it tells
// those that are too old for the rest.
import { tooOld } from '../lib/version.ts'

const problem = tooOld(process.versions.node)
if (problem === undefined) {
  // Not by `import`, as Node needs 8 ms for the first module of that kind.
  require(`${__dirname}/launch.cjs`)
} else {
  console.error(`preconf: ${problem}`)
  process.exitCode = 1
}
