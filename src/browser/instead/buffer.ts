/** For memdown, which asks what is a buffer: here nothing is. */
export const Buffer = { isBuffer: () => false }
