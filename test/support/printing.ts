import { encodeFunctionData, type Hex, parseAbi } from 'viem'

const abi = parseAbi(['function log(string)'])

/** Code that tells the console address a text of up to 32 bytes, and ends. */
export function printing(text: string): Hex {
  const data = encodeFunctionData({ abi, functionName: 'log', args: [text] }).slice(2)
  const size = (data.length / 2).toString(16)
  // CODECOPY what is behind the code to memory; STATICCALL the address "console.log" with it; STOP.
  return `0x60${size}601a5f395f5f60${size}5f6a${Buffer.from('console.log').toString('hex')}5afa00${data}`
}
