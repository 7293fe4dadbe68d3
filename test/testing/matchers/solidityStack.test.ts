import { createPublicClient, custom, getAddress } from 'viem'
import { expect, test } from 'vitest'
import '../../../src/testing/vitest.ts'
import { failureOf } from '../../support/matcherChain.ts'
import { solidityChain } from '../../support/solidityChain.ts'

const source = `pragma solidity ^0.8.0;
contract Picky {
  event Even();
  function even(uint value) external {
    require(value % 2 == 0, "odd");
    emit Even();
  }
}
`

test('a matcher that fails says in which line the contract has', async () => {
  await using chain = await solidityChain({ 'contracts/Picky.sol': source })
  const { address } = await chain.deploy('Picky')
  const call = chain.call('Picky', address, 'even', [3])
  const options = { chain: chain.devnet.provider }
  const line = '    at Picky.even (contracts/Picky.sol:5)'
  const hash = await chain.send(call)

  expect(await failureOf(() => expect(hash).not.toRevert(options))).toBe(
    `expected the transaction ${hash} not to revert, but it reverted with "odd"\n${line}`,
  )
  expect(await failureOf(() => expect(hash).toRevertWith('even', undefined, options))).toBe(
    `expected the transaction ${hash} to revert with "even"\nbut it reverted with "odd"\n${line}`,
  )
  const abi = [{ type: 'event', name: 'Even', inputs: [] }] as const
  expect(
    await failureOf(() => expect(hash).toEmit({ abi, address }, 'Even', undefined, options)),
  ).toBe(
    `expected the transaction ${hash} to emit Even by ${getAddress(address)}\nbut it reverted with "odd"\n${line}`,
  )
  const received = `\nit reverted with "odd"\n${line}`
  expect(await failureOf(() => expect(hash).toUseGas(1, options))).toMatch(
    new RegExp(`used \\d+${received.replace(/[()]/g, '.')}$`),
  )
  expect(await failureOf(() => expect(hash).toChangeBalance(address, 1n, options))).toContain(
    received,
  )
  const client = createPublicClient({ transport: custom(chain.devnet.provider) })
  expect(await failureOf(() => expect(client.call(call as object)).not.toRevert(options))).toBe(
    `expected the call not to revert, but it reverted with "odd"\n${line}`,
  )
})
