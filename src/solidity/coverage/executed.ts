import type { CoveredCode } from '../../ethereumjs/interpreter/codeCoverage.ts'
import { markJumped, markPassed } from '../../wasm/interpreter/marks.ts'

const opcodes = { jump: 0x56, jumpIf: 0x57, push0: 0x5f, push1: 0x60, push32: 0x7f } as const

/** STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT: what never goes on behind itself. */
const ends: ReadonlySet<number> = new Set([0x00, opcodes.jump, 0xf3, 0xfd, 0xfe, 0xff])

/**
 * Where instructions have been run. From where code was begun, jumped to or gone on at it runs to the
 * next jump or end; one that fails within counts as run to there.
 */
export function executedPcs({
  code,
  marks,
}: Pick<CoveredCode, 'code' | 'marks'>): ReadonlySet<number> {
  const executed = new Set<number>()
  const run = (start: number): void => {
    for (let pc = start; pc < code.length && !executed.has(pc); pc = after(code, pc)) {
      executed.add(pc)
      const opcode = code[pc] as number
      if (opcode === opcodes.jumpIf || ends.has(opcode)) return
    }
  }
  run(0)
  for (const [at, mark] of marks.entries()) {
    if (mark === markJumped) run(at)
    else if (mark === markPassed) run(at + 1)
  }
  return executed
}

/** Which ways a JUMPI has gone: to the destination that is pushed before it, and on behind it. */
export function waysOf(
  { code, marks }: Pick<CoveredCode, 'code' | 'marks'>,
  jumpIf: number,
  pushAt: number | undefined,
): { readonly jumped: boolean; readonly passed: boolean } {
  const passed = marks[jumpIf] === markPassed
  if (pushAt === undefined) return { jumped: false, passed }
  const destination = code.subarray(pushAt + 1, after(code, pushAt))
  const to = destination.reduce((value, byte) => value * 256 + byte, 0)
  return { jumped: marks[to] === markJumped, passed }
}

/** Where the next instruction is: a PUSH has its value behind it. */
function after(code: Uint8Array, pc: number): number {
  const opcode = code[pc] as number
  const isPush = opcode >= opcodes.push1 && opcode <= opcodes.push32
  return pc + 1 + (isPush ? opcode - opcodes.push0 : 0)
}
