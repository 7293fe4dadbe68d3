import { userRejected } from './walletCalls.ts'

/** A request of a page to its wallet. */
export interface PromptRequest {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** A request that waits for the user, whose role the test plays. */
export class Prompt {
  readonly method: string
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

  approve(): void {
    this.#settle()
  }

  reject(): void {
    this.#settle(userRejected())
  }
}
