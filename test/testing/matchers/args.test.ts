import { encodeAbiParameters, encodeErrorResult, encodeEventTopics, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { hasArgs, showDecoded, showExpected } from '../../../src/testing/matchers/args.ts'
import { type Decoded, decodeError, decodeEvent } from '../../../src/wallet/abi.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const abi = parseAbi([
  'struct Order { address owner; uint256[] amounts; bytes4 kind; }',
  'error Refused(Order order, (bool, string)[2] why, bytes data, int8 code)',
  'event Named(string indexed name, bytes indexed tag, uint256[] indexed ids, string name2)',
])

const refused = decodeError(
  abi,
  encodeErrorResult({
    abi,
    errorName: 'Refused',
    args: [
      { owner: alice, amounts: [1n, 2n], kind: '0xaabbccdd' },
      [
        [true, 'late'],
        [false, '0x12'],
      ],
      '0xAB',
      -5,
    ],
  }),
) as Decoded

const idsTopic = `0x${'77'.repeat(32)}` as const

const named = decodeEvent(abi, {
  topics: [
    ...encodeEventTopics({ abi, eventName: 'Named', args: { name: 'gold', tag: '0x1234' } }).slice(
      0,
      3,
    ),
    idsTopic,
  ] as `0x${string}`[],
  data: encodeAbiParameters([{ type: 'string' }], ['silver']),
}) as Decoded

const order = { owner: alice, amounts: [1n, 2n], kind: '0xAABBCCDD' }
const why = [
  [true, 'late'],
  [false, '0x12'],
]

test('structs, arrays and bytes are compared by their parts', () => {
  expect(hasArgs(refused, [order, why, '0xab', -5])).toBe(true)
  expect(hasArgs(refused, [order, why, Uint8Array.of(0xab), -5n])).toBe(true)
  // As ethers has them.
  const fields = [alice, [1, 2], '0xaabbccdd']
  expect(hasArgs(refused, [fields, why, '0xab', -5])).toBe(true)
  expect(hasArgs(refused, { order: { owner: { address: alice } }, code: -5n })).toBe(true)
  expect(
    hasArgs(refused, { order: { amounts: [expect.any(BigInt), (x: bigint) => x === 2n] } }),
  ).toBe(true)
  for (const wrong of [
    { order: { ...order, amounts: [1n] } },
    { order: { ...order, amounts: { 0: 1n, 1: 2n } } },
    { order: { ...order, kind: '0xaabbccde' } },
    { order: 5 },
    { order: null },
    { why: [why[0]] },
    { why: [why[0], [true, '0x12']] },
    { why: [[true, 'LATE'], why[1]] },
    { data: '0xac' },
    { code: 5 },
    { code: '-5' },
    { cause: -5 },
  ]) {
    expect(hasArgs(refused, wrong), JSON.stringify(Object.keys(wrong))).toBe(false)
  }
})

test('a string or bytes that is a topic is compared by its hash', () => {
  const [name, tag] = named.args
  expect(hasArgs(named, ['gold', '0x1234', idsTopic, 'silver'])).toBe(true)
  expect(hasArgs(named, [name, tag, idsTopic, 'silver'])).toBe(true)
  expect(hasArgs(named, { tag: Uint8Array.of(0x12, 0x34) })).toBe(true)
  for (const wrong of [
    { name: 'Gold' },
    { tag: '0x1235' },
    { tag: 'gold' },
    { tag: '0xgo' },
    { name2: 'gold' },
  ]) {
    expect(hasArgs(named, wrong), JSON.stringify(wrong)).toBe(false)
  }
})

test('they are shown as Solidity names them', () => {
  expect(showDecoded(refused)).toBe(
    `Refused(order: { owner: ${alice}, amounts: [1, 2], kind: 0xaabbccdd }, why: [[true, "late"], [false, "0x12"]], data: 0xab, code: -5)`,
  )
  expect(showDecoded(named)).toMatch(
    /^Named\(name: 0x\w{64}, tag: 0x\w{64}, ids: 0x\w{64}, name2: "silver"\)$/,
  )
})

test('what is expected is shown as far as it is given', () => {
  expect(showExpected('Refused', undefined)).toBe('Refused')
  expect(showExpected('Refused(bytes)', undefined)).toBe('Refused(bytes)')
  expect(showExpected('Refused(bytes)', [Uint8Array.of(0xab)])).toBe('Refused(0xab)')
  expect(showExpected('Refused', [order, { address: alice }, expect.any(String), null])).toBe(
    `Refused({ owner: ${alice}, amounts: [1, 2], kind: 0xAABBCCDD }, ${alice}, Any<String>, null)`,
  )
  const isLate = () => true
  expect(showExpected('Refused', { why: isLate, code: () => true })).toBe(
    'Refused(why: isLate, code: code)',
  )
})
