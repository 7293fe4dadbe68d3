import { expect, it } from 'vitest'
import { createBudget } from '../../../src/execution/trace/frames.ts'
import { TraceTooLarge } from '../../../src/execution/trace/tracer.ts'

it('lets as much be kept as the limit says, and not one character more', () => {
  const budget = createBudget(10)
  budget.spend(4)
  budget.spend(6)
  expect(() => budget.spend(1)).toThrow(TraceTooLarge)
  expect(() => createBudget(10).spend(11)).toThrow(
    expect.objectContaining({ code: -32003, message: expect.stringContaining('the limit is 10') }),
  )
})
