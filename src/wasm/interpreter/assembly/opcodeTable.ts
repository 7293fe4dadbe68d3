// What each opcode costs and how many items it wants on the stack, by the hardfork. Filled by the host.

/** The records of opcodes: gas (64 bits), the minimum height of the stack, and how much more it can be, both in bytes. */
const records = memory.data(256 * 16, 16)
/** The heights of the records, while those refuse all stacks. */
const heights = memory.data(256 * 8, 16)
/** Gas of the opcodes that cost more than that by what they do. 64 bits. */
const dynamicGas = memory.data(256 * 8, 16)

/** More gas than there can be: the gas of what is no opcode. */
export const noOpcode: i64 = 1 << 62

/** Gas for each byte of an exponent. */
export let expByteGas: i64 = 0

// @ts-ignore: decorator
@inline
function recordOf(code: i32): usize {
  return records + (usize(code) << 4)
}

/** What is paid before the stack is looked at; 0 for opcodes whose gas depends on what is on it. */
// @ts-ignore: decorator
@inline
export function fixedGasOf(code: i32): i64 {
  return load<i64>(recordOf(code))
}

/** The gas to begin with of an opcode whose gas depends on what it does. */
// @ts-ignore: decorator
@inline
export function baseGasOf(code: i32): i64 {
  return load<i64>(dynamicGas + (usize(code) << 3))
}

/** Returns whether a stack of a number of bytes has what the opcode takes, and room for its results. */
// @ts-ignore: decorator
@inline
export function fitsStack(code: i32, bytes: usize): bool {
  const record = recordOf(code)
  return u32(bytes) - load<u32>(record, 8) <= load<u32>(record, 12)
}

export function isUnderflow(code: i32, bytes: usize): bool {
  return u32(bytes) < load<u32>(heights + (usize(code) << 3))
}

/** What `fitsStack` says of opcodes that are not armed. */
export function fitsUnarmed(code: i32, bytes: usize): bool {
  const height = heights + (usize(code) << 3)
  return u32(bytes) - load<u32>(height) <= load<u32>(height, 4)
}

/** Forces the slow path while `isArmed`: each instruction can be watched, at no cost otherwise. */
export function armOpcodes(isArmed: bool): void {
  for (let code = 0; code < 256; code++) {
    const height = load<u64>(heights + (usize(code) << 3))
    store<u64>(recordOf(code), isArmed ? 0xffffffff : height, 8)
  }
}

/** Forgets all opcodes. */
export function clearOpcodes(gasOfExponentByte: i32): void {
  expByteGas = i64(gasOfExponentByte)
  for (let code = 0; code < 256; code++) store<i64>(recordOf(code), noOpcode)
}

/** Stack heights are in items: at least `least`, at most `most`. */
export function setOpcode(code: i32, fixedGas: i32, baseGas: i32, least: i32, most: i32): void {
  const record = recordOf(code)
  const height = heights + (usize(code) << 3)
  store<i64>(record, i64(fixedGas))
  store<u32>(height, u32(least << 5))
  store<u32>(height, u32((most - least) << 5), 4)
  store<u64>(record, load<u64>(height), 8)
  store<i64>(dynamicGas + (usize(code) << 3), i64(baseGas))
}
