import { extensions } from '../src/app/extensions.ts'
// Which of our JSON-RPC methods other nodes have, by asking each of them without parameters:
//   npx tsx scripts/compareMethods.ts http://127.0.0.1:8545 …
// A method is missing where the answer says so: -32601, or Hardhat's -32004. `preconf_…` does not count.
import { resolveOptions } from '../src/devnet/options/options.ts'
import { createMethods } from '../src/rpc/methods/methods.ts'

const methods = createMethods(resolveOptions(), extensions)
  .map(({ name }) => name)
  .filter((name) => !name.startsWith('preconf_'))
console.log(`preconf: ${methods.length}`)

for (const url of process.argv.slice(2)) {
  const answers = await Promise.all(methods.map((method) => ask(url, method)))
  const missing = methods.filter((_, index) => isMissing(answers[index]))
  const { result } = await ask(url, 'web3_clientVersion')
  console.log(`${result}: ${methods.length - missing.length}, without ${missing.join(' ')}`)
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

async function ask(url: string, method: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
  })
  return (await response.json()) as Answer
}

function isMissing(answer: Answer | undefined): boolean {
  return answer?.error?.code === -32601 || answer?.error?.code === -32004
}
