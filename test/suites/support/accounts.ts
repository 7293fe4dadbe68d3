// The first accounts of the mnemonic test … junk, as every development node has them.
export const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const aliceKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** An address that nobody has a key for. */
export const stranger = '0x00000000000000000000000000000000005742a6'
