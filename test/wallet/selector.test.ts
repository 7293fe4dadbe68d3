import { expect, test } from 'vitest'
import type { AbiItem } from '../../src/types/solidity/contract.ts'
import { selectorOf, signatureOf } from '../../src/wallet/abi.ts'
import { plainSignature, selectorOfSignature } from '../../src/wallet/selector.ts'

const pair = { type: 'tuple', components: [{ type: 'address' }, { type: 'uint8[2]' }] }

test.each<[string, AbiItem['inputs']]>([
  ['no parameters', []],
  ['none said', undefined],
  ['values', [{ type: 'address' }, { type: 'uint256' }]],
  [
    'a struct, and lists of structs',
    [pair, { ...pair, type: 'tuple[]' }, { ...pair, type: 'tuple[3][]' }],
  ],
  ['a struct in a struct', [{ type: 'tuple', components: [pair, { type: 'string' }] }]],
])('signature and selector with %s are those of the ABI coder', (_case, inputs) => {
  const item: AbiItem = { type: 'function', name: 'play', inputs }
  const known = { ...item, inputs: inputs ?? [] }
  expect(plainSignature(item)).toBe(signatureOf(known))
  expect(selectorOfSignature(plainSignature(item))).toBe(selectorOf(known))
})
