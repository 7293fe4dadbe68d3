import { join } from 'node:path'
import type { MessagePort, Worker } from 'node:worker_threads'
import { clearTimeout, setTimeout } from '../../lib/realTimers.ts'
import {
  type Asked,
  type Outcome,
  registerBytes,
  type ScriptOrder,
  type ScriptReader,
  type Started,
  states,
  type ToScript,
} from './script.ts'

const entry = join(import.meta.dirname, 'scriptWorker.cjs')

/** How long all others are held up for a script that is quick: a message to the event loop takes longer. */
const quickMs = 2

/** What is added to the time of a script that does not end itself, before its thread is ended. */
const graceMs = 500

/** A worker thread for one script at a time, which does not block this thread. */
export class ScriptThread {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #control: Int32Array
  readonly #registers: Uint8Array
  readonly #receive: typeof import('node:worker_threads').receiveMessageOnPort
  #read: ScriptReader | undefined
  #limitMs = 0
  #onTurn: (() => void) | undefined
  #lost: Outcome | undefined

  constructor() {
    const threads = process.getBuiltinModule('node:worker_threads')
    const { port1, port2 } = new threads.MessageChannel()
    const shared = new SharedArrayBuffer(8 + registerBytes)
    this.#control = new Int32Array(shared, 0, 2)
    this.#registers = new Uint8Array(shared, 8)
    // Until it has begun the word is with it.
    this.#control[0] = states.asked
    this.#receive = threads.receiveMessageOnPort
    this.#port = port1
    this.#port.unref()
    this.#worker = new threads.Worker(entry, {
      workerData: { port: port2, shared } satisfies Started,
      transferList: [port2],
      execArgv: [],
    })
    this.#worker.unref()
    this.#worker.on('message', () => this.#onTurn?.())
    this.#worker.on('error', (error) => this.#lose(String(error)))
    this.#worker.on('exit', () => this.#lose('its thread has ended'))
  }

  /** Whether it can take another script. */
  get isAlive(): boolean {
    return this.#lost === undefined
  }

  async open(order: ScriptOrder, read: ScriptReader): Promise<Outcome> {
    this.#limitMs = order.limitMs
    this.#read = read
    await this.#begun()
    return this.#say({ kind: 'open', order })
  }

  call(
    name: string,
    argument: string | undefined,
    registers: Uint8Array | undefined,
  ): Outcome | Promise<Outcome> {
    if (registers !== undefined) this.#registers.set(registers)
    if (name === 'step' && argument === undefined) return this.#handOver(states.step)
    return this.#say({ kind: 'call', name, argument, hasRegisters: registers !== undefined })
  }

  /** Forgets the script; then it can take another one. */
  async close(): Promise<void> {
    this.#limitMs = 0
    await this.#say({ kind: 'close' })
    this.#read = undefined
  }

  end(): void {
    this.#lose('its thread has ended')
    this.#worker.terminate()
  }

  async #begun(): Promise<void> {
    while (this.isAlive && !this.#isOurTurn()) await this.#turn()
  }

  #say(message: ToScript): Outcome | Promise<Outcome> {
    this.#port.postMessage(message)
    return this.#handOver(states.asked)
  }

  #handOver(state: number): Outcome | Promise<Outcome> {
    if (this.#lost !== undefined) return this.#lost
    Atomics.store(this.#control, 0, state)
    Atomics.notify(this.#control, 0)
    Atomics.wait(this.#control, 0, state, quickMs)
    return this.#isOurTurn() ? this.#listen() : this.#begun().then(() => this.#listen())
  }

  /** Answers what the script asks for, until it has done what it was called for. */
  #listen(): Outcome | Promise<Outcome> {
    if (this.#lost !== undefined) return this.#lost
    if (Atomics.load(this.#control, 0) === states.done) return { text: '' }
    const message = this.#receive(this.#port)?.message as Asked
    if ('outcome' in message) return message.outcome
    return this.#say(this.#replyTo(message.kind, message.operands))
  }

  #replyTo(kind: string, operands: readonly (number | Uint8Array)[]): ToScript {
    try {
      return { kind: 'reply', bytes: this.#read?.(kind, operands).slice() ?? new Uint8Array() }
    } catch {
      // Who reads knows what is lacking.
      return { kind: 'unknown' }
    }
  }

  #isOurTurn(): boolean {
    const state = Atomics.load(this.#control, 0)
    return state === states.done || state === states.said
  }

  /** The event loop serves others until the script is done with its turn, or its time is over. */
  #turn(): Promise<void> {
    this.#worker.ref()
    return new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#giveUp(), this.#limitMs + graceMs)
      this.#onTurn = () => {
        clearTimeout(timer)
        this.#onTurn = undefined
        this.#worker.unref()
        resolve()
      }
      Atomics.store(this.#control, 1, 1)
      if (this.#isOurTurn() || this.#lost !== undefined) this.#onTurn()
    })
  }

  #giveUp(): void {
    this.#lost = { isOver: true }
    this.#onTurn?.()
    this.#worker.terminate()
  }

  #lose(reason: string): void {
    this.#lost ??= { failure: `the script has broken its engine: ${reason}` }
    this.#port.close()
    this.#onTurn?.()
  }
}
