import { expect, it } from 'vitest'
import {
  NotTraceable,
  TracerNotFound,
  TraceTimeout,
  TraceTooLarge,
  TracingFailed,
} from '../../../src/execution/trace/tracer.ts'

it("begins with geth's words and says what to do", () => {
  const errors = [
    new NotTraceable('genesis is not traceable'),
    new TracingFailed('nonce too low'),
    new TraceTimeout(5_000),
    new TracerNotFound('myTracer', ['callTracer', 'noopTracer']),
    new TraceTooLarge(100),
  ]
  expect(errors.map(({ name, code, message }) => [name, code, message])).toEqual([
    ['NotTraceable', -32000, 'genesis is not traceable'],
    ['TracingFailed', -32000, 'tracing failed: nonce too low'],
    [
      'TraceTimeout',
      -32000,
      'execution timeout: the limit is 5000 ms; the option "timeout" sets another, ' +
        'or --trace-timeout for all',
    ],
    [
      'TracerNotFound',
      -32000,
      'tracer not found: "myTracer" is none of callTracer, noopTracer, and no JavaScript object such as {fault: function() {}, result: function() {}}',
    ],
    [
      'TraceTooLarge',
      -32003,
      'trace too large: the limit is 100 characters; ask for fewer steps with "limit", for less of each with "disableStack" and "disableStorage", or for another tracer',
    ],
  ])
})

it('repeats no more than the beginning of a name', () => {
  expect(new TracerNotFound('x'.repeat(10_000), []).message.length).toBeLessThan(200)
})
