import type { Common } from '@ethereumjs/common'
import type { InterpreterStep } from '@ethereumjs/evm'

/** More gas than a 64-bit counter holds: an instruction that costs this much has no price in geth. */
const tooMuchGas = 2n ** 64n

const callOpcodes: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])
const valueCallOpcodes: ReadonlySet<number> = new Set([0xf1, 0xf2])

/** Opcodes that access another account: since EIP-2929 geth counts the warm price as their fixed one. */
const accessOpcodes: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, ...callOpcodes])

/** Whether the opcode calls, by whatever way. */
export function isCall(opcode: number): boolean {
  return callOpcodes.has(opcode)
}

/** What the instruction costs whatever its operands are. */
export function fixedGas({ opcode }: InterpreterStep, common: Common): bigint {
  const fee = BigInt(opcode.fee)
  const isAccess = common.isActivatedEIP(2929) && accessOpcodes.has(opcode.code)
  return isAccess ? fee + common.param('warmstoragereadGas') : fee
}

/** Gas that a call passes on to what it calls, without the stipend (EIP-150). */
export function forwardedGas(event: InterpreterStep, common: Common): bigint {
  return passedOn(event.gasLeft - ownGas(event), common, event.stack.at(-1) ?? 0n)
}

/** What is passed on of the gas that is left when an instruction itself is paid (EIP-150). */
export function passedOn(left: bigint, common: Common, requested = left): bigint {
  if (!common.gteHardfork('tangerineWhistle')) return requested
  const most = left - left / 64n
  return requested < most ? requested : most
}

/** Gas that a creation passes on (EIP-150). */
export function creationGas(event: InterpreterStep, common: Common): bigint {
  return passedOn(event.gasLeft - ownGas(event), common)
}

/** Gas that a call which sends ether gets on top. */
export function stipend({ opcode, stack }: InterpreterStep, common: Common): bigint {
  const sendsValue = valueCallOpcodes.has(opcode.code) && (stack.at(-3) ?? 0n) > 0n
  return sendsValue ? common.param('callStipendGas') : 0n
}

/** geth's price of the instruction, with the gas that a call passes on. */
export function gasCost(event: InterpreterStep, common: Common): bigint {
  const fixed = fixedGas(event, common)
  const own = ownGas(event)
  if (event.gasLeft < fixed || own >= tooMuchGas) return fixed
  return isCall(event.opcode.code) ? own + forwardedGas(event, common) : own
}

function ownGas({ opcode }: InterpreterStep): bigint {
  return opcode.dynamicFee ?? BigInt(opcode.fee)
}
