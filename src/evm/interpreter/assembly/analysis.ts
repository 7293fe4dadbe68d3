// Where code can be jumped to.
import { jumpDestinationsAt } from '../layout'
import { JUMPDEST, PUSH0, PUSH1, PUSH32 } from './opcodes'

/** Sets a bit at `destinations` for each JUMPDEST that is not among the bytes of a PUSH. */
export function analyse(code: usize, size: usize, destinations: usize): void {
  memory.fill(destinations, 0, (size + 7) >> 3)
  for (let at: usize = 0; at < size; at++) {
    const instruction = i32(load<u8>(code + at))
    if (instruction == JUMPDEST) {
      const flags = destinations + (at >> 3)
      store<u8>(flags, load<u8>(flags) | (u8(1) << u8(at & 7)))
    } else if (instruction >= PUSH1 && instruction <= PUSH32) {
      at += usize(instruction - PUSH0)
    }
  }
}

// @ts-ignore: decorator
@inline
export function isJumpDestination(frame: usize, at: usize): bool {
  const flags = load<u8>(usize(load<u32>(frame, jumpDestinationsAt)) + (at >> 3))
  return ((flags >> u8(at & 7)) & 1) != 0
}
