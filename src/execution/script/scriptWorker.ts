// The entry of dist/scriptWorker.cjs, which a worker thread runs.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { monotonicNow } from '../../lib/realTimers.ts'
import { type Asked, type Outcome, type Started, states, type ToScript } from './script.ts'

const { port, shared } = workerData as Started
const control = new Int32Array(shared, 0, 2)
const registers = new Uint8Array(shared, control.byteLength)

let leftMs = 0
let beganMs = 0

/** Gives the word to the other thread, which may not have waited for it, and waits until it comes back. */
function handOver(state: number): number {
  Atomics.store(control, 0, state)
  Atomics.notify(control, 0)
  if (Atomics.exchange(control, 1, 0) === 1) parentPort?.postMessage(0)
  // The other thread may be late to wake this one for what it has done by now.
  while (Atomics.load(control, 0) === state) Atomics.wait(control, 0, state)
  return Atomics.load(control, 0)
}

function say(message: Asked): number {
  port.postMessage(message)
  return handOver(states.said)
}

function heard(): ToScript {
  return receiveMessageOnPort(port)?.message as ToScript
}

function ask(kind: string, operands: readonly (number | Uint8Array)[]): Uint8Array {
  // What others take is not the script's time.
  const askedMs = monotonicNow()
  say({ kind, operands })
  beganMs += monotonicNow() - askedMs
  const message = heard()
  if (message.kind !== 'reply') throw new Error('the state cannot be read')
  return message.bytes
}

function timed(run: () => Outcome): Outcome {
  beganMs = monotonicNow()
  const outcome = run()
  leftMs -= monotonicNow() - beganMs
  return outcome
}

async function serve(): Promise<never> {
  const { loadEngine, Sandbox } = await import('./scriptEngine.ts')
  await loadEngine()
  const isOver = () => monotonicNow() - beganMs > leftMs
  let sandbox: InstanceType<typeof Sandbox> | undefined
  for (let state = handOver(states.done); ; ) {
    if (state === states.step) {
      const outcome = timed(
        () => sandbox?.call('step', undefined, registers) ?? { failure: 'no script' },
      )
      const isQuiet = 'text' in outcome
      state = isQuiet ? handOver(states.done) : say({ outcome })
      continue
    }
    const message = heard()
    if (message.kind === 'open') {
      leftMs = message.order.limitMs
      const opened = new Sandbox(message.order, ask, isOver)
      sandbox = opened
      state = say({ outcome: timed(() => opened.open(message.order)) })
    } else if (message.kind === 'call') {
      const { name, argument, hasRegisters } = message
      const sharedRegisters = hasRegisters ? registers : undefined
      const outcome = timed(
        () => sandbox?.call(name, argument, sharedRegisters) ?? { failure: 'no script' },
      )
      state = say({ outcome })
    } else {
      sandbox?.close()
      sandbox = undefined
      state = handOver(states.done)
    }
  }
}

serve()
