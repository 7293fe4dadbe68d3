/** Runs one task at a time, in the order in which they were asked for. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `task` when all earlier ones have ended; a failure is the caller's alone. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task, task)
    this.#last = result.catch(() => undefined)
    return result
  }
}
