// How accounts and slots stand in memory, for both sides of the module: this file is compiled as TypeScript and as
// AssemblyScript. Numbers have their highest byte first.

/** Bytes of an account: the hash of its address, by which it is sorted, then what follows. */
export const recordBytes = 116
export const addressAt = 32
export const balanceAt = 52
export const nonceAt = 84
/** Three numbers of 32 bits: the page of its code, where the hash of the code stands there, with the code behind it, and the bytes of both; all zero without code. */
export const codeAt = 92
/** Three numbers of 32 bits: the page of its slots, which of them is the first, and how many there are. */
export const slotsAt = 104

/** Bytes of a slot: the hash of its number, by which the slots of an account are sorted, its number, its value. */
export const slotBytes = 96
export const slotNumberAt = 32
export const slotValueAt = 64

/** The report of a part of the trie: its first account, its depth, and where its name is. */
export const entryBytes = 12
/** What naming takes for an account or a slot: of the part that it begins, and the names of two nodes. */
export const partBytes = 80
