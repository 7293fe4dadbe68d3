// Writes the code of the contracts that networks begin with or have built in; a test fails when it is stale.
import { writeFileSync } from 'node:fs'
import { codeFiles } from './makePredeploys.ts'

for (const { path, text } of codeFiles) writeFileSync(path, text())
