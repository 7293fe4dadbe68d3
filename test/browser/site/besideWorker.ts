import { type Address, createWalletClient, custom, parseEther, publicActions } from 'viem'
import { foundry } from 'viem/chains'

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }))

let last = 0
const waiting = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>()
worker.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data))

/** An EIP-1193 provider whose chain is in the worker. */
const provider = {
  request: (request: { method: string; params?: unknown }) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(result)
        else reject(error)
      })
      worker.postMessage({ id, request })
    }),
}

const client = createWalletClient({ chain: foundry, transport: custom(provider) }).extend(
  publicActions,
)
const [from, to] = (await client.getAddresses()) as [Address, Address]
const hash = await client.sendTransaction({ account: from, to, value: parseEther('1') })
const { status } = await client.waitForTransactionReceipt({ hash })
export const received = { status, balance: await client.getBalance({ address: to }) }
