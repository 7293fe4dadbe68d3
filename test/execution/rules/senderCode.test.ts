import { createLegacyTx } from '@ethereumjs/tx'
import { expect, test } from 'vitest'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { isFromContract } from '../../../src/execution/authorizations.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'

const contract = hexToBytes('0x6001')
const delegation = hexToBytes(`0xef0100${'11'.repeat(20)}`)

function sentAt(hardfork: 'cancun' | 'prague' | 'osaka') {
  const common = createProtocol({ chainId: 1, hardfork, transactionGasCap: false }).commonAt(0n, 0n)
  return { envelope: createLegacyTx({}, { common }) }
}

test('an account without code sends, a contract does not', () => {
  expect(isFromContract(sentAt('osaka'), new Uint8Array())).toBe(false)
  expect(isFromContract(sentAt('osaka'), contract)).toBe(true)
})

test('an account that has delegated sends from Prague on', () => {
  expect(isFromContract(sentAt('prague'), delegation)).toBe(false)
  expect(isFromContract(sentAt('cancun'), delegation)).toBe(true)
  expect(isFromContract(sentAt('prague'), Uint8Array.of(...delegation, 0))).toBe(true)
})

test('an impersonated account sends, with code too', () => {
  expect(isFromContract({ ...sentAt('osaka'), isImpersonated: true }, contract)).toBe(false)
})
