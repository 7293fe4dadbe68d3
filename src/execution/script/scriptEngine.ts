import bigInteger from 'big-integer/BigInteger.min.js?raw'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { prelude } from './prelude.ts'
import type { Outcome, ScriptOrder, ScriptReader } from './script.ts'

/** The engine by its two modules: the package's first module has both in it once more, and is larger by half. */
const release: QuickJSSyncVariant = {
  type: 'sync',
  importFFI: async () => (await import('@jitl/quickjs-singlefile-cjs-release-sync/ffi')).QuickJSFFI,
  importModuleLoader: async () =>
    (await import('@jitl/quickjs-singlefile-cjs-release-sync/emscripten-module')).default,
}

/** Half a megabyte of WebAssembly, for all scripts of the thread; another one once it is broken. */
let loaded: QuickJSWASMModule | undefined

export async function loadEngine(): Promise<void> {
  loaded ??= await newQuickJSWASMModuleFromVariant(release)
}

/** A script in a JavaScript engine of its own, which has nothing but what geth gives to a script. */
export class Sandbox {
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #handles: QuickJSHandle[] = []
  readonly #call: QuickJSHandle
  #hasEnded = false

  /** After `loadEngine`. `isOver`: whether the script is to be ended where it is. */
  constructor(order: ScriptOrder, read: ScriptReader, isOver: () => boolean) {
    if (loaded === undefined) throw new Error('the engine is not loaded')
    this.#runtime = loaded.newRuntime()
    this.#context = this.#runtime.newContext()
    const context = this.#context
    this.#keep(this.#eval(bigInteger, 'bigInt'))
    const start = this.#keep(this.#eval(prelude, 'prelude'))
    const reading = this.#keep(context.newFunction('read', (...args) => this.#read(read, args)))
    const names = this.#keep(this.#eval(JSON.stringify(order.opcodes), 'opcodes'))
    const called = context.callFunction(start, context.undefined, reading, names)
    this.#call = this.#keep(context.unwrapResult(called))
    this.#runtime.setMemoryLimit(order.memoryLimit)
    this.#runtime.setMaxStackSize(stackBytes)
    this.#runtime.setInterruptHandler(() => {
      this.#hasEnded = isOver()
      return this.#hasEnded
    })
  }

  /** Begins the script; the text of its outcome says which functions it has. */
  open({ code, config }: ScriptOrder): Outcome {
    return this.#guarded(() => {
      const script = this.#context.evalCode(`(${code})`, '<eval>')
      if (script.error !== undefined) return this.#failure(script.error)
      return this.#run('open', config, this.#keep(script.value))
    })
  }

  /** Calls a function of the script; an instruction's numbers and words are in `registers`. */
  call(name: string, argument: string | undefined, registers?: Uint8Array): Outcome {
    return this.#guarded(() => {
      if (registers === undefined) return this.#run(name, argument)
      const buffer = this.#context.newArrayBuffer(registers.slice().buffer)
      const outcome = this.#run(name, argument, buffer)
      buffer.dispose()
      return outcome
    })
  }

  close(): void {
    try {
      for (const handle of this.#handles) handle.dispose()
      this.#context.dispose()
      this.#runtime.dispose()
    } catch {
      // Where memory was lacking something may be left over.
      loaded = undefined
    }
  }

  #eval(text: string, name: string): QuickJSHandle {
    return this.#context.unwrapResult(this.#context.evalCode(text, name))
  }

  #keep(handle: QuickJSHandle): QuickJSHandle {
    this.#handles.push(handle)
    return handle
  }

  #read(read: ScriptReader, [kind, ...operands]: readonly QuickJSHandle[]): QuickJSHandle {
    const context = this.#context
    const values = operands.map((operand) => {
      if (context.typeof(operand) === 'number') return context.getNumber(operand)
      const lifetime = context.getArrayBuffer(operand)
      const bytes = lifetime.value.slice()
      lifetime.dispose()
      return bytes
    })
    const bytes = read(context.getString(kind as QuickJSHandle), values)
    return context.newArrayBuffer(bytes.slice().buffer)
  }

  #run(name: string, argument: string | undefined, more?: QuickJSHandle): Outcome {
    const context = this.#context
    const { undefined: none } = context
    const operands = [
      context.newString(name),
      argument === undefined ? none : context.newString(argument),
    ]
    const result = context.callFunction(this.#call, none, ...operands, more ?? none)
    for (const operand of operands) operand.dispose()
    if (result.error !== undefined) return this.#failure(result.error)
    const { value } = result
    const text = context.typeof(value) === 'string' ? context.getString(value) : ''
    value.dispose()
    return { text }
  }

  #failure(error: QuickJSHandle): Outcome {
    const dumped: unknown = this.#context.dump(error)
    error.dispose()
    if (typeof dumped === 'string') return { failure: dumped }
    const { name, message, stack } = dumped as Partial<Error>
    const place = stack?.split('\n').find((line) => line.includes('<eval>')) ?? ''
    return { failure: `${name}: ${message} ${place.trim()}`.trim() }
  }

  /** What ends in the engine itself, and not in the script, leaves it broken. */
  #guarded(run: () => Outcome): Outcome {
    this.#hasEnded = false
    try {
      const outcome = run()
      return this.#hasEnded ? { isOver: true } : outcome
    } catch (error) {
      loaded = undefined
      return { failure: `the script has broken its engine: ${String(error)}` }
    }
  }
}

/** The size of the engine's own stack: nested calls end before the thread's stack does. */
const stackBytes = 256 * 1024
