// Where things stand in the linear memory of the interpreter, for both of its sides: this file is
// compiled as TypeScript and as AssemblyScript.

/** Bytes of a word. */
export const wordBytes = 32

/** Items that a stack holds. */
export const stackLimit = 1024

/** What code stands between: PUSH reads up to a word before it and beyond it, zeros there are STOP. */
export const codePadding = 64

// A frame: its registers, its stack, then its memory. Offsets from where it starts.

/** The program counter of the next instruction, or of the last one. */
export const pcAt = 0
/** Items on the stack. */
export const heightAt = 4
/** 64 bits, signed; never negative outside. */
export const gasAt = 8
/** Below this gas, the core yields at the next jump or other long operation. 64 bits, signed. */
export const gasFloorAt = 16
/** Bytes of memory in use, whole words. */
export const memorySizeAt = 24
/** Where the memory starts. */
export const memoryAt = 28
/** Where the code starts. */
export const codeAt = 32
export const codeSizeAt = 36
/** Two bytes for each byte of code: see `jumpNone` and what follows it. */
export const jumpsAt = 40
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
/** The number of the running account, which distinguishes its slots. */
export const accountAt = 160
/** 1 where nothing may be written. */
export const isStaticAt = 164
/** Gas to be given back in the end. 64 bits, signed. */
export const refundAt = 168
/** State gas that the frame has paid from its own gas (EIP-8037). 64 bits, signed. */
export const stateSpentAt = 176
/** Gas that was left before the last SSTORE; 0 for none. 64 bits, signed. */
export const gasAtWriteAt = 184

export const stackAt = 192
/** The start of call data, code that runs once, and memory. */
export const frameBytes = 192 + 1024 * 32

// A slot: its key, then what follows.

export const slotBytes = 128
/** Room for 1,024 notes of what slots held before a call wrote them; the host keeps those beyond it. */
export const notesBytes = 1024 * 48
export const slotValueAt = 32
/** What it held when the transaction began. */
export const slotOriginalAt = 64
export const slotAccountAt = 96
export const slotFlagsAt = 100
/** 1 once an opcode has paid to read it, also in a call that failed (EIP-7928). */
export const slotReadAt = 112

export const slotIsWarm = 1
/** Another value than the host has. */
export const slotIsWritten = 2
/** The host knows that it is warm. */
export const slotWasWarm = 4
/** An opcode has read or written it. */
export const slotIsSeen = 8

// What slots cost.

export const warmReadPrice = 0
export const coldReadPrice = 1
export const sentryPrice = 2
export const noopPrice = 3
export const initPrice = 4
export const cleanPrice = 5
export const dirtyPrice = 6
export const clearRefundPrice = 7
export const initRefundPrice = 8
export const initRefundColdPrice = 9
export const cleanRefundPrice = 10
export const cleanRefundColdPrice = 11
/** More for a write to a slot that is cold. */
export const coldWritePrice = 12
/** State gas of a slot that is new (EIP-8037); zero where gas is of one kind. */
export const newSlotPrice = 13

// What is known of a byte of code: 16 bits, signed.

/** It cannot be jumped to. If it is negative, translated code can go on from there: see `jumpTranslated`. */
export const jumpNone = 0
/** A JUMPDEST. */
export const jumpUnseen = 1
/** A JUMPDEST that has been jumped to. */
export const jumpSeen = 2
/** A JUMPDEST from which there is translated code: this plus the number of its trace. */
export const jumpTranslated = 3
/** Set in place of that where it is none. */
export const resumeBit = 0x8000

// Why the interpreter comes back.

export const exitStop = 0
export const exitReturn = 1
export const exitRevert = 2
/** The instruction at hand needs the host. Nothing of it has been charged or done. */
export const exitHost = 3
export const exitYield = 4
export const exitOutOfGas = 5
export const exitStackUnderflow = 6
export const exitStackOverflow = 7
export const exitInvalidOpcode = 8
export const exitInvalidJump = 9
/** RETURNDATACOPY of more than was returned. */
export const exitReturnDataOutOfBounds = 10
export const exitStaticState = 11
export const exitRefundExhausted = 12
/** It has come to where there is translated code. */
export const exitTranslated = 13
/** There is no room for the entry of the next instruction; nothing of it has been done. */
export const exitStepsFull = 14
