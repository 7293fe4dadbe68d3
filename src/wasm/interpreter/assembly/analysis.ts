// Where code can be jumped to.
import { jumpUnseen } from '../layout'
import { JUMPDEST, PUSH0, PUSH1, PUSH32 } from './opcodes'

/** Notes at `jumps` each JUMPDEST that is not among the bytes of a PUSH. The end of the code is looked at too. */
export function analyse(code: usize, size: usize, jumps: usize): void {
  memory.fill(jumps, 0, (size + 1) << 1)
  for (let at: usize = 0; at < size; at++) {
    const instruction = i32(load<u8>(code + at))
    if (instruction == JUMPDEST) store<u16>(jumps + (at << 1), jumpUnseen)
    else if (instruction >= PUSH1 && instruction <= PUSH32) at += usize(instruction - PUSH0)
  }
}
