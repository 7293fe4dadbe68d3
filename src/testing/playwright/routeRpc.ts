import type { BrowserContext } from '@playwright/test'
import type { PreconfDevnet } from '../../types/devnet.ts'

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
