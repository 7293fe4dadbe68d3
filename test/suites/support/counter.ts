import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'
import { parseAbi } from 'viem'

export const counterAbi = parseAbi([
  'constructor(uint256 start)',
  'error TooFar(uint256 by)',
  'event Incremented(address indexed by, uint256 number)',
  'function number() view returns (uint256)',
  'function increment() returns (uint256)',
  'function increaseBy(uint256 by)',
])

/** Code that creates the contract of contracts/Counter.sol, without its parameter. */
export const counterBytecode = compile()

function compile(): `0x${string}` {
  const content = readFileSync(join(import.meta.dirname, '../contracts/Counter.sol'), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'Counter.sol': { content } },
    settings: { evmVersion: 'prague', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  return `0x${output.contracts['Counter.sol'].Counter.evm.bytecode.object}`
}
