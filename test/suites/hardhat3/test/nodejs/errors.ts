import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'

const own = await network.create()
// A node elsewhere tells an error in an answer: of that, Hardhat keeps code, message and data alone.
const isElsewhere = own.networkName !== 'inProcess'

type Connection = typeof own
type Failure = Error & { readonly code: number; readonly data: unknown; transactionHash?: unknown }

/** Returns what tests see of an error. */
async function failureOf({ provider }: Connection, method: string, request: object) {
  const failure = await provider.request({ method, params: [request] }).then(
    () => assert.fail(`${method} is answered`),
    (error: Failure) => error,
  )
  const { name, code, message, data, transactionHash } = failure
  return { name, code, message, data, hash: typeof transactionHash }
}

async function seenOn(connection: Connection) {
  const { viem } = connection
  const [alice, bob] = await viem.getWalletClients()
  const { address: to } = await viem.deployContract('Counter', [5n])
  const from = alice.account.address
  const failing = { from, to, gas: '0x30d40' }
  const hash = await alice.sendTransaction({ to, data: '0xd09de08a' })
  const trace = await connection.provider.request({
    method: 'debug_traceTransaction',
    params: [hash],
  })
  return {
    silent: await failureOf(connection, 'eth_sendTransaction', { ...failing, data: '0x3dcd08bd' }),
    selector: await failureOf(connection, 'eth_sendTransaction', {
      ...failing,
      data: '0x12345678',
    }),
    nonce: await failureOf(connection, 'eth_sendTransaction', {
      from,
      to: bob.account.address,
      nonce: '0x0',
    }),
    steps: (trace as { readonly structLogs: readonly object[] }).structLogs,
  }
}

describe('errors and steps', { skip: isElsewhere }, () => {
  it("are those of Hardhat's own network", async () => {
    const hardhat = await network.create('default')
    assert.deepEqual(await seenOn(own), await seenOn(hardhat as Connection))
    await hardhat.close()
  })
})
