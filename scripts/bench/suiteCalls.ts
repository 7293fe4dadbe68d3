import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import type { SuiteCalls } from './suiteTest.ts'

/** The first two accounts of all nodes that are compared. */
export const [alice, bob] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const

const { abi, bytecode } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/Token.json'), 'utf8'),
)

export const suiteCalls: SuiteCalls = {
  deployment: encodeDeployData({ abi, bytecode, args: ['Test', 'TST', 1_000n] }),
  transfer: encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] }),
  reads: [
    read('balanceOf', [alice], 990n),
    read('balanceOf', [bob], 10n),
    read('totalSupply', [], 1_000n),
  ],
}

function read(functionName: string, args: readonly Hex[], result: bigint) {
  return {
    data: encodeFunctionData({ abi, functionName, args }),
    answer: encodeFunctionResult({ abi, functionName, result }),
  }
}
