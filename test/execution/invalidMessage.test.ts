import { describe, expect, it } from 'vitest'
import { InvalidMessage } from '../../src/execution/message.ts'

describe('InvalidMessage', () => {
  it('is an error of the server for clients', () => {
    const error = new InvalidMessage('nonce too low', 'nonce too low: tx: 1 state: 2')
    expect(error).toMatchObject({
      name: 'InvalidMessage',
      code: -32000,
      reason: 'nonce too low',
      message: 'nonce too low: tx: 1 state: 2',
    })
  })

  it('stays the same error in a longer sentence', () => {
    const error = new InvalidMessage('bad blobs', 'blob 0 has invalid hash version')
    expect(error.within('err: ', ' (supplied gas 5)')).toMatchObject({
      reason: 'bad blobs',
      message: 'err: blob 0 has invalid hash version (supplied gas 5)',
    })
    expect(error.within('failed: ').message).toBe('failed: blob 0 has invalid hash version')
  })
})
