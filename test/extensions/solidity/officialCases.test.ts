import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCase } from '../../../scripts/stackTraces/runCase.ts'
import { titled } from '../../support/skips.ts'

// Cases of others, which are no part of the project. All of them, with all compilers:
// npm run test:stack-traces
const folder = join(import.meta.dirname, '../../../../shared/stack-traces/cases/0_8')
const absent = existsSync(folder) ? undefined : `the cases are not at ${folder}`
const parts = ['call-message/external-calls', 'panic-codes', 'fallback-and-receive']

test.skipIf(absent !== undefined)(
  titled('stack traces are those of the cases of Hardhat', absent),
  async () => {
    const cases = parts.flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('test.json'))
        .map((name) => join(folder, part, name)),
    )
    const outcomes = (await Promise.all(cases.map(runCase))).flat()
    const run = outcomes.filter(({ kind }) => kind !== 'leftOut')
    expect(run.filter(({ kind }) => kind === 'failed')).toEqual([])
    expect(run.length).toBeGreaterThan(30)
  },
)
