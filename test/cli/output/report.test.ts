import { expect, test } from 'vitest'
import { report } from '../../../src/cli/output/report.ts'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { createDevnet } from '../../../src/index.ts'
import { solidityChain } from '../../support/solidityChain.ts'

const source = `pragma solidity ^0.8.0;
contract Picky {
  error Odd(uint value);
  function even(uint value) external pure {
    if (value % 2 == 1) revert Odd(value);
  }
}
`

test('transactions are printed by contract and function, a failed one with its error and its lines', async () => {
  await using chain = await solidityChain({ 'contracts/Picky.sol': source })
  const lines: string[] = []
  const output = {
    line: (text = '') => lines.push(text),
    style: (_: unknown, text: string) => text,
  }
  await report(
    output,
    { devnet: chain.devnet, observer: chain.devnet.provider },
    { printTraces: false },
  )
  const { address } = await chain.deploy('Picky')
  await chain.send(chain.call('Picky', address, 'even', [2]))
  await chain.send({ to: address, data: '0x12345678' })
  await chain.send({ to: chain.devnet.accounts[1]?.address, value: '0x0' })
  await chain.send(chain.call('Picky', address, 'even', [3]))
  while (!lines.some((line) => line.startsWith('block 5'))) await yieldToEventLoop()
  const shown = lines
    .filter((line) => !line.startsWith('block'))
    .map((line) => line.replace(/^ {2}0x\w{64} {2}/, '').replace(/gas [\d,]+/, 'gas'))
  expect(shown).toEqual([
    `success  (0) → new Picky ${address}  gas  block 1`,
    `success  (0) → ${address} Picky.even(2)  gas  block 2`,
    `failure  (0) → ${address} Picky 0x12345678  revert  gas  block 3`,
    '    at Picky.<unrecognized-selector> (contracts/Picky.sol:2)',
    'success  (0) → (1)  gas  block 4',
    `failure  (0) → ${address} Picky.even(3)  Odd(3)  gas  block 5`,
    '    at Picky.even (contracts/Picky.sol:5)',
  ])
})

test.each([
  [false, 0],
  [true, 20],
])('transactions of strangers are printed with verbose: %s', async (verbose, least) => {
  await using devnet = await createDevnet({
    clock: 'manual',
    traffic: { preset: 'mint', rate: 20, fill: 0, replace: 0.5 },
  })
  const lines: string[] = []
  const output = {
    line: (text = '') => lines.push(text),
    style: (_: unknown, text: string) => text,
  }
  const { written } = await report(
    output,
    { devnet, observer: devnet.provider },
    { verbose, printTraces: false },
  )
  const [from, to] = devnet.accounts.map(({ address }) => address)
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to }] })
  await devnet.clock.advance(4000)
  await written()
  const strangers = lines.filter((line) => line.includes('trader ') || line.includes('replaced'))
  expect(strangers.length >= least && (verbose || strangers.length === 0)).toBe(true)
  expect(lines.filter((line) => line.includes('success') && !line.includes('trader'))).toHaveLength(
    1,
  )
})
