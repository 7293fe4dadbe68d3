// Where things stand in the linear memory of the interpreter, for both of its sides: this file is
// compiled as TypeScript and as AssemblyScript.

/** Bytes of a word. */
export const wordBytes = 32

/** Items that a stack holds. */
export const stackLimit = 1024

/** What code stands between: PUSH reads up to a word before it and beyond it, zeros there are STOP. */
export const codePadding = 64

// A frame: its registers, its stack, then its memory. Offsets from where it starts.

/** Of the next instruction, or of the one that it ended with. */
export const pcAt = 0
/** Items on the stack. */
export const heightAt = 4
/** 64 bits, signed; never negative outside. */
export const gasAt = 8
/** At a jump with less gas than this, others are given a turn. 64 bits, signed. */
export const gasFloorAt = 16
/** Bytes of memory in use, whole words. */
export const memorySizeAt = 24
/** Where the memory starts. */
export const memoryAt = 28
/** Where the code starts. */
export const codeAt = 32
export const codeSizeAt = 36
/** A bit for each byte of code: whether it is a JUMPDEST. */
export const jumpDestinationsAt = 40
/** Where the call data start. */
export const callDataAt = 44
export const callDataSizeAt = 48
/** Bytes that the last call returned. */
export const returnDataSizeAt = 52
/** Where in memory what is returned starts, after RETURN and REVERT. */
export const outputAt = 56
export const outputSizeAt = 60
/** The account that runs, who called it, and the wei it was sent: words. */
export const addressAt = 64
export const callerAt = 96
export const valueAt = 128

export const stackAt = 192
/** From here on: call data, code that is run once, memory. */
export const frameBytes = 192 + 1024 * 32

// What does not change while a transaction runs, as words.

export const originAt = 0
export const gasPriceAt = 32
export const coinbaseAt = 64
export const timestampAt = 96
export const numberAt = 128
/** Or the difficulty, before proof of stake. */
export const randomnessAt = 160
export const gasLimitAt = 192
export const chainIdAt = 224
export const baseFeeAt = 256

// Why the interpreter comes back.

export const exitStop = 0
export const exitReturn = 1
export const exitRevert = 2
/** The instruction at hand needs the host. Nothing of it has been charged or done. */
export const exitHost = 3
export const exitBreathe = 4
export const exitOutOfGas = 5
export const exitStackUnderflow = 6
export const exitStackOverflow = 7
export const exitInvalidOpcode = 8
export const exitInvalidJump = 9
/** RETURNDATACOPY of more than was returned. */
export const exitReturnDataOutOfBounds = 10
