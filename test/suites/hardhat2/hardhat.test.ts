import { test } from 'vitest'
import { startNode } from '../support/node.ts'
import { run } from '../support/run.ts'

// A node is known as what it replaces by --compat; network-helpers and the matchers take both.
test.each(['anvil', 'hardhat'])(
  'the tests of a Hardhat 2 project pass on a node started as %s',
  async (compat) => {
    await using node = await startNode('--mining', 'auto', '--compat', compat)
    await run(
      'node',
      ['../node_modules/hardhat/internal/cli/bootstrap.js', 'test', '--network', 'preconf'],
      {
        folder: 'hardhat2',
        environment: { PRECONF_URL: node.url },
      },
    )
  },
)
