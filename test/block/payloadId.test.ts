import { beforeAll, expect, test } from 'vitest'
import { payloadId } from '../../src/block/pendingBlock.ts'
import { createStage, fieldsOf, openOn, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage('osaka')
})

const open = (fields: Parameters<typeof openOn>[2] = {}) => openOn(stage, [stage.genesis], fields)

test('the same fields on the same parent give the same id of 8 bytes', async () => {
  const [one, other] = [await open(), await open()]
  expect(one.payloadId).toMatch(/^0x[0-9a-f]{16}$/)
  expect(other.payloadId).toBe(one.payloadId)
  expect(payloadId(one.flashblock().view.header)).toBe(one.payloadId)
})

test('each header field that is asked for changes the id', async () => {
  const wishes = [
    {},
    { timestamp: 1_800_000_000n },
    { prevRandao: new Uint8Array(32).fill(9) },
    { coinbase: new Uint8Array(20).fill(9) },
    { gasLimit: 31_000_000n },
    { baseFeePerGas: 5n },
    { extraData: new Uint8Array(3) },
    { parentBeaconBlockRoot: new Uint8Array(32).fill(9) },
  ]
  const names = await Promise.all(wishes.map(async (fields) => (await open(fields)).payloadId))
  expect(new Set(names).size).toBe(wishes.length)
})

test('blocks on different parents have different names', async () => {
  const first = await open()
  const sealed = await first.seal()
  const second = await openOn(stage, [stage.genesis, sealed], fieldsOf(stage, 1))
  expect(second.payloadId).not.toBe(first.payloadId)
})
