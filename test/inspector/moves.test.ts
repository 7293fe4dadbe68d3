import { encodeAbiParameters, encodeEventTopics, pad, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { etherMoves, tokenMoves } from '../../src/inspector/moves.ts'
import type { CallFrame } from '../../src/inspector/trace.ts'
import type { Hex } from '../../src/inspector/wire.ts'

const [alice, bob, operator, token] = ['0x0a', '0x0b', '0x0c', '0x0d'].map((end) =>
  pad(end as Hex, { size: 20 }),
) as [Hex, Hex, Hex, Hex]

const abi = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const transfer = { from: alice, to: bob }

it('reads what ERC-20, ERC-721 and ERC-1155 say of tokens that moved', () => {
  const move = (topics: readonly Hex[], data: Hex) => tokenMoves({ address: token, topics, data })
  const [kind] = encodeEventTopics({
    abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
  }) as [Hex]
  const accounts = [pad(alice), pad(bob)]
  const word = encodeAbiParameters([{ type: 'uint256' }], [7n])
  expect(move([kind, ...accounts], word)).toEqual([{ ...transfer, token, amount: 7n }])
  expect(move([kind, ...accounts, word], '0x')).toEqual([
    { ...transfer, token, amount: 1n, id: 7n },
  ])
  const args = { operator, ...transfer }
  const one = encodeEventTopics({ abi, eventName: 'TransferSingle', args }) as Hex[]
  const pair = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [3n, 40n])
  expect(move(one, pair)).toEqual([{ ...transfer, token, id: 3n, amount: 40n }])
  const many = encodeEventTopics({ abi, eventName: 'TransferBatch', args }) as Hex[]
  const lists = encodeAbiParameters(
    [{ type: 'uint256[]' }, { type: 'uint256[]' }],
    [
      [1n, 2n],
      [10n, 20n],
    ],
  )
  expect(move(many, lists)).toEqual([
    { ...transfer, token, id: 1n, amount: 10n },
    { ...transfer, token, id: 2n, amount: 20n },
  ])
})

it.each([
  [[], '0x'],
  [['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'], '0x'],
  [
    ['0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb', '0x1', '0x2', '0x3'],
    '0x',
  ],
] as [Hex[], Hex][])('takes nothing from a log that only looks like it: %j', (topics, data) => {
  expect(tokenMoves({ address: token, topics, data })).toEqual([])
})

it('bounds a list that claims to be longer than its log', () => {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const data = `0x${[0x40n, 0x60n, 2n ** 255n, 5n].map(word).join('')}` as Hex
  const topics = [
    '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
    '0x1',
    '0x2',
    '0x3',
  ] as Hex[]
  expect(tokenMoves({ address: token, topics, data })).toHaveLength(1)
})

it('follows ether through calls, but not what was undone or lent', () => {
  const call = (more: Partial<CallFrame>): CallFrame =>
    ({ step: 'call', kind: 'CALL', ...transfer, value: '0x0', steps: [], ...more }) as CallFrame
  const undone = call({ value: '0x5', error: 'reverted', steps: [call({ value: '0x1' })] })
  const lent = call({ kind: 'DELEGATECALL', value: '0x9' })
  const tree = call({ value: '0x9', steps: [undone, lent, call({ value: '0x3' })] })
  expect(etherMoves(tree).map(({ amount }) => amount)).toEqual([9n, 3n])
})
