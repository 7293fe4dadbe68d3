/** Runs one task at a time, in the order in which they were asked for. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve()
  #length = 0

  /** How many tasks run or wait. */
  get length(): number {
    return this.#length
  }

  /** Runs `task` when all earlier ones have ended; a failure is the caller's alone. */
  run<T>(task: () => Promise<T>): Promise<T> {
    this.#length++
    const result = this.#last.then(task, task)
    const ended = (): void => {
      this.#length--
    }
    this.#last = result.then(ended, ended)
    return result
  }
}
