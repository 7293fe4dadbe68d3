import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertReverts, chainOf } from 'preconf/node'
import { createWalletClient, custom, publicActions } from 'viem'

const { abi, bytecode } = JSON.parse(readFileSync(new URL('Logger.json', import.meta.url), 'utf8'))

async function deployLogger(chain) {
  const client = createWalletClient({
    account: chain.accounts[0].address,
    chain: chain.viemChain,
    transport: custom(chain.provider),
  }).extend(publicActions)
  const hash = await client.deployContract({ abi, bytecode })
  const { contractAddress: address } = await client.getTransactionReceipt({ hash })
  return (value) => client.writeContract({ abi, address, functionName: 'say', args: [value] })
}

test('one that fails', async (t) => {
  const say = await deployLogger(await chainOf(t))
  await assertReverts(say(7n))
})

test('one that passes', async (t) => {
  const say = await deployLogger(await chainOf(t))
  await say(8n)
})
