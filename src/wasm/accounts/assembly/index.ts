// The WebAssembly module: what the host calls.
export { parse, parseSlots, accounts, readEnd, isAtEnd, codesEnd, slots } from './parse'
export { sort, scatter, binEnds } from './sort'
export { nameAccounts, named } from './names'

/** Returns where the memory of the host begins, which grows it. */
export function start(): usize {
  return (__heap_base + 63) & ~63
}
