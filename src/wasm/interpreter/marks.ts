// What `Core.readMarks` tells of a byte of code.

/** A JUMPDEST was jumped to. */
export const markJumped = 1
/** A JUMPI has gone on to what follows it. */
export const markPassed = 2
