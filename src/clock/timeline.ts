/** A task that waits for its time. */
export interface Timer {
  /** The task will not start any more; nothing happens to one that has started. May be called twice. */
  cancel(): void
}

/** What a timer runs. It deals with its own errors. */
export type Task = () => void | Promise<void>

/** Where time comes from: it passes by itself, or only when asked to. */
export interface Timeline {
  /** Milliseconds since the timeline began; never goes back. */
  elapsed(): number
  /** Runs `task` once, `delayMs` from now; a delay below 0 counts as 0. */
  schedule(delayMs: number, task: Task): Timer
  /** Cancels all timers; later ones never fire. */
  close(): void
}
