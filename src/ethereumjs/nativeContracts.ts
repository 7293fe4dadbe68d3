import type { EVM, ExecResult, Message } from '@ethereumjs/evm'
import { equalBytes } from '../lib/hex.ts'
import type { MutableState } from '../types/state.ts'
import { insideOf } from './privateMembers.ts'
import { type NativeContracts, nativesOf } from './protocol/sharedCommon.ts'

/** Makes an EVM run native contracts. To be done last: it wraps the interpreter that the EVM has by then. */
export function installNativeContracts(evm: EVM, state: MutableState): void {
  const natives = nativesOf(evm.common)
  if (natives === undefined) return
  const inside = insideOf(evm)
  const load = inside._loadCode.bind(evm)
  inside._loadCode = async (message) => {
    const code = message.code === undefined ? natives.codeAt(message.codeAddress.bytes) : undefined
    if (code === undefined) return load(message)
    message.code = code
    message.isCompiled = false
  }
  const run = inside.runInterpreter.bind(evm)
  inside.runInterpreter = (message, options) => {
    const result = run(message, options)
    const marker = markerOf(natives, message)
    if (marker === undefined) return result
    const ended = (settled: ExecResult) => {
      if (settled.exceptionError === undefined) mark(state, message, marker)
      return settled
    }
    return result instanceof Promise ? result.then(ended) : ended(result)
  }
}

/** The marker that a message leaves if it succeeds. */
function markerOf(natives: NativeContracts, message: Message): Uint8Array | undefined {
  const { to, isStatic, delegatecall } = message
  if (to === undefined || isStatic || delegatecall) return undefined
  const marker = natives.markerAt(to.bytes)
  // Who runs the code of another by CALLCODE stays as it is.
  return marker !== undefined && equalBytes(to.bytes, message.codeAddress.bytes)
    ? marker
    : undefined
}

function mark(state: MutableState, { to }: Message, marker: Uint8Array): void {
  if (to !== undefined && state.readCode(to.bytes).length === 0) state.writeCode(to.bytes, marker)
}
