import { expect, it } from 'vitest'
import { noopTracer } from '../../../src/execution/trace/smallTracers.ts'
import { assemble } from '../assemble.ts'
import { contract } from '../engine.ts'
import { traced } from './tracing.ts'

it('tells nothing', async () => {
  expect(await traced(noopTracer(), { accounts: [contract(1, assemble(1))] })).toBeUndefined()
})
