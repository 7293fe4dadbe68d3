import { expect, test } from 'vitest'
import { report } from '../../../src/cli/output/report.ts'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { solidityChain } from '../../support/solidityChain.ts'

const source = `pragma solidity ^0.8.0;
contract Picky {
  error Odd(uint value);
  function even(uint value) external pure {
    if (value % 2 == 1) revert Odd(value);
  }
}
`

test('a transaction that fails is told with the name of its error and its lines', async () => {
  await using chain = await solidityChain({ 'contracts/Picky.sol': source })
  const { address } = await chain.deploy('Picky')
  const lines: string[] = []
  const output = {
    line: (text = '') => lines.push(text),
    style: (_: unknown, text: string) => text,
  }
  await report(output, chain.devnet, { printTraces: false })
  await chain.send(chain.call('Picky', address, 'even', [3]))
  while (!lines.some((line) => line.startsWith('    at'))) await yieldToEventLoop()
  const told = lines.slice(lines.findIndex((line) => line.includes('failure')))
  expect(told.slice(1, 3)).toEqual(['    Odd(3)', '    at Picky.even (contracts/Picky.sol:5)'])
})
