import { readFileSync } from 'node:fs'
import { reasonOf } from '../../src/lib/errors.ts'
import { runBlockchainTest } from './blockchainTest.ts'
import { runStateTest } from './stateTest.ts'
import type { BlockchainTest, Outcome, StateTest } from './vectorFile.ts'

/** Runs all tests of a file. What is no test of a kind that is known is left out. */
export async function runFile(path: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, test] of Object.entries(testsIn(path))) {
    try {
      outcomes.push(...(await runTest(name, test)))
    } catch (error) {
      outcomes.push({ name, kind: 'failed', reason: `it cannot be run: ${reasonOf(error)}` })
    }
  }
  return outcomes
}

/** What is no JSON is a test that fails. */
function testsIn(path: string): object {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { [path]: new Error(`it is not JSON: ${reasonOf(error)}`) }
  }
}

async function runTest(name: string, test: unknown): Promise<readonly Outcome[]> {
  if (test instanceof Error) throw test
  if (isOf<BlockchainTest>(test, ['genesisBlockHeader', 'blocks', 'pre', 'lastblockhash'])) {
    return [await runBlockchainTest(name, test)]
  }
  if (isOf<StateTest>(test, ['env', 'pre', 'post', 'transaction'])) return runStateTest(name, test)
  const reason = isOf<object>(test, ['engineNewPayloads'])
    ? 'payloads of the engine API: the same tests are there as blocks'
    : 'neither a blockchain test nor a state test'
  return [{ name, kind: 'leftOut', reason }]
}

function isOf<Test>(test: unknown, fields: readonly string[]): test is Test {
  if (typeof test !== 'object' || test === null) return false
  return fields.every((field) => field in test)
}
