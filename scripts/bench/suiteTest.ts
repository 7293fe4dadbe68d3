import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem'

/** Asks a node for something. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

const { abi, bytecode } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/Token.json'), 'utf8'),
)
const transfers = 10
const gas = '0x186a0'
const deployGas = '0x1e8480'
const deployData = encodeDeployData({ abi, bytecode, args: ['Test', 'TST', 1_000n] })

/**
 * What a test of a contract asks its node for: a snapshot, a deployment, ten transfers of the token,
 * each with its receipt, three calls, a search for its logs, and back to the snapshot.
 * Throws when an answer is wrong.
 */
export async function runSuiteTest(ask: Ask, [alice, bob]: readonly Hex[]): Promise<void> {
  const snapshot = await ask('evm_snapshot', [])
  const deployment = await send(ask, { from: alice, data: deployData, gas: deployGas })
  const token = deployment.contractAddress
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] })
  for (let count = 0; count < transfers; count++)
    await send(ask, { from: alice, to: token, data, gas })
  const calls = [
    { functionName: 'balanceOf', args: [alice] },
    { functionName: 'balanceOf', args: [bob] },
    { functionName: 'totalSupply' },
  ]
  const answers: unknown[] = []
  for (const call of calls) {
    const data = encodeFunctionData({ abi, ...call })
    answers.push(BigInt((await ask('eth_call', [{ to: token, data }, 'latest'])) as Hex))
  }
  expectEqual(answers, [990n, 10n, 1_000n])
  const filter = { address: token, fromBlock: deployment.blockNumber, toBlock: 'latest' }
  const logs = (await ask('eth_getLogs', [filter])) as readonly unknown[]
  expectEqual([logs.length], [transfers + 1])
  expectEqual([await ask('evm_revert', [snapshot])], [true])
}

interface Receipt {
  readonly status: Hex
  readonly contractAddress: Hex
  readonly blockNumber: Hex
}

/** Asks for the receipt until it is there: not all nodes have it when they answer the hash. */
export async function send(ask: Ask, transaction: object): Promise<Receipt> {
  const hash = await ask('eth_sendTransaction', [transaction])
  for (;;) {
    const receipt = (await ask('eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt === null) continue
    expectEqual([receipt.status], ['0x1'])
    return receipt
  }
}

function expectEqual(answers: readonly unknown[], expected: readonly unknown[]): void {
  if (answers.every((answer, index) => answer === expected[index])) return
  throw new Error(`the node answers ${answers.join(', ')} in place of ${expected.join(', ')}`)
}

/** Runs the test again and again for so long; how often it ran. */
export async function repeatSuiteTest(ask: Ask, ms: number): Promise<number> {
  const accounts = (await ask('eth_accounts', [])) as readonly Hex[]
  const startedMs = performance.now()
  let loops = 0
  for (; performance.now() - startedMs < ms; loops++) await runSuiteTest(ask, accounts)
  return loops
}
