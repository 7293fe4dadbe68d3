import { describe, expect, it } from 'vitest'
import { InvalidMessage, type InvalidMessageReason } from '../../../src/execution/message.ts'
import { SimulateError, unrunnable } from '../../../src/execution/simulate/simulateErrors.ts'

describe('unrunnable', () => {
  it.each<[InvalidMessageReason, number]>([
    ['fees of two kinds', -32000],
    ['wrong chain id', -32000],
    ['nonce too low', -38010],
    ['nonce too high', -38011],
    ['nonce at its maximum', -32000],
    ['tip above fee cap', -32602],
    ['fee cap below base fee', -38012],
    ['blob fee cap below blob base fee', -32000],
    ['bad blobs', -32000],
    ['bad authorizations', -32000],
    ['init code too large', -38025],
    ['insufficient funds', -38014],
    ['intrinsic gas too low', -38013],
    ['floor gas too low', -38013],
  ])('has for "%s" the code %i', (reason, code) => {
    const error = unrunnable(new InvalidMessage(reason, 'geth’s words'))
    expect(error).toBeInstanceOf(SimulateError)
    expect(error).toMatchObject({ code, message: 'geth’s words', name: 'SimulateError' })
  })
})
