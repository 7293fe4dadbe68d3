import * as v from 'valibot'
import { expect, it } from 'vitest'
import { entries, list, object } from '../../../src/rpc/schema/object.ts'
import { parseInSlices } from '../../../src/rpc/schema/slices.ts'

const many = 20_000

const numbers = list(v.number('expected a number'))
const named = entries(v.string(), numbers)
const both = object({ numbers, named })

/** What the schema makes of a value by `parseInSlices`, and how many turns others had meanwhile. */
async function parsed(schema: v.GenericSchema, value: unknown) {
  let turns = 0
  const parse = () => v.safeParse(schema, value, { abortEarly: true })
  const result = await parseInSlices(parse, async () => {
    turns++
  })
  return { output: result.output, turns, issue: result.issues?.[0] }
}

it('gives others turns while long lists and many short ones are parsed', async () => {
  const long = Array.from({ length: many }, (_, index) => index)
  const short = Object.fromEntries(long.map((index) => [`n${index}`, [index]]))
  const { output, turns } = await parsed(both, { numbers: long, named: short })
  expect(output).toEqual({
    numbers: long,
    named: long.map((index) => [`n${index}`, [index]]),
  })
  expect(turns).toBeGreaterThan(10)
})

it('gives what needs one slice at once', () => {
  const parse = () => v.parse(numbers, [1, 2, 3])
  expect(parseInSlices(parse, async () => {})).toEqual([1, 2, 3])
})

it('tells where in a long list something is wrong, in its own words', async () => {
  const wrong = Array.from({ length: many }, (_, index) => (index === many - 1 ? 'x' : index))
  for (const value of [
    { numbers: wrong, named: {} },
    { numbers: [], named: { wrong } },
  ]) {
    const { issue, turns } = await parsed(both, value)
    expect(issue?.message).toBe('expected a number')
    expect(v.getDotPath(issue as v.BaseIssue<unknown>)).toMatch(
      new RegExp(`^(numbers|named\\.wrong)\\.${many - 1}$`),
    )
    expect(turns).toBeGreaterThan(5)
  }
})

it('throws what a schema throws', () => {
  const failing = v.pipe(
    v.number(),
    v.transform((): number => {
      throw new RangeError('broken')
    }),
  )
  expect(() =>
    parseInSlices(
      () => v.parse(list(failing), [1]),
      async () => {},
    ),
  ).toThrow('broken')
})
