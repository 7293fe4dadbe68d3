import { monotonicNow } from '../../lib/realTimers.ts'
import type { OpenScript, Outcome } from './script.ts'

/** How long a call of a script may hold up all others: the engine cannot stop in between and go on. */
const longestCallMs = 40

/** How often the engine asks in a few milliseconds. */
const leastLooks = 20

/** Runs scripts in this thread, where there is no other: where the sources run, and not the built package. */
export const openInThread: OpenScript = async (order, read) => {
  const { loadEngine, Sandbox } = await import('./scriptEngine.ts')
  await loadEngine()
  let leftMs = order.limitMs
  let callEndsMs = 0
  let beganMs = 0
  let looks = 0
  // A thread that had to wait for others has not run long.
  const isOver = () => ++looks > leastLooks && monotonicNow() > callEndsMs
  const begin = () => {
    beganMs = monotonicNow()
    looks = 0
    callEndsMs = beganMs + Math.min(leftMs, longestCallMs)
  }
  const end = (outcome: Outcome): Outcome => {
    leftMs -= monotonicNow() - beganMs
    return 'isOver' in outcome && leftMs > 0 ? { failure: tooLong } : outcome
  }
  const sandbox = new Sandbox(order, read, isOver)
  begin()
  return {
    opened: end(sandbox.open(order)),
    script: {
      call: (name, argument, registers) => {
        begin()
        return end(sandbox.call(name, argument, registers))
      },
      close: () => sandbox.close(),
    },
  }
}

const tooLong = `execution timeout: a function of a tracer may run for ${longestCallMs} ms here`
