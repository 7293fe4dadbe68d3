// Writes the code of the contracts that OP-stack chains begin with; a test fails when it is stale.
import { writeFileSync } from 'node:fs'
import { compiledPath, makePredeploys } from './makePredeploys.ts'

writeFileSync(compiledPath, makePredeploys())
