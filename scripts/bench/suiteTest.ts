/** Asks a node for something. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** What the test sends, encoded by suiteCalls.ts: so a process that is timed needs nothing for it. */
export interface SuiteCalls {
  readonly deployment: string
  readonly transfer: string
  readonly reads: readonly { readonly data: string; readonly answer: string }[]
}

const transfers = 10
const gas = '0x186a0'
const deployGas = '0x1e8480'

/**
 * What a test of a contract asks its node for: a snapshot, a deployment, ten transfers of the token,
 * each with its receipt, three calls, a search for its logs, and back to the snapshot.
 * Throws when an answer is wrong.
 */
export async function runSuiteTest(ask: Ask, from: string, calls: SuiteCalls): Promise<void> {
  const snapshot = await ask('evm_snapshot', [])
  const deployment = await send(ask, { from, data: calls.deployment, gas: deployGas })
  const token = deployment.contractAddress
  for (let count = 0; count < transfers; count++)
    await send(ask, { from, to: token, data: calls.transfer, gas })
  for (const { data, answer } of calls.reads)
    expectEqual(await ask('eth_call', [{ to: token, data }, 'latest']), answer)
  const filter = { address: token, fromBlock: deployment.blockNumber, toBlock: 'latest' }
  const logs = (await ask('eth_getLogs', [filter])) as readonly unknown[]
  expectEqual(logs.length, transfers + 1)
  expectEqual(await ask('evm_revert', [snapshot]), true)
}

interface Receipt {
  readonly status: string
  readonly contractAddress: string
  readonly blockNumber: string
}

/** Asks for the receipt until it is there: not all nodes have it when they answer the hash. */
export async function send(ask: Ask, transaction: object): Promise<Receipt> {
  const hash = await ask('eth_sendTransaction', [transaction])
  for (;;) {
    const receipt = (await ask('eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt === null) continue
    expectEqual(receipt.status, '0x1')
    return receipt
  }
}

function expectEqual(answer: unknown, expected: unknown): void {
  if (answer !== expected)
    throw new Error(`the node answers ${String(answer)} in place of ${String(expected)}`)
}

/** Runs the test again and again for so long; how often it ran. */
export async function repeatSuiteTest(
  ask: Ask,
  from: string,
  calls: SuiteCalls,
  ms: number,
): Promise<number> {
  const startedMs = performance.now()
  let loops = 0
  for (; performance.now() - startedMs < ms; loops++) await runSuiteTest(ask, from, calls)
  return loops
}
