import { EVMError } from '@ethereumjs/evm'
import { bytesToHex } from '../../lib/hex.ts'
import { keccak256 } from '../crypto.ts'
import type { StockInterpreter } from './ethereumjs.ts'
import type { Frame } from './frame.ts'
import { HostMemory } from './hostMemory.ts'
import { HostStack } from './hostStack.ts'
import {
  exitBreathe,
  exitHost,
  exitInvalidJump,
  exitInvalidOpcode,
  exitOutOfGas,
  exitReturn,
  exitReturnDataOutOfBounds,
  exitRevert,
  exitStackOverflow,
  exitStackUnderflow,
  exitStop,
  wordBytes,
} from './layout.ts'
import type { OpcodeEntry } from './opcodeTable.ts'

const { errorMessages } = EVMError

/** What exits that end a frame in failure are called. */
const failures: Readonly<Record<number, EVMError['error']>> = {
  [exitRevert]: errorMessages.REVERT,
  [exitOutOfGas]: errorMessages.OUT_OF_GAS,
  [exitStackUnderflow]: errorMessages.STACK_UNDERFLOW,
  [exitStackOverflow]: errorMessages.STACK_OVERFLOW,
  [exitInvalidOpcode]: errorMessages.INVALID_OPCODE,
  [exitReturnDataOutOfBounds]: errorMessages.OUT_OF_GAS,
}

/** One frame: the core runs it, and EthereumJS's interpreter the opcodes that need the host. */
export class Execution {
  readonly frame: Frame
  readonly interpreter: StockInterpreter
  readonly #opcodes: readonly OpcodeEntry[]
  readonly #breath: () => Promise<void> | undefined
  readonly #stack: HostStack

  constructor(
    frame: Frame,
    interpreter: StockInterpreter,
    opcodes: readonly OpcodeEntry[],
    breath: () => Promise<void> | undefined,
  ) {
    this.frame = frame
    this.interpreter = interpreter
    this.#opcodes = opcodes
    this.#breath = breath
    this.#stack = new HostStack(frame.core, frame.at)
    const runState = interpreter._runState as { stack: unknown; memory: unknown }
    runState.stack = this.#stack
    runState.memory = new HostMemory(frame.core, frame.memory, () => this.settle())
  }

  /** Runs to the end of the frame, and gives why it failed if it did. */
  async run(): Promise<EVMError | undefined> {
    const { frame } = this
    const { _runState: runState, _result: result } = this.interpreter
    for (;;) {
      const exit = frame.run(runState.gasLeft)
      runState.gasLeft = frame.gas
      this.#stack.length = frame.height
      if (exit === exitHost) {
        const end = await this.#step()
        if (end !== undefined) return end.error === errorMessages.STOP ? undefined : end
      } else if (exit === exitBreathe) {
        await this.#breath()
      } else {
        runState.programCounter = frame.pc
        runState.opCode = this.#opcodeAt(frame.pc)
        if (exit === exitReturn || exit === exitRevert) result.returnValue = frame.output()
        if (exit === exitStop || exit === exitReturn) return undefined
        return this.#failure(exit)
      }
    }
  }

  /** Makes the memory as large as has been paid for by what EthereumJS does. */
  settle(): void {
    const size = Number(this.interpreter._runState.memoryWordCount) * wordBytes
    if (!this.frame.resize(size)) throw new EVMError(errorMessages.OUT_OF_GAS)
  }

  /** Lets EthereumJS do the instruction at hand; gives what it throws to end the frame. */
  async #step(): Promise<EVMError | undefined> {
    const { frame, interpreter } = this
    const runState = interpreter._runState
    runState.programCounter = frame.pc
    runState.opCode = this.#opcodeAt(frame.pc)
    runState.memoryWordCount = BigInt(frame.memorySize / wordBytes)
    runState.highestMemCost = memoryGas(runState.memoryWordCount)
    try {
      await interpreter.runStep(this.#opcodes[runState.opCode] as OpcodeEntry)
      this.settle()
    } catch (error) {
      if (error instanceof EVMError) return error
      throw error
    }
    frame.pc = runState.programCounter
    frame.height = this.#stack.length
    frame.returnDataSize = runState.returnBytes.length
    return undefined
  }

  #failure(exit: number): EVMError {
    const error = failures[exit]
    if (error !== undefined) return new EVMError(error)
    if (exit !== exitInvalidJump) throw new Error(`the interpreter left with ${exit}`)
    const { code, address } = this.interpreter._env
    const place = `${bytesToHex(keccak256(code))}/${address}:${this.frame.pc}`
    return new EVMError(`${errorMessages.INVALID_JUMP} at ${place}` as EVMError['error'])
  }

  /** The end of the code is a STOP. */
  #opcodeAt(pc: number): number {
    return this.interpreter._env.code[pc] ?? 0
  }
}

/** Gas of so many words of memory (yellow paper, C_mem). */
function memoryGas(words: bigint): bigint {
  return 3n * words + (words * words) / 512n
}
