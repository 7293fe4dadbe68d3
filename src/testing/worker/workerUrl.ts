/** Environment variables in which test runners number their workers, in order of precedence. */
const variables = [
  'VITEST_POOL_ID',
  'JEST_WORKER_ID',
  'TEST_PARALLEL_INDEX',
  'NODE_TEST_WORKER_ID',
] as const

/**
 * The URL of the chain that only this worker of the test runner uses: a path named after the worker.
 * `server` is the server's URL, by default `PRECONF_URL`, which the global setups set.
 *
 * @example
 * import { workerUrl } from 'preconf/vitest'
 *
 * const url = workerUrl('http://127.0.0.1:8545') // http://127.0.0.1:8545/1 in the first worker
 */
export function workerUrl(server = process.env.PRECONF_URL): string {
  if (server === undefined) {
    throw new Error(
      'PRECONF_URL is not set: add the global setup of preconf to the test runner, or give the URL of a server',
    )
  }
  const variable = variables.find((name) => process.env[name] !== undefined)
  const worker = (variable && process.env[variable]) ?? String(process.pid)
  return `${server.replace(/\/$/, '')}/${worker}`
}
