// How a list stands in memory, for both sides of the module: this file is compiled as TypeScript and as AssemblyScript.

/** A place of the list: how long its item is, 32 bits; the rest is the module's. */
export const recordBytes = 48

/** Room in front of an item. */
export const roomBytes = 32
