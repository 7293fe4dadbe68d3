// A process that loads a fixture with inputs, kept in the folder of its argument: what it has then.
import { createDevnet, fixture } from '../../src/index.ts'
import { sendTransfer } from './transfers.ts'

const paid = fixture({ inputs: 'processes' }, async ({ devnet }) => {
  for (let nonce = 0; nonce < 5; nonce++) {
    await sendTransfer(devnet, { nonce })
    await devnet.seal()
  }
  return (await devnet.seal()).hash
})

const devnet = await createDevnet({ clock: 'manual', mining: 'manual', cache: process.argv[2] })
for (let load = 0; load < 3; load++) {
  const hash = await devnet.loadFixture(paid)
  const { hash: next } = await devnet.seal()
  process.send?.([hash, next])
}
await devnet.close()
process.disconnect()
