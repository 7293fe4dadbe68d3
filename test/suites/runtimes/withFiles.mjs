// What needs more of a runtime than the chain itself: sockets, files, compressed files, code loaded later.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDevnet } from 'preconf'
import { createPublicClient, webSocket } from 'viem'

const folder = mkdtempSync(join(tmpdir(), 'preconf-runtime-'))
const file = (name) => join(folder, name)
const ask = (devnet, method, ...params) => devnet.provider.request({ method, params })

const live = await createDevnet({ mining: 'auto', state: file('state.json') })
await ask(live, 'evm_mine')
const { url, webSocketUrl, close } = await live.listen({ port: 0 })

const options = { keepAlive: false, reconnect: false }
const client = createPublicClient({ transport: webSocket(webSocketUrl, options) })
const told = new Promise((resolve, reject) => {
  client.watchBlockNumber({
    onBlockNumber: (number) => number === 2n && resolve(number),
    onError: reject,
  })
})
await client.getChainId()
await ask(live, 'evm_mine')
assert.equal(await told, 2n)
const socket = await client.transport.getRpcClient()
socket.close()

const recorded = { url, cassette: file('live.jsonl.gz') }
const [account] = live.accounts
const fork = await createDevnet({ fork: recorded, mining: 'auto' })
const balance = await ask(fork, 'eth_getBalance', account.address, 'latest')
await fork.close()
await close()
await live.close()

const replayed = await createDevnet({ fork: { ...recorded, offline: true }, mining: 'auto' })
assert.equal(await ask(replayed, 'eth_getBalance', account.address, 'latest'), balance)
await replayed.close()

const kept = await createDevnet({ mining: 'auto', state: file('state.json') })
assert.equal(await ask(kept, 'eth_blockNumber'), '0x2')
const zipped = await ask(kept, 'anvil_dumpState')
const pairing = { to: '0x0000000000000000000000000000000000000008' }
assert.equal(await ask(kept, 'eth_call', pairing, 'latest'), `0x${'1'.padStart(64, '0')}`)
await kept.close()

writeFileSync(
  file('fixture.ts'),
  'enum Ether { of = "5 ether" }\nexport default { accounts: { carol: { balance: Ether.of } } }\n',
)
const loaded = await createDevnet({ fixture: file('fixture.ts'), cache: file('cache') })
assert.deepEqual(Object.keys(loaded.fixture.accounts), ['carol'])
await ask(loaded, 'anvil_loadState', zipped)
await loaded.close()
rmSync(folder, { recursive: true })
