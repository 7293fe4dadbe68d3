import type { MessagePort } from 'node:worker_threads'

/** A script that is to run, and how far it may go. */
export interface ScriptOrder {
  /** JavaScript: an expression, an object with functions. */
  readonly code: string
  /** JSON that its `setup` gets. */
  readonly config: string
  /** Names of all opcodes. */
  readonly opcodes: readonly string[]
  /** Bytes that it may use. */
  readonly memoryLimit: number
  /** Milliseconds that all that it does may take. */
  readonly limitMs: number
}

/** What a call of a script came to. */
export type Outcome =
  | { readonly text: string }
  /** The failure in geth's words. */
  | { readonly failure: string }
  /** Its time was over. */
  | { readonly isOver: true }

/** Tells a script what it asks for: bytes, by the name of what is asked. */
export type ScriptReader = (kind: string, operands: readonly (number | Uint8Array)[]) => Uint8Array

/** A script that waits for its calls, one after the other. */
export interface Script {
  /** Gives a promise only where the script is not quick. */
  call(
    name: string,
    argument: string | undefined,
    registers?: Uint8Array,
  ): Outcome | Promise<Outcome>
  close(): void
}

/** Opens a script; the text of its outcome says which functions it has. */
export type OpenScript = (
  order: ScriptOrder,
  read: ScriptReader,
) => Promise<{ readonly script: Script; readonly opened: Outcome }>

/** Items of the stack that each instruction comes with; the others are asked for. */
export const registerWords = 16

const registerNumbers = 8

/** What each instruction comes with: numbers, then the topmost words of the stack, the top first. */
export const registerBytes = 8 * registerNumbers + 32 * registerWords

/** Whose word it is: what stands first in the memory that both threads have. */
export const states = {
  /** The script's thread has done what it was asked for, and waits. */
  done: 0,
  /** The script's thread has sent a message, and waits. */
  said: 1,
  /** A message for the script's thread is there. */
  asked: 2,
  /** An instruction for the script is in the registers: without a message, as there are very many. */
  step: 3,
} as const

/** What the thread is started with. */
export interface Started {
  readonly port: MessagePort
  readonly shared: SharedArrayBuffer
}

export type ToScript =
  | { readonly kind: 'open'; readonly order: ScriptOrder }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly argument: string | undefined
      readonly hasRegisters: boolean
    }
  | { readonly kind: 'reply'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'close' }

/** What the script asks for, or what became of a call. */
export type Asked =
  | { readonly kind: string; readonly operands: readonly (number | Uint8Array)[] }
  | { readonly outcome: Outcome }
