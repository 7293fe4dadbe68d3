import type { InterpreterStep } from '@ethereumjs/evm'
import type { Frame } from '../../ethereumjs/interpreter/frame.ts'
import type { StepWatcher } from '../../ethereumjs/interpreter/stepWatcher.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { bytesToHex } from '../../lib/hex.ts'
import { faultOf, type Instruction, instructionOf, opcodes } from './instruction.ts'
import type { StepText, TraceHooks } from './tracer.ts'

/** Tells hooks of steps while code is run by the fast interpreter: as text, and of those that it does not do itself. */
export class StepTeller implements StepWatcher {
  readonly #machine: Machine
  readonly #hooks: TraceHooks
  readonly #stepText: StepText
  #last: Instruction | undefined

  constructor(machine: Machine, hooks: TraceHooks, stepText: StepText) {
    this.#machine = machine
    this.#hooks = hooks
    this.#stepText = stepText
  }

  get withStack(): boolean {
    return this.#stepText.withStack
  }

  get withStorage(): boolean {
    return this.#stepText.withStorage
  }

  get most(): number {
    return this.#stepText.most
  }

  text(json: Uint8Array, steps: number): void {
    this.#last = undefined
    this.#stepText.text(json, steps)
  }

  storage(account: Uint8Array, slot: bigint, value: bigint): void {
    this.#stepText.storage(account, slot, value)
  }

  step(event: InterpreterStep, frame: Frame): void {
    const { code } = frame.context
    const { common } = this.#machine
    const isDestroyed =
      frame.opcode === opcodes.selfDestruct &&
      frame.openResult().selfdestruct.has(bytesToHex(event.address.bytes))
    const around = { code, returnData: frame.returnData, common, isDestroyed }
    this.#last = instructionOf(event, around)
    this.#hooks.step?.(this.#last.step)
  }

  failed(error: string): void {
    const fault = this.#last && faultOf(this.#last, error, this.#machine.common)
    if (fault !== undefined) this.#hooks.fault?.(fault)
  }
}
