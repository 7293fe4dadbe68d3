import { userRejected } from './walletError.ts'

/** What a page has asked of its wallet. */
export interface PromptRequest {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** A request that waits for the user, who is the test. */
export class Prompt {
  readonly method: string
  readonly params: readonly unknown[]
  /** Resolves when it is approved; rejects with EIP-1193's error when it is not. */
  readonly answered: Promise<void>
  #settle!: (error?: Error) => void

  /** `onAnswer` is told once that it waits no more. */
  constructor({ method, params = [] }: PromptRequest, onAnswer: () => void) {
    this.method = method
    this.params = params
    this.answered = new Promise((resolve, reject) => {
      let isAnswered = false
      this.#settle = (error) => {
        if (isAnswered) throw new Error(`the request ${method} has been answered already`)
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
