// A devnet in the place of a live chain, with a token where Dai is.
import { parentPort } from 'node:worker_threads'
import { createDevnet } from 'preconf'

const devnet = await createDevnet({
  chainId: 1,
  mining: 'auto',
  number: 23_000_000n,
  fixture: {
    contracts: {
      dai: {
        artifact: 'preconf/fixtures/Token.json',
        at: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
        storage: { balanceOf: { '0x28C6c06298d514Db089934071355E5743bf21d60': '1000 ether' } },
      },
    },
  },
})
await devnet.provider.request({ method: 'anvil_mine', params: ['0x10'] })
const { url } = await devnet.listen({ port: 0 })
parentPort.postMessage(url)
