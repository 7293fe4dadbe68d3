import { createDevnet } from '../../src/app/createDevnet.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'

/**
 * A fresh devnet under the manual clock: `await using devnet = await testDevnet()`.
 * Disposing it fails the test when there was an internal error.
 */
export async function testDevnet(options: DevnetOptions = {}): Promise<PreconfDevnet> {
  const devnet = await createDevnet({ clock: 'manual', mining: 'manual', ...options })
  const errors: unknown[] = []
  devnet.on('error', (error) => errors.push(error))
  // The same object, so that what it tells of now is told of now.
  return Object.assign(devnet, {
    [Symbol.asyncDispose]: async () => {
      await devnet.close()
      if (errors.length > 0) throw new AggregateError(errors, 'the devnet had internal errors')
    },
  })
}
