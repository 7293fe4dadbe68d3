import { encodeFunctionData, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { consoleLine } from '../../src/execution/consoleLog.ts'
import { hexToBytes } from '../../src/lib/hex.ts'

beforeAll(initCrypto)

/** The line of a call with these arguments. */
function line(signature: string, args: readonly unknown[]): string {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  return consoleLine(hexToBytes(encodeFunctionData({ abi, args } as never)))
}

const address = `0x${'aB'.repeat(20)}`.toLowerCase()

test.each<[string, readonly unknown[], string]>([
  ['log()', [], ''],
  ['log(string)', ['hello'], 'hello'],
  ['log(string)', ['100% of %s'], '100% of %s'],
  ['log(uint256)', [2n ** 256n - 1n], String(2n ** 256n - 1n)],
  ['log(int256)', [-5n], '-5'],
  ['logInt(int256)', [-1n], '-1'],
  ['log(bool)', [true], 'true'],
  ['log(address)', [address], address],
  ['log(string,uint256)', ['balance', 12n], 'balance 12'],
  ['log(string,uint256)', ['%d wei', 10n ** 20n], '100000000000000000000 wei'],
  ['log(string,string,bool)', ['%s is %s', 'it', false], 'it is false'],
  ['log(uint256,string,address,bool)', [1n, 'a', address, true], `1 a ${address} true`],

  ['logBytes(bytes)', ['0x1234'], '0x1234'],
  ['logBytes4(bytes4)', ['0x12345678'], '0x12345678'],
  ['logUint(uint256)', [7n], '7'],
])('%s of %o', (signature, args, text) => {
  expect(line(signature, args)).toBe(text)
})

test('what is no call of the console is shown as it is', () => {
  expect(consoleLine(hexToBytes('0x12345678ff'))).toBe('0x12345678ff')
  expect(consoleLine(new Uint8Array())).toBe('0x')
})

test('a call that is cut off is shown as far as it is there', () => {
  expect(consoleLine(hexToBytes('0x41304fac'))).toBe('')
  expect(consoleLine(hexToBytes(`0x41304fac${'ff'.repeat(32)}`))).toBe('')
})
