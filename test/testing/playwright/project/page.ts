// The page of an app: it uses viem and ethers as apps do, and whatever the test asks of it.
import { BrowserProvider, type Eip1193Provider } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  http,
  webSocket,
} from 'viem'
import { foundry } from 'viem/chains'

interface Announced {
  readonly info: { readonly name: string; readonly rdns: string }
  readonly provider: EIP1193Provider & { on(event: string, listener: (a: unknown) => void): void }
}

const found: Announced[] = []
addEventListener('eip6963:announceProvider', (event) => {
  found.push((event as CustomEvent<Announced>).detail)
})
dispatchEvent(new Event('eip6963:requestProvider'))
const [announced] = found
if (announced === undefined) throw new Error('no wallet has announced itself')
const { provider, info } = announced
const events: unknown[] = []
for (const name of ['connect', 'accountsChanged', 'chainChanged', 'message']) {
  provider.on(name, (argument) => events.push([name, argument]))
}

const app = {
  info,
  events,
  provider,
  isInjected: (globalThis as { ethereum?: unknown }).ethereum === provider,
  count: found.length,
  wallet: createWalletClient({ transport: custom(provider) }),
  ethers: new BrowserProvider(provider as Eip1193Provider),
  http: createPublicClient({ chain: foundry, transport: http() }),
  webSocket: () => createPublicClient({ chain: foundry, transport: webSocket() }),
  /** What came of a request: errors as pages see them. */
  ask: (method: string, params: unknown[] = []) =>
    provider.request({ method, params } as never).then(
      (result) => ({ result }),
      ({ code, message, name }) => ({ code, message, name }),
    ),
}

export type App = typeof app

Object.assign(globalThis, { app })
document.title = 'ready'
