// What a user of prool writes: a pool of devnets, of which two are used.
import assert from 'node:assert/strict'
import { Instance, Server } from 'prool'
import { createPublicClient, http } from 'viem'

const { preconf } = await import(process.env.PRECONF_PROOL)

const instance = Instance.define(preconf)({ mining: 'auto', chainId: 4321 })
const server = Server.create({ instance, port: 0 })
const stop = await server.start()
const { port } = server.address()
const client = (id) => createPublicClient({ transport: http(`http://127.0.0.1:${port}/${id}`) })
assert.equal(await client(1).getChainId(), 4321)
await client(1).request({ method: 'evm_mine' })
assert.equal(await client(1).getBlockNumber(), 1n)
assert.equal(await client(2).getBlockNumber(), 0n)
await stop()
