import { utf8Bytes } from '../lib/encodings.ts'

/** Where contracts call to print: "console.log" in ASCII, see `consoleLine`. 20 bytes. */
export const consoleAddress = new Uint8Array([...Array(9).fill(0), ...utf8Bytes('console.log')])
