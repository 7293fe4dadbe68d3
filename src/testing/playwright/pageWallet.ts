import { userRejected } from './walletCalls.ts'

/** What the script in the page needs to know. */
export interface PageWalletSettings {
  /** Name of the function that passes a request to the wallet, and of the one that receives its events. */
  readonly request: string
  readonly emit: string
  readonly name: string
  readonly uuid: string
  readonly icon: string
  readonly isInjected: boolean
}

/** The answer of the function that passes on requests; a thrown error would lose its code. */
export type PageAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

type Listener = (argument: unknown) => void

/** The page's global object, as far as the script uses it. */
interface PageScope {
  [name: string]: unknown
  dispatchEvent(event: Event): void
  addEventListener(name: string, listener: () => void): void
}

/**
 * Runs in the page, before its own scripts: an EIP-1193 provider that is announced by EIP-6963. It is
 * sent as text, so it uses nothing from outside, and all its named functions are methods: build tools
 * wrap others in helpers that the page does not have.
 */
export function installPageWallet(settings: PageWalletSettings): void {
  const scope = globalThis as unknown as PageScope
  const listeners = new Map<string, Set<Listener>>()
  const provider = {
    isPreconf: true,
    async request(args: { method: string; params?: unknown }) {
      const ask = scope[settings.request] as (args: unknown) => Promise<PageAnswer>
      const answer = await ask({ method: args?.method, params: args?.params ?? [] })
      if ('result' in answer) return answer.result
      const { code, message, data } = answer.error
      throw Object.assign(new Error(message), { code, data })
    },
    on(event: string, listener: Listener) {
      const own = listeners.get(event) ?? new Set()
      listeners.set(event, own.add(listener))
      return provider
    },
    addListener(event: string, listener: Listener) {
      return provider.on(event, listener)
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
    off(event: string, listener: Listener) {
      return provider.removeListener(event, listener)
    },
  }
  const { name, uuid, icon } = settings
  const info = Object.freeze({ uuid, name, icon, rdns: 'dev.preconf' })
  const detail = Object.freeze({ info, provider })
  const page = {
    emit(event: string, argument: unknown) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(argument)
    },
    announce() {
      scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    },
  }
  scope[settings.emit] = page.emit
  if (settings.isInjected) scope.ethereum = provider
  scope.addEventListener('eip6963:requestProvider', page.announce)
  page.announce()
}

/** A request of a page to its wallet. */
export interface PromptRequest {
  /** Such as `eth_sendTransaction`. */
  readonly method: string
  /** Its parameters, as the page gives them. */
  readonly params?: readonly unknown[]
}

/** A request that waits for the user, whose role the test plays. */
export class Prompt {
  /** Such as `eth_sendTransaction`. */
  readonly method: string
  /** Its parameters, as the page has given them. */
  readonly params: readonly unknown[]
  /** Resolves when it is approved; rejects with EIP-1193's error when it is rejected. */
  readonly answered: Promise<void>
  #settle!: (error?: Error) => void

  /** `onAnswer` is called once, when it is answered. */
  constructor({ method, params = [] }: PromptRequest, onAnswer: () => void) {
    this.method = method
    this.params = params
    this.answered = new Promise((resolve, reject) => {
      let isAnswered = false
      this.#settle = (error) => {
        if (isAnswered) throw new Error(`the request ${method} was already approved or rejected`)
        isAnswered = true
        onAnswer()
        if (error === undefined) resolve()
        else reject(error)
      }
    })
  }

  /** Does what the page asks for. */
  approve(): void {
    this.#settle()
  }

  /** Fails the page's request with code 4001, as a user who rejects it. */
  reject(): void {
    this.#settle(userRejected())
  }
}
