import { createDevnet } from 'preconf/browser'

const devnet = await createDevnet({ mining: 'auto' })
const [alice, bob] = devnet.accounts
await devnet.provider.request({
  method: 'eth_sendTransaction',
  params: [{ from: alice.address, to: bob.address, value: '0x1' }],
})
const head = await devnet.provider.request({ method: 'eth_blockNumber' })
if (head !== '0x1') throw new Error(`the head is ${head}`)
await devnet.close()
