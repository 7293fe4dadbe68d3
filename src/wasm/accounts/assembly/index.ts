// The WebAssembly module: what the host calls.
export { parse, parseSlots, accounts, readEnd, isAtEnd, codesEnd, slots } from './parse'
export { sort, scatter, binEnds } from './sort'
export { nameAccounts, named } from './names'

/** From here on the memory is the host's, who has it grow. */
export function start(): usize {
  return (__heap_base + 63) & ~63
}
