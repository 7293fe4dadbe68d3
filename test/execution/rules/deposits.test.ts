import { describe, expect, test } from 'vitest'
import { depositsIn, InvalidDepositLog } from '../../../src/execution/rules/deposits.ts'
import { hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import type { Log } from '../../../src/types/transaction.ts'
import { depositData } from '../../block/workload.ts'
import { rules } from './stateWith.ts'

const contract = hexToBytes('00000000219ab540356cbb839cbe05303d7705fa')
const topic = hexToBytes('649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5')
const common = rules('prague')

const deposit = (amount: number, fields: Partial<Log> = {}): Log => ({
  address: contract,
  topics: [topic],
  data: depositData(amount),
  ...fields,
})

/** Public key, credentials, amount, signature, index: 48, 32, 8, 96 and 8 bytes. */
const request = (amount: number) =>
  Uint8Array.from(
    [48, 32, 8, 96, 8].flatMap((length, field) => new Array<number>(length).fill(amount + field)),
  )

describe('deposits in logs', () => {
  test('are taken in order, without their padding', () => {
    expect(depositsIn([deposit(1), deposit(50)], common)).toEqual(
      Uint8Array.of(...request(1), ...request(50)),
    )
  })

  test('are those of the deposit contract with its topic, nothing else', () => {
    const others = [
      deposit(1, { address: numberToBytes(1, 20) }),
      deposit(1, { topics: [] }),
      deposit(1, { topics: [numberToBytes(1, 32)] }),
    ]
    expect(depositsIn(others, common)).toHaveLength(0)
  })

  test.each([
    ['too short', depositData(1).subarray(1)],
    ['too long', Uint8Array.of(...depositData(1), 0)],
    ['a pointer elsewhere', depositData(1).fill(0xff, 31, 32)],
    ['a field of another length', depositData(1).fill(47, 160 + 31, 160 + 32)],
    ['a length beyond all measure', depositData(1).fill(1, 320, 321)],
  ])('%s: the log is refused', (_, data) => {
    expect(() => depositsIn([deposit(1, { data })], common)).toThrow(InvalidDepositLog)
  })
})
