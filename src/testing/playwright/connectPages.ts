import type { BrowserContext } from '@playwright/test'
import { installPageWallet, type PageAnswer, type PageWalletSettings } from './pageWallet.ts'
import type { PromptRequest } from './prompt.ts'
import type { Emit, Wallet } from './wallet.ts'
import type { WalletOptions } from './walletOptions.ts'

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
      const told = frame.evaluate(
        ({ emit, event, argument }) => {
          const scope = globalThis as unknown as Record<string, unknown>
          const tell = scope[emit] as ((event: string, argument: unknown) => void) | undefined
          tell?.(event, argument)
        },
        { emit: names.emit, event, argument },
      )
      // A page that is navigating needs no event: it asks again once loaded.
      told.catch(() => undefined)
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
