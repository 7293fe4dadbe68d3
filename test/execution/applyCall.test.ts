import { describe, expect, it } from 'vitest'
import { environmentOf } from '../../src/execution/blockEnvironment.ts'
import { applyCall } from '../../src/execution/call.ts'
import { messageOf } from '../../src/execution/message.ts'
import { createEngine, onMachine } from './engine.ts'

describe('applyCall', () => {
  it('tells the supplied gas with a refusal', async () => {
    const engine = await createEngine()
    const { header } = engine.context
    const defaults = { chainId: 31337n, baseFee: 0n, gasCap: 20_000n, nonce: 0n }
    const message = messageOf({ to: new Uint8Array(20) }, defaults)
    const options = { environment: environmentOf(header), validation: false }
    const refused = onMachine(engine, async (machine) => applyCall(machine, message, options))
    await expect(refused).rejects.toMatchObject({
      reason: 'intrinsic gas too low',
      message: 'err: intrinsic gas too low: have 20000, want 21000 (supplied gas 20000)',
    })
  })
})
