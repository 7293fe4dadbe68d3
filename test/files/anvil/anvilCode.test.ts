import { expect, test } from 'vitest'
import { anvilCode } from '../../../src/files/anvil/anvilStates.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { anvilFile } from './anvilFiles.ts'

test('code is as Anvil writes it, jumps and all', () => {
  const { historical_states: states } = JSON.parse(anvilFile('historical').toString())
  const [, { accounts }] = states.at(-1)
  const codes: { LegacyAnalyzed: { bytecode: string; original_len: number } }[] = Object.values(
    accounts as Record<string, { code: never }>,
  ).map(({ code }) => code)
  expect(new Set(codes.map(({ LegacyAnalyzed: { bytecode } }) => bytecode)).size).toBeGreaterThan(3)
  for (const written of codes) {
    const { bytecode, original_len: length } = written.LegacyAnalyzed
    expect(anvilCode(hexToBytes(bytecode).slice(0, length))).toEqual(written)
  }
})

test('a push at the end gets the bytes that it wants, and a STOP', () => {
  expect(anvilCode(hexToBytes('0x5b61aa'))).toMatchObject({
    LegacyAnalyzed: { bytecode: '0x5b61aa0000', original_len: 3 },
  })
})

test('a delegation names its delegate', () => {
  const delegate = '11'.repeat(20)
  expect(anvilCode(hexToBytes(`0xef0100${delegate}`))).toEqual({
    Eip7702: { delegated_address: `0x${delegate}`, version: 0, raw: `0xef0100${delegate}` },
  })
})
