/** Work in small steps: it gives nothing between them, and its result at the end. */
export type Steps<Result> = Generator<void, Result>

/** Does all that is left at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Does what is left, where `pace` is called after each step and waited for where it gives a promise. */
export async function finishInTurns<Result>(
  steps: Steps<Result>,
  pace: () => Promise<void> | undefined,
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const turn = pace()
    if (turn !== undefined) await turn
  }
}
