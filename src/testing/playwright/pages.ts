import type { BrowserContext } from '@playwright/test'
import type { PreconfDevnet } from '../../types/devnet.ts'
import {
  installPageWallet,
  type PageAnswer,
  type PageWalletSettings,
  type PromptRequest,
} from './pageWallet.ts'

import type { Emit, Wallet } from './wallet.ts'
import type { WalletOptions } from './walletCalls.ts'

const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIzMiIgaGVpZ2h0PSIzMiI+PGNpcmNsZSBjeD0iMTYiIGN5PSIxNiIgcj0iMTQiLz48L3N2Zz4='

/** Any will do: there is one such wallet in a browser. */
const uuid = '7f1d3c5e-2b4a-4c6d-8e9f-0a1b2c3d4e5f'

const names = { request: '__preconfRequest', emit: '__preconfEmit' }

/** Adds the wallet to all current and future pages of the context. */
export async function connectPages(
  context: BrowserContext,
  wallet: Wallet,
  { name = 'preconf', isInjected = true }: WalletOptions,
): Promise<void> {
  await context.exposeFunction(names.request, (request: PromptRequest) => answer(wallet, request))
  const settings: PageWalletSettings = { ...names, name, uuid, icon, isInjected }
  await context.addInitScript(installPageWallet, settings)
}

/** Emits an event in the pages that are open now. */
export function emitTo(context: BrowserContext): Emit {
  return (event, argument) => {
    for (const frame of context.pages().flatMap((page) => page.frames())) {
      const emitted = frame.evaluate(
        ({ emit, event, argument }) => {
          const scope = globalThis as unknown as Record<string, unknown>
          const tell = scope[emit] as ((event: string, argument: unknown) => void) | undefined
          tell?.(event, argument)
        },
        { emit: names.emit, event, argument },
      )
      // A page that is navigating needs no event: it asks again once loaded.
      emitted.catch(() => undefined)
    }
  }
}

async function answer(wallet: Wallet, request: PromptRequest): Promise<PageAnswer> {
  try {
    return { result: (await wallet.request(request)) ?? null }
  } catch (thrown) {
    const { code = -32603, message, data } = thrown as Error & { code?: number; data?: unknown }
    return { error: { code, message, data } }
  }
}

/** Redirects the pages' requests to these node URLs to the chain of the test. */
export async function routeRpc(
  context: BrowserContext,
  chain: PreconfDevnet,
  urls: readonly string[],
): Promise<void> {
  const hosts = urls.map((url) => new URL(url).host)
  if (hosts.length === 0) return
  // The pages under test come from wherever the test serves them.
  const { url, webSocketUrl } = await chain.listen({ port: 0, allowOrigin: '*' })
  await context.route(
    ({ protocol, host }) => protocol === 'http:' && hosts.includes(host),
    async (route) => {
      const { pathname, search } = new URL(route.request().url())
      // The page sees a broken connection, as it would without a test.
      const response = await route
        .fetch({ url: `${url}${pathname}${search}` })
        .catch(() => undefined)
      const answered = response === undefined ? route.abort() : route.fulfill({ response })
      // The test may have ended, and its page with it.
      await answered.catch(() => undefined)
    },
  )
  await context.addInitScript(routeSockets, { hosts, webSocketUrl })
}

/** Runs in the page; the browser opens the socket itself, as it would without a test. */
function routeSockets({ hosts, webSocketUrl }: { hosts: readonly string[]; webSocketUrl: string }) {
  const scope = globalThis as unknown as { WebSocket: typeof WebSocket; location: URL }
  scope.WebSocket = new Proxy(scope.WebSocket, {
    construct(target, [address, ...rest]: [string | URL, ...string[]]) {
      const { host, pathname, search } = new URL(address, scope.location.href)
      const to = hosts.includes(host) ? `${webSocketUrl}${pathname}${search}` : address
      return new target(to, ...rest)
    },
  })
}
