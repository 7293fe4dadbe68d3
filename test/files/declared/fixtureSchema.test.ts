import { expect, test } from 'vitest'
import type { InvalidFixture } from '../../../src/files/declared/fixtureErrors.ts'
import { readDeclaredFixture } from '../../../src/files/declared/readDeclared.ts'
import { bytesSource, objectSource } from '../../../src/files/fileSource.ts'

function read(text: string) {
  return readDeclaredFixture(bytesSource(new TextEncoder().encode(text), 'dex.yaml'))
}

/** Line, field and message after those, of what is wrong with a fixture. */
async function problemOf(text: string) {
  const error: InvalidFixture = await read(text).then(
    () => expect.unreachable('it is taken'),
    (error) => error,
  )
  expect(error.name).toBe('InvalidFixture')
  expect(error.code).toBe(-32602)
  expect(error.file).toBe('dex.yaml')
  const field = error.field === '' ? '' : ` ${error.field}`
  const place = `dex.yaml, line ${error.line}:${field} `
  expect(error.message.startsWith(place), error.message).toBe(true)
  return [error.line, error.field, error.message.slice(place.length)]
}

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const addressAdvice = 'give an address: 0x and 40 hex digits, capitals only by its checksum'
const amountAdvice = 'give a whole number, such as 6, 1000000e6, "10 ether" or "1gwei"'

test.each([
  ['accounts: {}', 1, 'version', 'is missing: begin with version: 1'],
  ['version: 2', 1, 'version', 'is 2: give 1, the version that this preconf reads'],
  ['- version: 1', 1, '', 'it is [{"version":1}]: give an object'],
  ['just a text', 1, '', 'it is "just a text": give an object'],
  [
    'version: 1\ncontract: {}',
    2,
    'contract',
    'is not a field, did you mean contracts: the fields are version, extends, chain, accounts, contracts, txs, mine, labels',
  ],
  ['version: 1\nextends: [1]', 2, 'extends.0', 'is 1: give a string'],
  ['version: 1\nextends: {a: b}', 2, 'extends', 'is {"a":"b"}: give a path or a list of them'],
  [
    'version: 1\nchain:\n  id: 0',
    3,
    'chain.id',
    'is 0: give a whole number from 1 to 9007199254740991',
  ],
  [
    'version: 1\nchain:\n  timestamp: 2026-01-01T00:00:00',
    3,
    'chain.timestamp',
    'is "2026-01-01T00:00:00": give seconds since 1970, or a date such as 2026-01-01T00:00:00Z',
  ],
  ['version: 1\nchain: {baseFee: 1 wie}', 2, 'chain.baseFee', `is "1 wie": ${amountAdvice}`],
  ['version: 1\nchain: [1]', 2, 'chain', 'is [1]: give an object'],
  ['version: 1\naccounts: []', 2, 'accounts', 'is []: give an object'],
  [
    'version: 1\naccounts:\n  0x12: {}',
    3,
    'accounts.0x12',
    'is not a valid name: use letters, digits and _, not starting with a digit',
  ],
  ['version: 1\naccounts:\n  alice: 5', 3, 'accounts.alice', 'is 5: give an object'],
  [
    'version: 1\naccounts:\n  alice: {mnemonicIndex: -1}',
    3,
    'accounts.alice.mnemonicIndex',
    'is -1: give a whole number from 0 to 9007199254740991',
  ],
  [
    'version: 1\naccounts:\n  alice: {address: 0x12}',
    3,
    'accounts.alice.address',
    `is "0x12": ${addressAdvice}`,
  ],
  [
    `version: 1\naccounts:\n  alice: {address: ${address.replace('F', 'f')}}`,
    3,
    'accounts.alice.address',
    `is "${address.replace('F', 'f')}": ${addressAdvice}`,
  ],
  [
    `version: 1\naccounts:\n  alice: {privateKey: 0x${'7'.repeat(63)}}`,
    3,
    'accounts.alice.privateKey',
    'is another text: give the 32 bytes of a private key as 0x and hex digits',
  ],
  [
    `version: 1\naccounts:\n  alice:\n    address: ${address}\n    mnemonicIndex: 1`,
    4,
    'accounts.alice.address',
    'is given together with mnemonicIndex: give one of them',
  ],
  [
    'version: 1\naccounts: {alice: {balance: -1}}',
    2,
    'accounts.alice.balance',
    `is -1: ${amountAdvice}`,
  ],
  [
    'version: 1\naccounts: {alice: {impersonate: yes}}',
    2,
    'accounts.alice.impersonate',
    'is "yes": give true or false',
  ],
  [
    'version: 1\naccounts: {a: {}}\ncontracts:\n  a: {artifact: x.json}',
    4,
    'contracts.a',
    'is also the name of an account: rename one of them',
  ],
  [
    'version: 1\ncontracts:\n  a: {args: []}',
    3,
    'contracts.a',
    'has no artifact: give one, or its address as at',
  ],
  [
    'version: 1\ncontracts:\n  a:\n    code: 0x00',
    4,
    'contracts.a.code',
    'is given without a place: give at, too',
  ],
  [
    `version: 1\ncontracts:\n  a:\n    at: ${address}\n    from: bob`,
    5,
    'contracts.a.from',
    'is "bob": remove it: without args no constructor runs at a chosen address',
  ],
  [
    `version: 1\ncontracts:\n  a:\n    at: ${address}\n    args: []\n    gas: 1`,
    6,
    'contracts.a.gas',
    'is 1: remove it: no transaction is sent for a chosen address',
  ],
  [
    `version: 1\ncontracts:\n  a: {at: ${address}, code: 0x0, artifact: {abi: []}}`,
    3,
    'contracts.a.code',
    'is "0x0": give bytes as 0x and hex digits',
  ],
  ['version: 1\ncontracts: {a: {artifact: 5}}', 2, 'contracts.a.artifact', 'is 5: give an object'],
  [
    'version: 1\ncontracts: {a: {artifact: ""}}',
    2,
    'contracts.a.artifact',
    'is "": give a string that is not empty',
  ],
  [
    `version: 1\ncontracts: {a: {at: ${address}, abi: [1]}}`,
    2,
    'contracts.a.abi.0',
    'is 1: give a signature such as "function mint(address to, uint256 value)", or an item of an ABI',
  ],
  ['version: 1\ntxs: {}', 2, 'txs', 'is {}: give a list'],
  [
    'version: 1\ntxs:\n  - from: bob',
    3,
    'txs.0',
    'does nothing: give call, raw, broadcast, mine, to or data',
  ],
  [
    'version: 1\ntxs:\n  - to: bob\n    args: [1]',
    4,
    'txs.0.args',
    'is [1]: give the function that takes them as call',
  ],
  [
    'version: 1\ntxs:\n  - raw: 0x02\n    from: bob',
    4,
    'txs.0.from',
    'is "bob": remove it: it cannot be combined with raw',
  ],
  [
    'version: 1\ntxs:\n  - raw: 0x02\n    call: a.b',
    3,
    'txs.0.raw',
    'is given together with call: give one of them',
  ],
  [
    'version: 1\ntxs:\n  - mine: 0',
    3,
    'txs.0.mine',
    'is 0: give a whole number from 1 to 9007199254740991',
  ],
  [
    'version: 1\nmine: {interval: 1.5}',
    2,
    'mine.interval',
    'is "1.5": give a time of whole seconds, such as 12s',
  ],
  ['version: 1\nmine: soon', 2, 'mine', 'is "soon": give an object'],
  ['version: 1\nlabels: {usdc: 1}', 2, 'labels.usdc', 'is 1: give a string'],
])('%s', async (text, line, field, problem) => {
  expect(await problemOf(text)).toEqual([line, field, problem])
})

test('an object has no lines, and need not say its version', async () => {
  const empty = await readDeclaredFixture(objectSource({}, 'fixture'))
  expect(empty.accounts).toEqual([])
  const wrong = readDeclaredFixture(
    objectSource({ accounts: { alice: { balance: 0.5 } } }, 'fixture'),
  )
  await expect(wrong).rejects.toMatchObject({
    message: `fixture: accounts.alice.balance is 0.5: ${amountAdvice}`,
    line: undefined,
    field: 'accounts.alice.balance',
  })
})

test('an account without anything is one', async () => {
  const { accounts } = await read('version: 1\naccounts:\n  alice:\n  bob: {}\n')
  expect(accounts.map(({ name, content }) => [name, content])).toEqual([
    ['alice', {}],
    ['bob', {}],
  ])
})
