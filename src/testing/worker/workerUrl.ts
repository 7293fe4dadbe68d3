/** Where runners say which of their workers this is, in the order in which they are asked. */
const variables = [
  'VITEST_POOL_ID',
  'JEST_WORKER_ID',
  'TEST_PARALLEL_INDEX',
  'NODE_TEST_WORKER_ID',
] as const

/**
 * Where a server has the chain of this worker, which no other worker uses: at a path that is called
 * like the worker. `server` is its URL; `PRECONF_URL`, which the global setups set, by default.
 */
export function workerUrl(server = process.env.PRECONF_URL): string {
  if (server === undefined) {
    throw new Error(
      'no server is known: have the runner call the global setup of preconf, or give the URL of a server',
    )
  }
  const variable = variables.find((name) => process.env[name] !== undefined)
  const worker = (variable && process.env[variable]) ?? String(process.pid)
  return `${server.replace(/\/$/, '')}/${worker}`
}
