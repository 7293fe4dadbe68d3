import { test } from 'vitest'
import { dist } from '../support/dist.ts'
import { newerNode } from '../support/newerNode.ts'
import { run } from '../support/run.ts'

test('prool serves devnets of preconf/prool, one for each path', async () => {
  const environment = { PRECONF_PROOL: `${dist}/prool.js` }
  await run(newerNode, ['serve.mjs'], { folder: 'prool', environment })
})
