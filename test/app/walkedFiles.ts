// Prints the files of src in which a function runs while one raw transfer is posted, sealed and answered.
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createDevnet } from '../../src/index.ts'

const root = join(import.meta.dirname, '../..')
await using devnet = await createDevnet({ mining: 'auto', clock: 'manual' })
const { url } = await devnet.listen({ port: 0 })
const { privateKey, address } = devnet.accounts[0] as (typeof devnet.accounts)[number]
const account = privateKeyToAccount(privateKey)

// What runs for the first transaction only is how the house is opened, not the way through it.
for (const nonce of [0, 1, 2]) await post(await transfer(nonce))
const next = await transfer(3)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
await post(next)
const { result } = await session.post('Profiler.takePreciseCoverage')
session.disconnect()
console.log(JSON.stringify(result.filter(hasRun).map(pathOf).filter(isOurs).sort()))

type Coverage = (typeof result)[number]

function hasRun({ functions }: Coverage): boolean {
  return functions.some(({ ranges }) => ranges[0] !== undefined && ranges[0].count > 0)
}

function pathOf({ url }: Coverage): string {
  return url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
}

function isOurs(path: string): boolean {
  return path.startsWith('src/')
}

function transfer(nonce: number): Promise<Hex> {
  const { chainId } = devnet
  return account.signTransaction({
    to: address,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    nonce,
    chainId,
  })
}

async function post(raw: Hex): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendRawTransaction',
      params: [raw],
    }),
  })
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } }
  if (error !== undefined) throw new Error(error.message)
}
