import { describe, test } from 'vitest'
import { newerNode } from '../support/newerNode.ts'
import { startNode } from '../support/node.ts'
import { run } from '../support/run.ts'

const hardhat = 'node_modules/hardhat/dist/src/cli.js'

// A node is known as what it replaces by --compat; Hardhat takes both.
describe.each(['anvil', 'hardhat', 'hardhat3'])(
  'a Hardhat 3 project, on a node started as %s',
  (compat) => {
    test.each(['mocha', 'nodejs'])('passes its tests with %s', async (runner) => {
      await using node = await startNode('--mining', 'auto', '--compat', compat)
      await run(newerNode, [hardhat, 'test', runner, '--network', 'preconf'], {
        folder: 'hardhat3',
        environment: { PRECONF_URL: node.url },
      })
    })
  },
)

describe('a Hardhat 3 project, with the plugin', () => {
  test.each(['mocha', 'nodejs'])('passes its tests with %s in its process', async (runner) => {
    await run(newerNode, [hardhat, 'test', runner, '--network', 'inProcess'], {
      folder: 'hardhat3',
    })
  })
})
